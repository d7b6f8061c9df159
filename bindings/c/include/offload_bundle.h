// offload_bundle.h: the GPU code in a file, and the code that a GPU runs.
//
// Generated from bindings/c/src/ by `cargo xtask c`; do not edit.
//
// The contract of every function:
//
// - Any pointer may be null. A null for a required argument gives OB_STATUS_INVALID_ARGUMENT; a getter of null returns 0, false, or an
//   empty text. Other pointers must be valid for their type. `const char *` ends with a zero byte.
// - Input may be damaged or hostile: the result is an error with byte and field. No call crashes, hangs or uses excessive memory.
// - A call that can fail returns an ob_status and takes `ob_failure **error` last. `*error` is null after success; otherwise it is an error that
//   the caller frees with ob_failure_free. Results are then null or zero. The caller need not initialise them. `error` itself may be
// null.
// - The caller owns objects of opaque types, which a call returns through `T **`, and frees each once with the function of its type,
//   which also accepts null. ob_bundle, ob_entry and ob_text are plain values without a free function.
// - Bytes in an ob_input are borrowed and never copied. Text arguments must be valid only during the call.
// - Threads may share an object until a thread frees it.
// - Reading bundles, entries, IDs, sizes and offsets does not allocate.


#ifndef OFFLOAD_BUNDLE_H
#define OFFLOAD_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Value of a missing number, such as the offset of a compressed code object or of an error without an offset.
#define OB_NONE UINT64_MAX

// Also opens damaged files, as far as they can be read.
#define OB_LENIENT 1

// Searches every byte for bundles.
#define OB_CARVE 2

// Do not check the digests of compressed bundles.
#define OB_SKIP_DIGESTS 4

// Result of a call. `ob_failure_code` is more precise.
typedef enum {
  // Success.
  OB_STATUS_OK = 0,
  // Not found: no code for this GPU, or no target in this ID.
  OB_STATUS_NOT_FOUND = 1,
  // The input contains no known GPU code.
  OB_STATUS_NOT_A_BUNDLE = 2,
  // The input is damaged. The error has byte and field.
  OB_STATUS_MALFORMED = 3,
  // The system cannot read a file. The error has the reason.
  OB_STATUS_IO = 4,
  // An argument is null, out of range, or not a valid ID, GPU or word.
  OB_STATUS_INVALID_ARGUMENT = 5,
  // The request is not possible with this input. The error has the reason.
  OB_STATUS_REFUSED = 6,
  // A bug in this library. Please report it with the file.
  OB_STATUS_FAULT = 7,
  // More bytes are needed: see `ob_image_length`.
  OB_STATUS_NEEDS_MORE = 8,
} ob_status;

// Bytes owned by this library: a code object, a bundle or a text. The caller frees them.
//
// They are valid until freed, even after the file is closed. Uncompressed bytes of a file opened from memory are not copied, so the
// memory must stay valid, too.
typedef struct ob_buffer ob_buffer;

// The reason for a failed call. The caller frees it.
//
// The error owns its texts, which end with a zero byte and may be empty. They are never null, even for a null error.
typedef struct ob_failure ob_failure;

// An opened file with GPU code. The caller closes it.
typedef struct ob_file ob_file;

// The best entry for a GPU, and the reasons. The caller frees it.
typedef struct ob_match ob_match;

// A target ID: a processor and its features. The caller frees it.
typedef struct ob_target ob_target;

// Whether code for one target serves a request for another, and the reasons. The caller frees it.
typedef struct ob_comparison ob_comparison;

// The input: **either** the file at `path` **or** the `size` bytes at `data`; the other pointer is null.
//
// `path` ends with a zero byte, and is UTF-8 on Windows. The bytes at `data` are borrowed and never copied: they must stay valid and
// unchanged until everything that uses them is freed.
typedef struct {
  // A path, or null.
  const char *path;
  // Bytes, or null.
  const uint8_t *data;
  // Number of bytes.
  size_t size;
} ob_input;

