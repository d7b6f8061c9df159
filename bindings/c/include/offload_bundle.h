// offload_bundle.h: what GPU code is in a file, and which of it a GPU runs.
//
// Made from bindings/c/src/ by `cargo xtask c`; not to be edited.
//
// The contract of every function:
//
// - Any pointer may be null. Where something is needed and null is given, the status is OB_STATUS_INVALID_ARGUMENT; a question about nothing
//   has the answer 0, no, or an empty text. A pointer that is not null points at what its type says. `const char *` ends with a zero byte.
// - What is read may be anything: damaged or hostile bytes are an error with byte and field. No call crashes, hangs or takes memory beyond
//   proportion because of them.
// - A call that can fail returns an ob_status and takes `ob_failure **error` last. `*error` is null after success; otherwise it is an error that
//   the caller frees with ob_failure_free. Results are null or zero then. None of these places needs a value before the call, and `error` itself
//   may be null: then only the status tells.
// - What has a type that is only declared here belongs to the caller, who gets it by `T **` and frees it once, by the function that its type
//   has; that takes null too. ob_bundle, ob_entry and ob_text are plain values that no one frees.
// - Bytes that are given in an ob_input are borrowed and never copied. Texts that are given need to stay only during the call.
// - Whatever has been made may be used by several threads at once, but not while one of them frees it.
// - Walking through bundles and entries, with IDs, sizes and offsets, allocates nothing.


#ifndef OFFLOAD_BUNDLE_H
#define OFFLOAD_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The value of a missing number, such as the offset of an error that names no byte, or that of a code object that is compressed.
#define OB_NONE UINT64_MAX

// Opens also what is not sound, as far as it can be read.
#define OB_LENIENT 1

// Searches everything for bundles, also outside of the places that are known.
#define OB_CARVE 2

// Does not check the digests of compressed bundles.
#define OB_SKIP_DIGESTS 4

// How a call went. `ob_failure_code` tells more finely what is wrong.
typedef enum {
  // It is done.
  OB_STATUS_OK = 0,
  // Nothing there is what was asked for: no code for this GPU, or no target in this ID.
  OB_STATUS_NOT_FOUND = 1,
  // The input holds no GPU code in a form that is known.
  OB_STATUS_NOT_A_BUNDLE = 2,
  // The input is damaged or not sound. The error tells byte and field.
  OB_STATUS_MALFORMED = 3,
  // The system refused to read a file. The error has its text.
  OB_STATUS_IO = 4,
  // An argument is null or out of range, or a text is no ID, no GPU or no known word.
  OB_STATUS_INVALID_ARGUMENT = 5,
  // It cannot be done with this input, or not as it was asked for. The error says why, and what to do.
  OB_STATUS_REFUSED = 6,
  // A fault in this library: please report it, with the file that shows it.
  OB_STATUS_FAULT = 7,
} ob_status;

// Bytes that this library holds: a code object, a bundle, a text. The caller frees them.
//
// They stay until they are freed, also after the file that they are of was closed. Those of a file that was opened as bytes and is not
// compressed are not copied: then the bytes that were given must stay too.
typedef struct ob_buffer ob_buffer;

// Why a call failed. The caller frees it.
//
// The texts of an error belong to it, end with a zero byte, and are empty where there is nothing to say. They are never null, not even of a
// null error.
typedef struct ob_failure ob_failure;

// An opened file with GPU code. The caller closes it.
typedef struct ob_file ob_file;

// The entry that serves a GPU best, and why. The caller frees it.
typedef struct ob_match ob_match;

// A target ID: a processor, and features that are on or off. The caller frees it.
typedef struct ob_target ob_target;

// Whether what is for one target may serve a request for another, and why. The caller frees it.
typedef struct ob_comparison ob_comparison;

