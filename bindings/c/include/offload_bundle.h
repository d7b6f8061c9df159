// offload_bundle.h: finds GPU code in files, and the code that a GPU runs.
//
// Generated from bindings/c/src/ by `cargo xtask c`; do not edit.
//
// The contract of every function:
//
// - Any pointer may be null. A missing required argument gives OB_STATUS_INVALID_ARGUMENT; getters of null return 0, false, or an empty text.
//   A pointer that is not null is valid for its type. `const char *` is zero-terminated.
// - Inputs can be arbitrary: damaged or hostile bytes give an error with offset and field. They cause no crash, hang or disproportionate use
//   of memory.
// - A call that can fail returns an ob_status, and its last argument is `ob_failure **error`. `*error` is null after success; otherwise the
//   caller frees it with ob_failure_free, and results are null or zero. Result pointers may be uninitialised before the call. `error` itself
//   may be null.
// - Objects of opaque types belong to the caller, who gets them by `T **` and frees each once with the type's own function, which accepts null.
//   ob_bundle, ob_entry and ob_text are plain values and are not freed.
// - Bytes in an ob_input are borrowed and never copied. Text arguments are read during the call only.
// - Several threads may use an object at once, but not while a thread frees it.
// - Iterating over bundles and entries, with IDs, sizes and offsets, does not allocate.


#ifndef OFFLOAD_BUNDLE_H
#define OFFLOAD_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An absent number, such as the offset of an error without a position, or of a compressed code object.
#define OB_NONE UINT64_MAX

// Open damaged input too, as far as it can be read.
#define OB_LENIENT 1

// Search all bytes for bundles, also outside of known places.
#define OB_CARVE 2

// Do not check the digests of compressed bundles.
#define OB_SKIP_DIGESTS 4

// The result of a call. `ob_failure_code` is more precise.
typedef enum {
  // Success.
  OB_STATUS_OK = 0,
  // No match: no code for this GPU, or no target in this ID.
  OB_STATUS_NOT_FOUND = 1,
  // The input contains no GPU code in a known form.
  OB_STATUS_NOT_A_BUNDLE = 2,
  // The input is damaged. The error has offset and field.
  OB_STATUS_MALFORMED = 3,
  // The system could not read a file. The error has its message.
  OB_STATUS_IO = 4,
  // An argument is null or out of range, or a text is not an ID, GPU or known word.
  OB_STATUS_INVALID_ARGUMENT = 5,
  // The input or the request is not supported. The error says why, and what to do.
  OB_STATUS_REFUSED = 6,
  // A fault in this library: please report it with the input.
  OB_STATUS_FAULT = 7,
  // More bytes are needed: see `ob_image_length`.
  OB_STATUS_NEEDS_MORE = 8,
} ob_status;

// A buffer owned by the library: a code object, a bundle or a text. The caller frees it.
//
// A buffer outlives its closed file. Uncompressed bytes of a file that was opened from memory are not copied: that memory must outlive the
// buffer.
typedef struct ob_buffer ob_buffer;

// The reason for a failed call. The caller frees it.
//
// The texts belong to the error, end with a zero byte, and can be empty. They are never null, even for a null error.
typedef struct ob_failure ob_failure;

// An opened file with GPU code. The caller closes it.
typedef struct ob_file ob_file;

// The best entry for a GPU, with reasons. The caller frees it.
typedef struct ob_match ob_match;

// A target ID: a processor and its features. The caller frees it.
typedef struct ob_target ob_target;

// Whether code for one target runs on another, with reasons. The caller frees it.
typedef struct ob_comparison ob_comparison;

// An input: **either** the file at `path` **or** the `size` bytes at `data`; the other pointer is null.
//
// `path` is zero-terminated: any bytes on Unix, UTF-8 on Windows. The bytes at `data` are borrowed and never copied: they must not move or
// change until all objects created from them are freed.
typedef struct {
  // A path, or null.
  const char *path;
  // Bytes, or null.
  const uint8_t *data;
  // Size of the bytes.
  size_t size;
} ob_input;

// Options. Null and zeros mean the defaults. Unknown flags give `OB_STATUS_INVALID_ARGUMENT`.
typedef struct {
  // The most bytes that a compressed bundle may contain; 0 for no limit.
  uint64_t max_size;
  // A combination of `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`.
  uint32_t flags;
} ob_options;

// A bundle of an opened file: a plain value, valid until the file is closed.
typedef struct {
  // The file; null for an invalid bundle.
  const ob_file *file;
  // Its position in the file, from 0.
  size_t number;
} ob_bundle;

// A borrowed text: `size` bytes of UTF-8 at `data`, **not** zero-terminated. `data` is null if there is no text. `printf("%.*s",
// (int)text.size, text.data)` prints it.
//
// It is valid as long as its file.
typedef struct {
  // The first byte, or null.
  const char *data;
  // The size in bytes.
  size_t size;
} ob_text;

// The compression of a bundle.
typedef struct {
  // The compressed format, such as `ccob`.
  ob_text format;
  // The method, such as `zstd`; null text if unknown.
  ob_text method;
  // The version of the format; 0 if it is unversioned.
  uint64_t version;
  // The size of the compressed bundle, in bytes.
  uint64_t compressed_size;
  // The size of the decompressed bundle, in bytes.
  uint64_t decompressed_size;
} ob_compression;

