/* Units with kernels, as compilers lay them out: a bundle in .hip_fatbin, a wrapper in .hipFatBinSegment, a constructor that registers it. */
extern void *__hipRegisterFatBinary(const void *wrapper);

#ifndef SECTION
#define SECTION .hip_fatbin
#endif
#define TEXT(what) #what
#define SAID(what) TEXT(what)
#ifdef _WIN32
#define CONSTANTS ",\"dr\""
#define VARIABLES ",\"dw\""
#define EXPORTED __declspec(dllexport)
#else
#define CONSTANTS ",\"a\",@progbits"
#define VARIABLES ",\"aw\",@progbits"
#define EXPORTED
#endif
#ifdef SHARED_BUNDLE
/* One bundle for all units, under a name that is seen from outside. */
#define BUNDLES ".globl __hip_fatbin\n__hip_fatbin:\n.incbin \"" SAID(FIRST) "\"\n"
#define FIRST_BUNDLE "__hip_fatbin"
#define SECOND_BUNDLE "__hip_fatbin"
#else
#define BUNDLES ".Lfirst:\n.incbin \"" SAID(FIRST) "\"\n.p2align 12\n.Lsecond:\n.incbin \"" SAID(SECOND) "\"\n"
#define FIRST_BUNDLE ".Lfirst"
#define SECOND_BUNDLE ".Lsecond"
#endif
__asm__(".section " SAID(SECTION) CONSTANTS "\n.p2align 12\n" BUNDLES
        ".section .hipFatBinSegment" VARIABLES "\n.p2align 3\n.globl first_wrapper\n.globl second_wrapper\n"
        "first_wrapper:\n.long 0x48495046, 1\n.quad " FIRST_BUNDLE "\n.quad 0\n"
        "second_wrapper:\n.long 0x48495046, 1\n.quad " SECOND_BUNDLE "\n.quad 0\n.text\n");
extern const char first_wrapper[] __attribute__((visibility("hidden")));
extern const char second_wrapper[] __attribute__((visibility("hidden")));

#ifdef ENTRY
static void register_all(void);
/* Without a library of C nothing calls constructors. */
int __stdcall entry(void *library, unsigned reason, void *reserved) {
  if (reason == 1)
    register_all();
  return 1;
}
static
#else
__attribute__((constructor)) static
#endif
void register_all(void) {
  __hipRegisterFatBinary(first_wrapper);
  __hipRegisterFatBinary(second_wrapper);
}

/* What must go on to work: constants, tables of addresses, functions, zeros. */
static int one(void) { return 40; }
static int two(void) { return 2; }
static int (*const functions[])(void) = {one, two};
static int zeros[5000];
const char *const words[] = {"a", "few", "words"};
EXPORTED int answer(void) {
  int sum = zeros[4999];
  for (unsigned i = 0; i < 2; i++)
    sum += functions[i]();
  return sum + (words[2][0] == 'w' ? 0 : 100);
}