// What is to be looked into: **either** the file at `path` **or** the `size` bytes at `data`; the other pointer is null.
//
// `path` ends with a zero byte: any bytes where the system has such names, UTF-8 on Windows. The bytes at `data` are borrowed and never
// copied: they must stay where and as they are until everything has been freed that was made of them.
typedef struct {
  // A path, or null.
  const char *path;
  // Bytes, or null.
  const uint8_t *data;
  // How many bytes.
  size_t size;
} ob_input;

// How to look. Null means the defaults, and so do zeros. Unknown flags are `OB_STATUS_INVALID_ARGUMENT`.
typedef struct {
  // How many bytes a compressed bundle may hold; 0: any number.
  uint64_t max_size;
  // Some of `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`.
  uint32_t flags;
} ob_options;

// A bundle of an opened file: a plain value, which no one frees. It can be used until the file is closed.
typedef struct {
  // The file; null for no bundle.
  const ob_file *file;
  // Its number in the file, from 0.
  size_t number;
} ob_bundle;

// A text that is only shown: `size` bytes at `data`, of UTF-8, **without** a zero byte at the end. `data` is null where there is no text.
// `printf("%.*s", (int)text.size, text.data)` prints it.
//
// It stays as long as the file that it was asked of.
typedef struct {
  // Its first byte, or null.
  const char *data;
  // How many bytes it has.
  size_t size;
} ob_text;

// How a bundle is compressed.
typedef struct {
  // The format of what is compressed, such as `ccob`.
  ob_text format;
  // The method, such as `zstd`; none if it is not known.
  ob_text method;
  // The version of the format; 0 where it has none.
  uint64_t version;
  // The length of the compressed bytes, in bytes.
  uint64_t compressed_size;
  // The length of what they hold, in bytes.
  uint64_t decompressed_size;
} ob_compression;

// An entry of a bundle: a plain value, which no one frees. It can be used until the file is closed.
typedef struct {
  // The file; null for no entry.
  const ob_file *file;
  // The number of its bundle in the file, from 0.
  size_t bundle;
  // Its number in the bundle, from 0.
  size_t number;
} ob_entry;

// Why something may serve, or why not. Both texts end with a zero byte.
typedef struct {
  // A stable word for the rule, such as `processor`.
  const char *rule;
  // What it says, for people.
  const char *text;
} ob_reason;

// A feature of a target ID. The name ends with a zero byte.
typedef struct {
  // Its name, such as `xnack`.
  const char *name;
  // Whether it must be on; otherwise it must be off.
  bool on;
} ob_feature;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// A stable word for what is wrong, such as `out-of-bounds`: the same that `offload-bundle --json` and the module for Python give. Those of
// arguments are `null`, `not-text`, `no-such-position`, `bad-id`, `bad-word` and `too-small`.
const char *ob_failure_code(const ob_failure *error);

// What is wrong and what to do, in a line for people, with file, byte and field.
const char *ob_failure_message(const ob_failure *error);

// The file that it is about, as it was named, or `<memory>`.
const char *ob_failure_file(const ob_failure *error);

// The field at fault, such as `entries[0].len_code_object`.
const char *ob_failure_path(const ob_failure *error);

// Where in the file, in bytes from its start; `OB_NONE` where it is about no byte.
uint64_t ob_failure_offset(const ob_failure *error);

// Frees an error. Null is nothing.
void ob_failure_free(ob_failure *error);

// The version of this library, such as `0.1.0`. It stays.
const char *ob_version(void);

// Opens a file, or bytes, with GPU code, and finds all bundles: those of a bundle file, compressed or not, of an object file, library or
// program, of an archive. Unless `OB_LENIENT` is set, only what is sound is opened.
//
// `options` may be null; it takes `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`. On success `*file` is an opened file, which the caller
// closes; otherwise null.
ob_status ob_open(ob_input input,
                  const ob_options *options,
                  ob_file **file,
                  ob_failure **error);

// Closes a file. Its bundles, entries and texts are gone then; bytes and matches that were made of it stay until they are freed. Null is
// nothing.
void ob_file_close(ob_file *file);