// An entry of a bundle: a plain value, valid until the file is closed.
typedef struct {
  // The file; null for an invalid entry.
  const ob_file *file;
  // The position of its bundle in the file, from 0.
  size_t bundle;
  // Its position in the bundle, from 0.
  size_t number;
} ob_entry;

// A reason for or against a match. Both texts are zero-terminated.
typedef struct {
  // The rule, such as `processor`.
  const char *rule;
  // The message.
  const char *text;
} ob_reason;

// A feature of a target ID. Its name is zero-terminated.
typedef struct {
  // The name, such as `xnack`.
  const char *name;
  // Whether the feature must be on; otherwise it must be off.
  bool on;
} ob_feature;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the error's code, such as `out-of-bounds`, the same as in `offload-bundle --json` and the Python module. Codes for arguments are
// `null`, `not-text`, `no-such-position`, `bad-id`, `bad-word` and `too-small`.
const char *ob_failure_code(const ob_failure *error);

// Returns the message: one line with problem, file, offset and field.
const char *ob_failure_message(const ob_failure *error);

// Returns the name of the file as given, or `<memory>`.
const char *ob_failure_file(const ob_failure *error);

// Returns the path of the faulty field, such as `entries[0].len_code_object`.
const char *ob_failure_path(const ob_failure *error);

// Returns the offset of the fault from the start of the file, in bytes; `OB_NONE` without a position.
uint64_t ob_failure_offset(const ob_failure *error);

// Frees an error. Null is ignored.
void ob_failure_free(ob_failure *error);

// Returns the version of the library, such as `0.1.0`. The text is static.
const char *ob_version(void);

// Opens a file or memory with GPU code, and finds all bundles of a bundle file, object file, library, program or archive. Without
// `OB_LENIENT`, damaged input is an error.
//
// `options` may be null; it accepts `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`. `*file` gets the opened file, which the caller closes,
// or null on failure.
ob_status ob_open(ob_input input,
                  const ob_options *options,
                  ob_file **file,
                  ob_failure **error);

// Closes a file. Its bundles, entries and texts become invalid; buffers and matches stay valid until they are freed. Null is ignored.
void ob_file_close(ob_file *file);

// Returns the number of bundles; 0 for null.
size_t ob_file_bundle_count(const ob_file *file);

// Returns the bundle at `number`, from 0, in file order. An invalid number gives a bundle without a file, on which all calls fail.
ob_bundle ob_file_bundle(const ob_file *file,
                         size_t number);

// Returns the name of the bundle's format, such as `binary_bundle`; a null text for an invalid bundle. The text is static.
ob_text ob_bundle_format(ob_bundle bundle);

// Returns the offset of the bundle, or of its compressed header, from the start of the file or archive member.
uint64_t ob_bundle_offset(ob_bundle bundle);

// Returns the size of the bundle in the file, in bytes.
uint64_t ob_bundle_size(ob_bundle bundle);

// Returns the section of the object file; a null text outside of sections.
ob_text ob_bundle_section(ob_bundle bundle);

// Gets the name of the archive member as a text; `OB_STATUS_NOT_FOUND` outside of archives. The caller frees `*name`.
ob_status ob_bundle_member(ob_bundle bundle,
                           ob_buffer **name,
                           ob_failure **error);

// Gets the compression; `OB_STATUS_NOT_FOUND` for an uncompressed bundle. The texts are static.
ob_status ob_bundle_compression(ob_bundle bundle,
                                ob_compression *compression,
                                ob_failure **error);

// Returns the number of entries; 0 for an invalid bundle.
size_t ob_bundle_entry_count(ob_bundle bundle);

// Returns the entry at `number`, from 0, in file order. An invalid number gives an entry without a file, on which all calls fail.
ob_entry ob_bundle_entry(ob_bundle bundle,
                         size_t number);

// Returns the bundle of an entry.
ob_bundle ob_entry_bundle(ob_entry entry);

// Gets the bundle entry ID as stored, such as `hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+`.
ob_status ob_entry_id(ob_entry entry,
                      ob_text *id,
                      ob_failure **error);

// Returns the offload kind in the ID, such as `hipv4`; a null text if the ID is malformed.
ob_text ob_entry_kind(ob_entry entry);

// Gets the target ID in the entry's ID; `OB_STATUS_NOT_FOUND` if it has none, such as the host's. The caller frees `*target`.
ob_status ob_entry_target(ob_entry entry,
                          ob_target **target,
                          ob_failure **error);

// Gets the size of the code object in bytes.
ob_status ob_entry_size(ob_entry entry,
                        uint64_t *size,
                        ob_failure **error);

// Returns the offset of the code object, from the same base as `ob_bundle_offset`; `OB_NONE` if it is compressed or in another file.
uint64_t ob_entry_offset(ob_entry entry);

