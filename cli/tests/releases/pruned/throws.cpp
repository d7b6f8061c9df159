// What is thrown is caught, in a library whose tables for that may have gone elsewhere.
#include <cstdio>

__attribute__((noinline)) static void thrower(int number) {
  if (number > 0)
    throw number;
}

__attribute__((constructor)) static void catches() {
  try {
    thrower(42);
  } catch (int number) {
    std::printf("caught %d\n", number);
  }
}
