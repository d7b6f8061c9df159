/* A unit with a kernel for each processor, and host code that throws. No header of the language is needed. */
typedef struct { unsigned x, y, z; } dim3;
typedef void *hipStream_t;
extern "C" int hipConfigureCall(dim3, dim3, unsigned long, hipStream_t);
extern "C" int __hipPushCallConfiguration(dim3, dim3, unsigned long, hipStream_t);
extern "C" int __hipPopCallConfiguration(dim3 *, dim3 *, unsigned long *, hipStream_t *);
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, hipStream_t);

__attribute__((device)) int TABLE[8000] = {NUMBER, 2, 3};
__attribute__((global)) void KERNEL(int *x) { x[0] = TABLE[x[1]]; }

#ifdef FIRST
extern "C" int second(void);
struct Thrown {
  int number;
};
__attribute__((noinline)) static void throws(int x) {
  if (x)
    throw Thrown{x};
}
extern "C" int answer(void) {
  try {
    throws(40);
  } catch (const Thrown &thrown) {
    return thrown.number + second();
  }
  return 0;
}
#else
extern "C" int second(void) { return 2; }
#endif