// Options of a search. Null or zeros are the defaults. Unknown flags give `OB_STATUS_INVALID_ARGUMENT`.
typedef struct {
  // Maximum decompressed size of a bundle in bytes; 0 for no limit.
  uint64_t max_size;
  // A combination of `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`.
  uint32_t flags;
} ob_options;

// A bundle of an open file. A plain value, valid until the file is closed.
typedef struct {
  // The file; null for an invalid bundle.
  const ob_file *file;
  // Its index in the file, from 0.
  size_t number;
} ob_bundle;

// A borrowed text: `size` bytes of UTF-8 at `data`, **without** a zero byte at the end. `data` is null for an absent text.
// `printf("%.*s", (int)text.size, text.data)` prints it.
//
// Valid until the file is closed.
typedef struct {
  // The first byte, or null.
  const char *data;
  // Number of bytes.
  size_t size;
} ob_text;

// The compression of a bundle.
typedef struct {
  // Compressed format, such as `ccob`.
  ob_text format;
  // Method, such as `zstd`; empty if unknown.
  ob_text method;
  // Version of the format; 0 for a format without versions.
  uint64_t version;
  // Compressed size in bytes.
  uint64_t compressed_size;
  // Decompressed size in bytes.
  uint64_t decompressed_size;
} ob_compression;

// An entry of a bundle. A plain value, valid until the file is closed.
typedef struct {
  // The file; null for an invalid entry.
  const ob_file *file;
  // Index of its bundle in the file, from 0.
  size_t bundle;
  // Its index in the bundle, from 0.
  size_t number;
} ob_entry;

// A reason for or against a match. Both texts end with a zero byte.
typedef struct {
  // Stable name of the rule, such as `processor`.
  const char *rule;
  // The reason as a sentence.
  const char *text;
} ob_reason;

// A feature of a target ID. Its name is zero-terminated.
typedef struct {
  // Name, such as `xnack`.
  const char *name;
  // Whether the feature must be on; otherwise it must be off.
  bool on;
} ob_feature;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Stable code of the error, such as `out-of-bounds`, as in `offload-bundle --json` and the Python module. Invalid arguments
// have `null`, `not-text`, `no-such-position`, `bad-id`, `bad-word` and `too-small`.
const char *ob_failure_code(const ob_failure *error);

// The error message in one line, with file, byte and field.
const char *ob_failure_message(const ob_failure *error);

// The name of the file, or `<memory>`.
const char *ob_failure_file(const ob_failure *error);

// The invalid field, such as `entries[0].len_code_object`.
const char *ob_failure_path(const ob_failure *error);

// Offset in bytes from the start of the file; `OB_NONE` for an error without an offset.
uint64_t ob_failure_offset(const ob_failure *error);

// Frees an error. Null has no effect.
void ob_failure_free(ob_failure *error);

// Version of this library, such as `0.1.0`. Always valid.
const char *ob_version(void);

// Opens a file or bytes with GPU code and finds the bundles: in a bundle file, compressed or not, in an object file, library or program,
// or in an archive. A damaged file needs `OB_LENIENT`.
//
// `options` may be null; it takes `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`. On success `*file` is an open file, which the caller
// closes; otherwise null.
ob_status ob_open(ob_input input,
                  const ob_options *options,
                  ob_file **file,
                  ob_failure **error);

// Closes a file and invalidates its bundles, entries and texts. Buffers and matches stay valid until freed. Null has no effect.
void ob_file_close(ob_file *file);

// Number of bundles; 0 for null.
size_t ob_file_bundle_count(const ob_file *file);

// Returns bundle `number`, from 0, in file order, or a bundle without a file if it is out of range.
ob_bundle ob_file_bundle(const ob_file *file,
                         size_t number);

// Name of its format, such as `binary_bundle`; empty without a bundle. Always valid.
ob_text ob_bundle_format(ob_bundle bundle);

