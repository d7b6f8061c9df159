/* A stand-in for the runtime: says of each bundle that is registered which code objects are in memory where the wrapper points. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED
#if !defined(PROGRAM) && !defined(LIBRARY)
#include <dlfcn.h>
#endif
#endif

static uint64_t number(const unsigned char *at) {
  uint64_t value;
  memcpy(&value, at, 8);
  return value;
}

static uint64_t hash_of(const unsigned char *bytes, uint64_t size) {
  uint64_t hash = 14695981039346656037u;
  for (uint64_t i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

EXPORTED void *__hipRegisterFatBinary(const void *wrapper) {
  const unsigned char *bundle = (const unsigned char *)(uintptr_t)number((const unsigned char *)wrapper + 8);
  if (memcmp(wrapper, "HIPK", 4) == 0) {
    /* The code was moved: a map of two values says where, and the wrapper which unit it is. */
    uint64_t unit = number((const unsigned char *)wrapper + 16);
    printf("moved %llu %02x\n", (unsigned long long)unit, bundle[0]);
    return 0;
  }
  if (memcmp(bundle, "CCOB\3\0", 6) == 0) {
    uint64_t size = number(bundle + 8);
    printf("packed %llu %llx\n", (unsigned long long)size, (unsigned long long)hash_of(bundle, size));
    return 0;
  }
  if (memcmp(bundle, "__CLANG_OFFLOAD_BUNDLE__", 24) != 0) {
    printf("no bundle\n");
    return 0;
  }
  const unsigned char *entry = bundle + 32;
  for (uint64_t n = number(bundle + 24); n > 0; n--) {
    uint64_t offset = number(entry), size = number(entry + 8), id = number(entry + 16);
    uint64_t hash = hash_of(bundle + offset, size);
    printf("%.*s %llu %llx\n", (int)id, entry + 24, (unsigned long long)size, (unsigned long long)hash);
    entry += 24 + id;
  }
  return 0;
}

/* What else compilers call. */
void __hipRegisterFunction(void) {}
void __hipRegisterVar(void) {}
void __hipRegisterManagedVar(void) {}
void __hipRegisterSurface(void) {}
void __hipRegisterTexture(void) {}
void __hipUnregisterFatBinary(void) {}
int __hipPushCallConfiguration(void) { return 0; }
int __hipPopCallConfiguration(void) { return 0; }
int hipLaunchKernel(void) { return 0; }

#ifdef LIBRARY
/* Nothing more. */
#elif defined(PROGRAM)
extern int answer(void);
int main(void) {
  printf("answer %d\n", answer());
  return 0;
}
#else
int main(int count, char **words) {
#ifdef _WIN32
  HMODULE library = count > 1 ? LoadLibraryA(words[1]) : 0;
  int (*answer)(void) = library ? (int (*)(void))GetProcAddress(library, "answer") : 0;
  if (!answer) {
    printf("error %lu\n", GetLastError());
    return 1;
  }
#else
  void *library = count > 1 ? dlopen(words[1], RTLD_NOW) : 0;
  int (*answer)(void) = library ? (int (*)(void))dlsym(library, "answer") : 0;
  if (!answer) {
    printf("%s\n", dlerror());
    return 1;
  }
#endif
  printf("answer %d\n", answer());
  return 0;
}
#endif
