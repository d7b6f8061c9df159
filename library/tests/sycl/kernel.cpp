// One kernel, as LLVM's own compiler takes it.
template <typename N, typename F> [[clang::sycl_kernel_entry_point(N)]] void run(F f) { f(); }
class Kernel;
int call() {
  run<Kernel>([] {});
  return 0;
}
extern "C" {
void __sycl_register_lib(void *) {}
void __sycl_unregister_lib(void *) {}
}