// Offset in bytes of the bundle, or of the header of a compressed one, from the start of the file or archive member.
uint64_t ob_bundle_offset(ob_bundle bundle);

// Size in the file, in bytes.
uint64_t ob_bundle_size(ob_bundle bundle);

// Section of the object file; empty without a section.
ob_text ob_bundle_section(ob_bundle bundle);

// Name of the archive member, as a text; `OB_STATUS_NOT_FOUND` outside archives. The caller frees `*name`.
ob_status ob_bundle_member(ob_bundle bundle,
                           ob_buffer **name,
                           ob_failure **error);

// Compression of the bundle; `OB_STATUS_NOT_FOUND` if it is not compressed. The texts are always valid.
ob_status ob_bundle_compression(ob_bundle bundle,
                                ob_compression *compression,
                                ob_failure **error);

// Number of entries; 0 without a bundle.
size_t ob_bundle_entry_count(ob_bundle bundle);

// Returns entry `number`, from 0, in file order, or an entry without a file if it is out of range.
ob_entry ob_bundle_entry(ob_bundle bundle,
                         size_t number);

// Returns the bundle of an entry.
ob_bundle ob_entry_bundle(ob_entry entry);

// Stored bundle entry ID, such as `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+`.
ob_status ob_entry_id(ob_entry entry,
                      ob_text *id,
                      ob_failure **error);

// Offload kind of its ID, such as `hipv4`; empty if the ID is invalid.
ob_text ob_entry_kind(ob_entry entry);

// Target ID of its ID; `OB_STATUS_NOT_FOUND` without a target ID, such as for the host. The caller frees `*target`.
ob_status ob_entry_target(ob_entry entry,
                          ob_target **target,
                          ob_failure **error);

// Size of its code object in bytes.
ob_status ob_entry_size(ob_entry entry,
                        uint64_t *size,
                        ob_failure **error);

// Offset of its code object, from the same start as `ob_bundle_offset`; `OB_NONE` if it is compressed or in another file.
uint64_t ob_entry_offset(ob_entry entry);

// Its code object. The caller frees `*bytes`. Uncompressed input in memory is borrowed, and a file is read. A compressed bundle is
// decompressed once, and its digest is checked.
ob_status ob_entry_bytes(ob_entry entry,
                         ob_buffer **bytes,
                         ob_failure **error);

// Copies its code object to `into`, which has `capacity` bytes, and stores its size in `*size` unless `size` is null. If `capacity` is
// too small, copies nothing; the error is `too-small`. Other errors may leave some bytes copied.
ob_status ob_entry_copy(ob_entry entry,
                        uint8_t *into,
                        size_t capacity,
                        uint64_t *size,
                        ob_failure **error);

// Pointer to the bytes; null for null. Texts have a zero byte after the last byte.
const uint8_t *ob_buffer_data(const ob_buffer *bytes);

// Number of bytes without that zero byte; 0 for null.
size_t ob_buffer_size(const ob_buffer *bytes);

// Frees bytes. Null has no effect.
void ob_buffer_free(ob_buffer *bytes);

// Finds the best entry of a file for `target`: the name of a GPU from its driver (`gfx90a:sramecc+:xnack-`, `sm_90`), or a bundle entry
// ID. `OB_STATUS_NOT_FOUND` if no entry matches; the error lists the entries. The caller frees `*found`.
//
// A program with several bundles, one for each translation unit, needs a code object from every unit: use `ob_bundle_best_match`.
ob_status ob_file_best_match(const ob_file *file,
                             const char *target,
                             ob_match **found,
                             ob_failure **error);

// Finds the best entry of a bundle.
ob_status ob_bundle_best_match(ob_bundle bundle,
                               const char *target,
                               ob_match **found,
                               ob_failure **error);

// The entry, valid until the file is closed.
ob_entry ob_match_entry(const ob_match *found);