// How many bundles it has; 0 for null.
size_t ob_file_bundle_count(const ob_file *file);

// Its bundle with this number, from 0, in file order. Where there is none, a bundle without a file, of which nothing can be known.
ob_bundle ob_file_bundle(const ob_file *file,
                         size_t number);

// The name of its format, such as `binary_bundle`; no text for no bundle. It stays.
ob_text ob_bundle_format(ob_bundle bundle);

// First byte of the bundle, or of the header before its compressed bytes: from the start of the file, or of the member of an archive that
// it is in.
uint64_t ob_bundle_offset(ob_bundle bundle);

// How many bytes it takes in the file.
uint64_t ob_bundle_size(ob_bundle bundle);

// The section of the object file that it lies in; no text where it lies in none.
ob_text ob_bundle_section(ob_bundle bundle);

// The name of the member of an archive that it lies in, as a text; `OB_STATUS_NOT_FOUND` where it lies in none. The caller frees `*name`.
ob_status ob_bundle_member(ob_bundle bundle,
                           ob_buffer **name,
                           ob_failure **error);

// How it is compressed; `OB_STATUS_NOT_FOUND` where it is not. The texts stay.
ob_status ob_bundle_compression(ob_bundle bundle,
                                ob_compression *compression,
                                ob_failure **error);

// How many entries it has; 0 for no bundle.
size_t ob_bundle_entry_count(ob_bundle bundle);

// Its entry with this number, from 0, in file order. Where there is none, an entry without a file, of which nothing can be known.
ob_entry ob_bundle_entry(ob_bundle bundle,
                         size_t number);

// The bundle of an entry.
ob_bundle ob_entry_bundle(ob_entry entry);

// Its bundle entry ID as it is stored, such as `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+`.
ob_status ob_entry_id(ob_entry entry,
                      ob_text *id,
                      ob_failure **error);

// The offload kind in its ID, such as `hipv4`; no text where the ID does not follow the grammar.
ob_text ob_entry_kind(ob_entry entry);

// The target ID in its ID; `OB_STATUS_NOT_FOUND` where that has none, as of the host's. The caller frees `*target`.
ob_status ob_entry_target(ob_entry entry,
                          ob_target **target,
                          ob_failure **error);

// How many bytes its code object has.
ob_status ob_entry_size(ob_entry entry,
                        uint64_t *size,
                        ob_failure **error);

// First byte of its code object, counted as `ob_bundle_offset`; `OB_NONE` where it does not lie in the file as it is, because it is
// compressed or in another file.
uint64_t ob_entry_offset(ob_entry entry);

// Its code object. The caller frees `*bytes`. Of bytes that were given and are not compressed, they are shown where they are; of a file they
// are read; what is compressed is decompressed once for the whole bundle, and its digest checked.
ob_status ob_entry_bytes(ob_entry entry,
                         ob_buffer **bytes,
                         ob_failure **error);

// Copies its code object into the room for `capacity` bytes at `into`, a piece at a time. `*size`, which may be null, is how many bytes it
// has. Where there is less room, nothing is copied, and the error is `too-small`. On other errors some bytes may have been copied.
ob_status ob_entry_copy(ob_entry entry,
                        uint8_t *into,
                        size_t capacity,
                        uint64_t *size,
                        ob_failure **error);

// The first of the bytes; null for null. What is called a text in this header has a zero byte after its last.
const uint8_t *ob_buffer_data(const ob_buffer *bytes);

// How many there are, without that zero; 0 for null.
size_t ob_buffer_size(const ob_buffer *bytes);

// Frees bytes. Null is nothing.
void ob_buffer_free(ob_buffer *bytes);

