// A library as the compilers of SYCL link one: images in sections called after their targets, and the records by which it would register
// them. VERSION is that of the records.
#define IMAGE(name, section, file)                                                                                     \
  __asm__(".pushsection " section ",\"a\",@progbits\n.balign 16\n" #name ":\n.incbin \"" file "\"\n" #name              \
          "_end:\n.popsection\n");                                                                                     \
  extern const char name[] __attribute__((visibility("hidden"))), name##_end[] __attribute__((visibility("hidden")));

#define JIT "__CLANG_OFFLOAD_BUNDLE__sycl-spir64"
#define AOT "__CLANG_OFFLOAD_BUNDLE__sycl-spir64_gen"
IMAGE(devices, AOT, "devices.a.zst")
IMAGE(large, JIT, "large.spv.zst")
IMAGE(small, JIT, "small.spv")

struct entry {
  void *address;
  const char *name;
  unsigned long size;
  int flags, reserved;
};
struct property {
  const char *name;
  const void *value;
  unsigned type, pad;
  unsigned long len;
};
struct set {
  const char *name;
  const struct property *begin, *end;
};
struct image {
  unsigned short version;
  unsigned char kind, format;
  const char *target, *compile_options, *link_options;
#if VERSION == 2
  const char *manifest, *manifest_end;
#endif
  const char *start, *end;
  const struct entry *entries, *entries_end;
  const struct set *sets, *sets_end;
};

static const struct entry entries[] = {{0, "one"}, {0, "two"}};
static const struct {
  unsigned long bits;
  unsigned words[3];
} aspects = {96, {5, 6, 99}};
static const struct property other[] = {{"optLevel", 0, 1, 0, 2}};
static const struct property needs[] = {{"aspects", &aspects, 2, 0, 20}, {"reqd_sub_group_size", 0, 1, 0, 32}};
static const struct set sets[] = {{"SYCL/misc properties", other, other + 1}, {"SYCL/device requirements", needs, needs + 2}};

#ifdef VERSION
#define RECORD(name, what, where, with, kernels, n)                                                                      \
  {.version = VERSION, .kind = 4, .format = what, .target = where, .compile_options = with, .link_options = "",  \
   .start = name, .end = name##_end, .entries = entries, .entries_end = entries + kernels, .sets = sets, .sets_end = sets + n}
const struct image ahead[] = {RECORD(devices, 4, "spir64_gen", "", 2, 2)};
const struct image just[] = {RECORD(large, 4, "spir64", "-cl-opt-disable", 2, 2), RECORD(small, 0, "spir64", "", 1, 1)};
struct {
  unsigned short version, count;
  const struct image *images;
  const void *unused[2];
} descriptors[] = {{1, 1, ahead, {0, 0}}, {1, 2, just, {0, 0}}};
#endif