// Number of reasons for the match, at least 1.
size_t ob_match_reason_count(const ob_match *found);

// Returns reason `number`, from 0. Its texts are valid until the match is freed, and empty if `number` is out of range.
ob_reason ob_match_reason(const ob_match *found,
                          size_t number);

// Number of other matches: the best entry of every other bundle, and equally specific entries of the same bundle.
size_t ob_match_other_count(const ob_match *found);

// Returns other match `number`, from 0, in file order, or an entry without a file if it is out of range.
ob_entry ob_match_other(const ob_match *found,
                        size_t number);

// Frees a match. Null has no effect.
void ob_match_free(ob_match *found);

// Parses a target ID, such as `gfx90a:xnack+`. The caller frees `*target`.
ob_status ob_target_parse(const char *id,
                          ob_target **target,
                          ob_failure **error);

// Target ID of a product, such as `RX 7900 XTX`, or of a processor. Letter case does not matter. The caller frees `*target`.
ob_status ob_target_of_gpu(const char *name,
                           ob_target **target,
                           ob_failure **error);

// Canonical spelling of a bundle entry ID or target ID, as a text. The caller frees `*canonical`.
ob_status ob_canonical_id(const char *id,
                          ob_buffer **canonical,
                          ob_failure **error);

// Canonical spelling. The text is valid until the target is freed, and empty for null.
const char *ob_target_text(const ob_target *target);

// Processor, such as `gfx90a`. The text is valid until the target is freed, and empty for null.
const char *ob_target_processor(const ob_target *target);

// Number of its features.
size_t ob_target_feature_count(const ob_target *target);

// Returns feature `number`, from 0, in ID order. Its name is valid until the target is freed, and empty if `number` is out of
// range.
ob_feature ob_target_feature(const ob_target *target,
                             size_t number);

// Frees a target ID. Null has no effect.
void ob_target_free(ob_target *target);

// Compares an entry `stored` with a request `requested`. Each is a bundle entry ID or a target ID; if one is a target ID, only targets
// are compared. The caller frees `*verdict`.
ob_status ob_compare(const char *stored,
                     const char *requested,
                     ob_comparison **verdict,
                     ob_failure **error);

// Whether the names match. False for null.
bool ob_comparison_compatible(const ob_comparison *verdict);

// Whether loaders run the entry, including generic code of a family and code for an earlier processor of a generation. False for null.
bool ob_comparison_loadable(const ob_comparison *verdict);

// Rank of the match; among entries that loaders run in the same way, the highest is best.
uint32_t ob_comparison_rank(const ob_comparison *verdict);

// Number of reasons, at least 1.
size_t ob_comparison_reason_count(const ob_comparison *verdict);

// Returns reason `number`, from 0. Its texts are valid until the verdict is freed, and empty if `number` is out of range.
ob_reason ob_comparison_reason(const ob_comparison *verdict,
                               size_t number);

// Frees a verdict. Null has no effect.
void ob_comparison_free(ob_comparison *verdict);

// Decompresses the bundles in the `size` bytes at `data`; uncompressed ones are copied. All declared sizes and digests are checked. The
// caller frees `*bytes`.
ob_status ob_decompress(const uint8_t *data,
                        size_t size,
                        ob_buffer **bytes,
                        ob_failure **error);

// Finds the length in bytes of the image at the address `data`: a bundle, a compressed bundle, an offload binary, a
// CUDA fat binary or a 64-bit ELF code object. Reads only the `size` bytes at `data`, which may be fewer or more than the image has.
// `*length` is the length; after `OB_STATUS_NEEDS_MORE`, the number of bytes at `data` that the next call needs; otherwise 0. Images that
// declare no length, such as compressed bundles of version 1, are refused.
ob_status ob_image_length(const uint8_t *data,
                          size_t size,
                          uint64_t *length,
                          ob_failure **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OFFLOAD_BUNDLE_H */
