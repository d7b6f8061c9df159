// Calls all of the C library as a C11 program would: program FIXTURES ROUNDS
//
// FIXTURES is conformance/fixtures, ROUNDS how many damaged files are tried.
#include <offload_bundle.h>
#include <offload_bundle_formats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);   \
      exit(1);                                                                  \
    }                                                                           \
  } while (0)

#define OK(call)                                                                \
  do {                                                                          \
    ob_failure *error = NULL;                                                     \
    if ((call) != OB_STATUS_OK) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, ob_failure_message(error)); \
      exit(1);                                                                  \
    }                                                                           \
    CHECK(error == NULL);                                                       \
  } while (0)

static const char *fixtures;

// A path below the folder. It is used before the next but seven is asked for.
static const char *below(const char *name) {
  static char paths[8][4096];
  static unsigned next;
  char *path = paths[next++ % 8];
  CHECK(snprintf(path, sizeof paths[0], "%s/%s", fixtures, name) < (int)sizeof paths[0]);
  return path;
}

typedef struct {
  uint8_t *data;
  size_t size;
} blob;

static blob read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
  blob read = {NULL, (size_t)ftell(file)};
  rewind(file);
  read.data = malloc(read.size);
  CHECK(read.data != NULL && fread(read.data, 1, read.size, file) == read.size);
  fclose(file);
  return read;
}

static ob_input in_memory(blob bytes) { return (ob_input){.data = bytes.data, .size = bytes.size}; }

static ob_input at(const char *path) { return (ob_input){.path = path}; }

static int is(ob_text text, const char *expected) {
  return text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0;
}

// The library of the README.
static blob library(void) { return read_file(below("objects/hip.22.so")); }