// Gets the code object. The caller frees `*bytes`. Uncompressed bytes of a file opened from memory are not copied; a file on disk is read;
// a compressed bundle is decompressed once, and its digest is checked.
ob_status ob_entry_bytes(ob_entry entry,
                         ob_buffer **bytes,
                         ob_failure **error);

// Copies the code object to `into`, which has space for `capacity` bytes, in pieces. `*size` gets its size; `size` may be null. If the
// space is too small, no byte is copied, and the error is `too-small`. After other errors, part of the bytes may have been copied.
ob_status ob_entry_copy(ob_entry entry,
                        uint8_t *into,
                        size_t capacity,
                        uint64_t *size,
                        ob_failure **error);

// Returns the first byte; null for null. A text in a buffer is followed by a zero byte.
const uint8_t *ob_buffer_data(const ob_buffer *bytes);

// Returns the size in bytes, without the zero byte of a text; 0 for null.
size_t ob_buffer_size(const ob_buffer *bytes);

// Frees a buffer. Null is ignored.
void ob_buffer_free(ob_buffer *bytes);

// Finds the best entry for `target`, which is a GPU as its driver names it (`gfx90a:sramecc+:xnack-`, `sm_90`) or a bundle entry ID.
// `OB_STATUS_NOT_FOUND` if no entry runs; the error lists the available ones. The caller frees `*found`.
//
// A program can contain a bundle per translation unit, and needs the code objects of all bundles: call `ob_bundle_best_match` for each.
ob_status ob_file_best_match(const ob_file *file,
                             const char *target,
                             ob_match **found,
                             ob_failure **error);

// Finds the best entry of a bundle.
ob_status ob_bundle_best_match(ob_bundle bundle,
                               const char *target,
                               ob_match **found,
                               ob_failure **error);

// Returns the entry, which is valid until the file is closed.
ob_entry ob_match_entry(const ob_match *found);

// Returns the number of reasons, at least one.
size_t ob_match_reason_count(const ob_match *found);

// Returns the reason at `number`, from 0. Its texts are valid until the match is freed, and empty for an invalid number.
ob_reason ob_match_reason(const ob_match *found,
                          size_t number);

// Returns the number of other matches: the best entry of every other bundle, and equally specific entries of the same bundle.
size_t ob_match_other_count(const ob_match *found);

// Returns the other match at `number`, from 0, in file order; an entry without a file for an invalid number.
ob_entry ob_match_other(const ob_match *found,
                        size_t number);

// Frees a match. Null is ignored.
void ob_match_free(ob_match *found);

// Parses a target ID, such as `gfx90a:xnack+`. The caller frees `*target`.
ob_status ob_target_parse(const char *id,
                          ob_target **target,
                          ob_failure **error);

// Gets the target ID of a product, such as `RX 7900 XTX`, or parses a target ID, in any case. The caller frees `*target`.
ob_status ob_target_of_gpu(const char *name,
                           ob_target **target,
                           ob_failure **error);

// Gets the canonical spelling of a bundle entry ID or target ID as a text. The caller frees `*canonical`.
ob_status ob_canonical_id(const char *id,
                          ob_buffer **canonical,
                          ob_failure **error);

// Returns the canonical spelling, valid until the target is freed; empty for null.
const char *ob_target_text(const ob_target *target);

// Returns the processor, such as `gfx90a`, valid until the target is freed; empty for null.
const char *ob_target_processor(const ob_target *target);

// Returns the number of features.
size_t ob_target_feature_count(const ob_target *target);

// Returns the feature at `number`, from 0, in written order. Its name is valid until the target is freed, and empty for an invalid number.
ob_feature ob_target_feature(const ob_target *target,
                             size_t number);

// Frees a target ID. Null is ignored.
void ob_target_free(ob_target *target);

// Compares code stored as `stored` with a request for `requested`. Each is a bundle entry ID or a target ID; with a target ID, only
// targets are compared. The caller frees `*verdict`.
ob_status ob_compare(const char *stored,
                     const char *requested,
                     ob_comparison **verdict,
                     ob_failure **error);

// Returns whether the IDs match by name. False for null.
bool ob_comparison_compatible(const ob_comparison *verdict);

// Returns whether loaders run the code, which includes generic processors of a family and earlier ones of a generation. False for null.
bool ob_comparison_loadable(const ob_comparison *verdict);

// Returns the rank of the match: of several that load in the same way, the highest is best.
uint32_t ob_comparison_rank(const ob_comparison *verdict);

// Returns the number of reasons, at least one.
size_t ob_comparison_reason_count(const ob_comparison *verdict);

// Returns the reason at `number`, from 0. Its texts are valid until the verdict is freed, and empty for an invalid number.
ob_reason ob_comparison_reason(const ob_comparison *verdict,
                               size_t number);

// Frees a verdict. Null is ignored.
void ob_comparison_free(ob_comparison *verdict);

// Decompresses the bundles in the `size` bytes at `data`, and checks every value in their headers. Uncompressed bundles are kept. The
// caller frees `*bytes`.
ob_status ob_decompress(const uint8_t *data,
                        size_t size,
                        ob_buffer **bytes,
                        ob_failure **error);

// Finds the length in bytes of the image at `data`, of which only the address is known: a bundle, a compressed bundle, an offload binary, a
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