// The entry of a file that serves `target` best: that of a GPU, as its driver names it (`gfx90a:sramecc+:xnack-`, `sm_90`), or a whole bundle
// entry ID. `OB_STATUS_NOT_FOUND` where none does; the error names those that there are. The caller frees `*found`.
//
// A program can hold one bundle a translation unit, and needs the code objects of all of them: `ob_bundle_best_match` gives that of each.
ob_status ob_file_best_match(const ob_file *file,
                             const char *target,
                             ob_match **found,
                             ob_failure **error);

// The same among the entries of one bundle.
ob_status ob_bundle_best_match(ob_bundle bundle,
                               const char *target,
                               ob_match **found,
                               ob_failure **error);

// The entry. It can be used until the file is closed.
ob_entry ob_match_entry(const ob_match *found);

// How many reasons there are why it may serve: at least one.
size_t ob_match_reason_count(const ob_match *found);

// One of them, from 0. Its texts stay until the match is freed; they are empty where there is none with this number.
ob_reason ob_match_reason(const ob_match *found,
                          size_t number);

// How many other entries would do: the best of every other bundle, and those of the same bundle that are as specific.
size_t ob_match_other_count(const ob_match *found);

// One of them, from 0, in file order; where there is none, an entry without a file.
ob_entry ob_match_other(const ob_match *found,
                        size_t number);

// Frees a match. Null is nothing.
void ob_match_free(ob_match *found);

// Reads a target ID, such as `gfx90a:xnack+`. The caller frees `*target`.
ob_status ob_target_parse(const char *id,
                          ob_target **target,
                          ob_failure **error);

// The target ID of the product that is sold under this name, such as `RX 7900 XTX`, or that the name is, in any case of letters. The caller
// frees `*target`.
ob_status ob_target_of_gpu(const char *name,
                           ob_target **target,
                           ob_failure **error);

// The canonical spelling of a bundle entry ID or a target ID, as a text. The caller frees `*canonical`.
ob_status ob_canonical_id(const char *id,
                          ob_buffer **canonical,
                          ob_failure **error);

// It in canonical form. The text stays until the target is freed; it is empty for null.
const char *ob_target_text(const ob_target *target);

// Its processor, such as `gfx90a`. The text stays until the target is freed; it is empty for null.
const char *ob_target_processor(const ob_target *target);

// How many features it says something of.
size_t ob_target_feature_count(const ob_target *target);

// One of them, from 0, as they are written. Its name stays until the target is freed; it is empty where there is none with this number.
ob_feature ob_target_feature(const ob_target *target,
                             size_t number);

// Frees a target ID. Null is nothing.
void ob_target_free(ob_target *target);

// Whether code that is stored under the ID `stored` may serve a request for `requested`. Each is a bundle entry ID or a target ID; where one
// is a target ID, targets alone are compared. The caller frees `*verdict`.
ob_status ob_compare(const char *stored,
                     const char *requested,
                     ob_comparison **verdict,
                     ob_failure **error);

// Whether it may, by the rules of those who match names. No for null.
bool ob_comparison_compatible(const ob_comparison *verdict);

// Whether loaders run it: also what is for the generic processor of a family, or for an earlier one of a generation. No for null.
bool ob_comparison_loads(const ob_comparison *verdict);

// How well it serves: of several that are loaded in the same way the one with the highest rank is best.
uint32_t ob_comparison_rank(const ob_comparison *verdict);

// How many reasons there are: at least one.
size_t ob_comparison_reason_count(const ob_comparison *verdict);

// One of them, from 0. Its texts stay until the verdict is freed; they are empty where there is none with this number.
ob_reason ob_comparison_reason(const ob_comparison *verdict,
                               size_t number);

// Frees a verdict. Null is nothing.
void ob_comparison_free(ob_comparison *verdict);

// Decompresses the bundles in the `size` bytes at `data`. Those that are not compressed stay as they are. Everything is checked that the
// headers declare. The caller frees `*bytes`.
ob_status ob_decompress(const uint8_t *data,
                        size_t size,
                        ob_buffer **bytes,
                        ob_failure **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OFFLOAD_BUNDLE_H */