static void walks(void) {
  blob bytes = library();
  ob_file *file = NULL;
  OK(ob_open(in_memory(bytes), NULL, &file, &error));
  CHECK(ob_file_bundle_count(file) == 1);
  ob_bundle bundle = ob_file_bundle(file, 0);
  CHECK(is(ob_bundle_format(bundle), "binary_bundle") && is(ob_bundle_section(bundle), ".hip_fatbin"));
  CHECK(ob_bundle_offset(bundle) == 4096 && ob_bundle_size(bundle) == 12808);
  CHECK(ob_bundle_entry_count(bundle) == 3);
  ob_compression compression;
  CHECK(ob_bundle_compression(bundle, &compression, NULL) == OB_STATUS_NOT_FOUND && compression.version == 0);
  ob_buffer *name = NULL;
  CHECK(ob_bundle_member(bundle, &name, NULL) == OB_STATUS_NOT_FOUND && name == NULL);
  const uint64_t sizes[] = {0, 3544, 4616};
  const char *kinds[] = {"host", "hipv4", "hipv4"};
  for (size_t i = 0; i < 3; i++) {
    ob_entry entry = ob_bundle_entry(bundle, i);
    CHECK(ob_entry_bundle(entry).file == file && ob_entry_bundle(entry).number == 0);
    uint64_t size = 1;
    OK(ob_entry_size(entry, &size, &error));
    CHECK(size == sizes[i] && is(ob_entry_kind(entry), kinds[i]));
    ob_buffer *code = NULL;
    OK(ob_entry_bytes(entry, &code, &error));
    // Borrowed: the code object is shown in the bytes that were given.
    CHECK(ob_buffer_size(code) == size && ob_buffer_data(code) == bytes.data + ob_entry_offset(entry));
    uint8_t *copy = malloc(size + 1);
    uint64_t needed = 0;
    OK(ob_entry_copy(entry, copy, size, &needed, &error));
    CHECK(needed == size && memcmp(copy, ob_buffer_data(code), size) == 0);
    if (size != 0) {
      ob_failure *error = NULL;
      CHECK(ob_entry_copy(entry, copy, size - 1, &needed, &error) == OB_STATUS_INVALID_ARGUMENT && needed == size);
      CHECK(strcmp(ob_failure_code(error), "too-small") == 0);
      ob_failure_free(error);
      CHECK(ob_entry_copy(entry, NULL, size, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT);
    }
    free(copy);
    ob_buffer_free(code);
  }
  ob_text id;
  OK(ob_entry_id(ob_bundle_entry(bundle, 2), &id, &error));
  CHECK(is(id, "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+"));
  ob_target *target = NULL;
  OK(ob_entry_target(ob_bundle_entry(bundle, 2), &target, &error));
  CHECK(strcmp(ob_target_text(target), "gfx90a:xnack+") == 0 && strcmp(ob_target_processor(target), "gfx90a") == 0);
  CHECK(ob_target_feature_count(target) == 1 && ob_target_feature(target, 0).on);
  CHECK(strcmp(ob_target_feature(target, 0).name, "xnack") == 0 && ob_target_feature(target, 1).name[0] == 0);
  ob_target_free(target);
  CHECK(ob_entry_target(ob_bundle_entry(bundle, 0), &target, NULL) == OB_STATUS_NOT_FOUND && target == NULL);
  // Bytes stay after their file.
  ob_buffer *last = NULL;
  OK(ob_entry_bytes(ob_bundle_entry(bundle, 2), &last, &error));
  ob_file_close(file);
  CHECK(memcmp(ob_buffer_data(last), "\177ELF", 4) == 0);
  ob_buffer_free(last);
  free(bytes.data);
}

static void compressed_and_archived(void) {
  ob_file *file = NULL;
  OK(ob_open(at(below("objects/hip-compressed.22.so")), NULL, &file, &error));
  ob_bundle bundle = ob_file_bundle(file, 0);
  ob_compression compression;
  OK(ob_bundle_compression(bundle, &compression, &error));
  CHECK(compression.version == 3 && is(compression.format, "ccob") && compression.compressed_size < compression.decompressed_size);
  CHECK(ob_entry_offset(ob_bundle_entry(bundle, 1)) == OB_NONE);
  ob_buffer *code = NULL;
  OK(ob_entry_bytes(ob_bundle_entry(bundle, 1), &code, &error));
  ob_file_close(file);
  CHECK(memcmp(ob_buffer_data(code), "\177ELF", 4) == 0);
  ob_buffer_free(code);
  ob_failure *error = NULL;
  CHECK(ob_open(at(below("objects/hip-compressed.22.so")), &(ob_options){.max_size = 100}, &file, &error) != OB_STATUS_OK);
  CHECK(file == NULL);
  ob_failure_free(error);

  OK(ob_open(at(below("kinds/archive.22.a")), NULL, &file, &error));
  ob_buffer *name = NULL;
  OK(ob_bundle_member(ob_file_bundle(file, 0), &name, &error));
  CHECK(strcmp((const char *)ob_buffer_data(name), "one.o") == 0 && ob_buffer_size(name) == 5);
  ob_buffer_free(name);
  ob_file_close(file);
}

static void matches(void) {
  blob bytes = library();
  ob_file *file = NULL;
  OK(ob_open(in_memory(bytes), NULL, &file, &error));
  ob_match *best = NULL;
  OK(ob_file_best_match(file, "gfx90a:sramecc+:xnack+", &best, &error));
  CHECK(ob_match_entry(best).number == 2 && ob_match_entry(best).file == file);
  CHECK(ob_match_reason_count(best) > 0 && ob_match_reason(best, 0).text[0] != 0 && ob_match_reason(best, 99).rule[0] == 0);
  CHECK(ob_match_other_count(best) == 0 && ob_match_other(best, 0).file == NULL);
  ob_match_free(best);
  OK(ob_bundle_best_match(ob_file_bundle(file, 0), "gfx906", &best, &error));
  CHECK(ob_match_entry(best).number == 1);
  ob_match_free(best);
  ob_failure *error = NULL;
  CHECK(ob_file_best_match(file, "gfx1100", &best, &error) == OB_STATUS_NOT_FOUND && best == NULL);
  CHECK(strstr(ob_failure_message(error), "gfx906") != NULL && strcmp(ob_failure_code(error), "not-found") == 0);
  ob_failure_free(error);
  CHECK(ob_file_best_match(file, "\377", &best, NULL) == OB_STATUS_INVALID_ARGUMENT);
  CHECK(ob_file_best_match(file, "no ID", &best, NULL) == OB_STATUS_INVALID_ARGUMENT);
  ob_file_close(file);
  free(bytes.data);
}

static void errors(void) {
  blob bytes = library();
  bytes.data[4140] = 0xff;
  ob_file *file = (ob_file *)1;
  ob_failure *error = (ob_failure *)1;
  CHECK(ob_open(in_memory(bytes), NULL, &file, &error) == OB_STATUS_MALFORMED && file == NULL);
  CHECK(strcmp(ob_failure_code(error), "out-of-bounds") == 0 && strcmp(ob_failure_path(error), "entries[0].len_code_object") == 0);
  CHECK(ob_failure_offset(error) == 0x1028 && strcmp(ob_failure_file(error), "<memory>") == 0);
  CHECK(strstr(ob_failure_message(error), "at byte 0x1028") != NULL);
  ob_failure_free(error);
  OK(ob_open(in_memory(bytes), &(ob_options){.flags = OB_LENIENT}, &file, &error));
  ob_buffer *code = NULL;
  CHECK(ob_entry_bytes(ob_bundle_entry(ob_file_bundle(file, 0), 0), &code, NULL) == OB_STATUS_MALFORMED && code == NULL);
  ob_file_close(file);
  free(bytes.data);

  CHECK(ob_open(at("no such file"), NULL, &file, &error) == OB_STATUS_IO);
  CHECK(strcmp(ob_failure_message(error), "no such file: No such file or directory") == 0 && ob_failure_offset(error) == OB_NONE);
  ob_failure_free(error);
  CHECK(ob_open((ob_input){.data = (const uint8_t *)"text", .size = 4}, NULL, &file, NULL) == OB_STATUS_NOT_A_BUNDLE);
  CHECK(ob_open(at("x"), &(ob_options){.flags = 8}, &file, NULL) == OB_STATUS_INVALID_ARGUMENT);
}

static void nulls(void) {
  const ob_input none = {0};
  const ob_bundle no_bundle = {0};
  const ob_entry no_entry = {0};
  CHECK(ob_open(none, NULL, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT);
  CHECK(ob_open((ob_input){.data = (const uint8_t *)"x", .size = SIZE_MAX}, NULL, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT);
  CHECK(ob_file_bundle_count(NULL) == 0 && ob_file_bundle(NULL, 0).file == NULL);
  CHECK(ob_bundle_format(no_bundle).data == NULL && ob_bundle_entry_count(no_bundle) == 0 && ob_bundle_size(no_bundle) == 0);
  CHECK(ob_entry_id(no_entry, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT && ob_entry_offset(no_entry) == OB_NONE);
  CHECK(ob_entry_bytes(no_entry, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT);
  CHECK(ob_entry_copy(no_entry, NULL, 0, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT);
  CHECK(ob_file_best_match(NULL, NULL, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT);
  CHECK(ob_bundle_best_match(no_bundle, NULL, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT);
  CHECK(ob_decompress(NULL, 9, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT && ob_compare(NULL, NULL, NULL, NULL) == OB_STATUS_INVALID_ARGUMENT);
  CHECK(ob_buffer_data(NULL) == NULL && ob_buffer_size(NULL) == 0 && ob_failure_message(NULL)[0] == 0 && ob_failure_offset(NULL) == OB_NONE);
  CHECK(ob_match_entry(NULL).file == NULL && ob_match_reason(NULL, 0).text[0] == 0 && ob_target_text(NULL)[0] == 0);
  CHECK(!ob_comparison_compatible(NULL) && ob_comparison_reason_count(NULL) == 0);
  ob_file_close(NULL);
  ob_buffer_free(NULL);
  ob_failure_free(NULL);
  ob_match_free(NULL);
  ob_target_free(NULL);
  ob_comparison_free(NULL);
}

static void decompresses(void) {
  blob packed = read_file(below("compressed/device.22.hipfb"));
  blob plain = read_file(below("hip/device.22.hipfb"));
  ob_buffer *bytes = NULL;
  OK(ob_decompress(packed.data, packed.size, &bytes, &error));
  CHECK(ob_buffer_size(bytes) == plain.size && memcmp(ob_buffer_data(bytes), plain.data, plain.size) == 0);
  ob_buffer_free(bytes);
  CHECK(ob_decompress((const uint8_t *)"CCOB", 4, &bytes, NULL) == OB_STATUS_MALFORMED && bytes == NULL);
  free(packed.data);
  free(plain.data);
}

static void measures(void) {
  blob plain = read_file(below("hip/device.22.hipfb"));
  blob first = read_file(below("compressed/zstd-version1.hipfb"));
  uint64_t length = 0, seen = 0;
  ob_failure *error = NULL;
  ob_status status;
  while ((status = ob_image_length(plain.data, (size_t)seen, &length, NULL)) == OB_STATUS_NEEDS_MORE) {
    CHECK(length > seen && length <= plain.size);
    seen = length;
  }
  CHECK(status == OB_STATUS_OK && length == plain.size && seen < plain.size);
  CHECK(ob_image_length(first.data, first.size, &length, &error) == OB_STATUS_REFUSED && length == 0);
  CHECK(strcmp(ob_failure_code(error), "no-length") == 0);
  ob_failure_free(error);
  CHECK(ob_image_length((const uint8_t *)"neither", 7, &length, NULL) == OB_STATUS_NOT_A_BUNDLE && length == 0);
  free(plain.data);
  free(first.data);
}

static void targets(void) {
  ob_target *target = NULL;
  OK(ob_target_of_gpu("RX 7900 XTX", &target, &error));
  CHECK(strcmp(ob_target_text(target), "gfx1100") == 0);
  ob_target_free(target);
  OK(ob_target_parse("gfx90a:xnack+:sramecc-", &target, &error));
  CHECK(strcmp(ob_target_text(target), "gfx90a:sramecc-:xnack+") == 0 && ob_target_feature_count(target) == 2);
  ob_target_free(target);
  ob_failure *error = NULL;
  CHECK(ob_target_parse("gfx90a:xnack", &target, &error) == OB_STATUS_INVALID_ARGUMENT && strcmp(ob_failure_code(error), "bad-id") == 0);
  ob_failure_free(error);
  ob_buffer *canonical = NULL;
  OK(ob_canonical_id("hip-amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc-", &canonical, &error));
  CHECK(strcmp((const char *)ob_buffer_data(canonical), "hip-amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+") == 0);
  ob_buffer_free(canonical);
  ob_comparison *verdict = NULL;
  OK(ob_compare("gfx90a", "gfx90a:xnack+", &verdict, &error));
  CHECK(ob_comparison_compatible(verdict) && ob_comparison_loadable(verdict) && ob_comparison_reason_count(verdict) == 2);
  CHECK(strcmp(ob_comparison_reason(verdict, 0).rule, "processor") == 0);
  const uint32_t rank = ob_comparison_rank(verdict);
  ob_comparison_free(verdict);
  OK(ob_compare("gfx90a:xnack+", "gfx90a:xnack+", &verdict, &error));
  CHECK(ob_comparison_rank(verdict) > rank);
  ob_comparison_free(verdict);
  OK(ob_compare("gfx90a:xnack-", "gfx90a:xnack+", &verdict, &error));
  CHECK(!ob_comparison_compatible(verdict) && !ob_comparison_loadable(verdict));
  ob_comparison_free(verdict);
}

// Asks all that can be asked of what is in some bytes. Returns how many files could be opened: none or one.
static unsigned look_at_all(blob bytes) {
  ob_file *file = NULL;
  ob_options lenient = {.flags = OB_LENIENT, .max_size = 1 << 20};
  if (ob_open(in_memory(bytes), &lenient, &file, NULL) != OB_STATUS_OK) return 0;
  for (size_t i = 0; i < ob_file_bundle_count(file); i++) {
    ob_bundle bundle = ob_file_bundle(file, i);
    for (size_t j = 0; j <= ob_bundle_entry_count(bundle); j++) {
      ob_entry entry = ob_bundle_entry(bundle, j);
      ob_text id;
      uint64_t size;
      ob_buffer *code = NULL;
      ob_target *target = NULL;
      if (ob_entry_id(entry, &id, NULL) == OB_STATUS_OK) CHECK(id.data != NULL);
      (void)ob_entry_size(entry, &size, NULL);
      (void)ob_entry_target(entry, &target, NULL);
      if (ob_entry_bytes(entry, &code, NULL) == OB_STATUS_OK) CHECK(ob_buffer_size(code) == size);
      ob_target_free(target);
      ob_buffer_free(code);
    }
  }
  ob_match *best = NULL;
  (void)ob_file_best_match(file, "gfx90a:xnack+", &best, NULL);
  ob_match_free(best);
  ob_file_close(file);
  return 1;
}

static uint64_t drawn(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void hostile_bytes(unsigned rounds) {
  const char *files[] = {"objects/hip.22.so", "objects/hip-compressed.22.so", "kinds/archive.22.a"};
  uint64_t state = 0x9e3779b97f4a7c15;
  unsigned opened = 0;
  for (unsigned round = 0; round < rounds; round++) {
    blob bytes = read_file(below(files[round % 3]));
    for (int i = 0; i < 4; i++) bytes.data[drawn(&state) % bytes.size] = (uint8_t)drawn(&state);
    // Some are cut off; the sanitizer tells who looks beyond their end.
    if (drawn(&state) % 3 == 0) {
      bytes.size -= drawn(&state) % (bytes.size / 2);
      bytes.data = realloc(bytes.data, bytes.size);
    }
    opened += look_at_all(bytes);
    free(bytes.data);
  }
  // Otherwise little was looked at.
  CHECK(opened >= rounds / 4);
}

// Reads without the library in the same source file.
static void formats(void) {
  ob_binary_bundle file;
  ob_error error;
  CHECK(ob_binary_bundle_open("", 0, &file, &error) == OB_TRUNCATED);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  fixtures = argv[1];
  CHECK(ob_version()[0] != 0);
  formats();
  walks();
  compressed_and_archived();
  matches();
  errors();
  nulls();
  decompresses();
  measures();
  targets();
  hostile_bytes((unsigned)strtoul(argv[2], NULL, 10));
  puts("all is so");
  return 0;
}
