// offload_bundle.h: what GPU code is in a file, does it run on a GPU, what takes the space, is it sound.
//
// Made from bindings/c/src/ by `cargo xtask c`; not to be edited.
//
// The contract of every function:
//
// - Any pointer may be null. Where something is needed and null is given, the status is OB_STATUS_INVALID_ARGUMENT; a question about nothing
//   has the answer 0, no, or an empty text. A pointer that is not null points at what its type says. `const char *` ends with a zero byte.
// - What is read may be anything: damaged or hostile bytes are an error with byte and field. No call crashes, hangs or takes memory beyond
//   proportion because of them.
// - A call that can fail returns an ob_status and takes `ob_error **error` last. `*error` is null after success; otherwise it is an error that
//   the caller frees with ob_error_free. Results are null or zero then. None of these places needs a value before the call, and `error` itself
//   may be null: then only the status tells.
// - What has a type that is only declared here belongs to the caller, who gets it by `T **` and frees it once, by the function that its type
//   has; that takes null too. ob_bundle, ob_entry, ob_text and rows are plain values that no one frees.
// - Bytes that are given in an ob_input are borrowed and never copied. Texts and lists that are given need to stay only during the call.
// - Whatever has been made may be used by several threads at once, but not while one of them frees it.
// - Walking through bundles and entries, with IDs, sizes and offsets, allocates nothing.


#ifndef OFFLOAD_BUNDLE_H
#define OFFLOAD_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The value of a missing number, such as the offset of an error that names no byte, or the bundle of a finding that names none.
#define OB_NONE UINT64_MAX

// Opens also what is not sound, as far as it can be read; extracts from it.
#define OB_LENIENT 1

// Searches everything for bundles, also outside of the places that are known.
#define OB_CARVE 2

// Does not check the digests of compressed bundles.
#define OB_SKIP_DIGESTS 4

// Does not look into other files that an input says its device code is in.
#define OB_NO_FOLLOW 8

// Replaces files that exist already.
#define OB_FORCE 16

// Writes nothing, and reports what it would write.
#define OB_DRY_RUN 32

// Changes the file itself that the path leads to, and takes no output.
#define OB_IN_PLACE 64

// How a call went. `ob_error_code` tells more finely what is wrong.
typedef enum {
  // It is done.
  OB_STATUS_OK = 0,
  // Nothing there is what was asked for: no code for this GPU, or no target in this ID.
  OB_STATUS_NOT_FOUND = 1,
  // The input holds no GPU code in a form that is known.
  OB_STATUS_NOT_A_BUNDLE = 2,
  // The input is damaged or not sound. The error tells byte and field.
  OB_STATUS_MALFORMED = 3,
  // The system refused to read or write a file. The error has its text.
  OB_STATUS_IO = 4,
  // An argument is null or out of range, or a text is no ID, no GPU or no known word.
  OB_STATUS_INVALID_ARGUMENT = 5,
  // It cannot be done with this input, or not as it was asked for. The error says why, and what to do.
  OB_STATUS_REFUSED = 6,
  // A fault in this library: please report it, with the file that shows it.
  OB_STATUS_FAULT = 7,
} ob_status;

// How an operation went.
typedef enum {
  // It is done, or the answer is yes.
  OB_OUTCOME_DONE = 0,
  // The answer is no: not sound, no code for this GPU, more than the budget.
  OB_OUTCOME_NEGATIVE = 1,
  // It could not be done, or not for every file; there is no answer.
  OB_OUTCOME_FAILED = 2,
} ob_outcome;

// How bad a finding is.
typedef enum {
  // Worth knowing; nothing is wrong.
  OB_SEVERITY_NOTE = 0,
  // It can be listed. Taking it apart may give something else than was put in.
  OB_SEVERITY_WARNING = 1,
  // It is malformed.
  OB_SEVERITY_ERROR = 2,
} ob_severity;

// Bytes that this library holds: a code object, a bundle, a text. The caller frees them.
//
// They stay until they are freed, also after the file that they are of was closed. Those of a file that was opened as bytes and is not
// compressed are not copied: then the bytes that were given must stay too.
typedef struct ob_bytes ob_bytes;

// Why a call failed. The caller frees it.
//
// The texts of an error belong to it, end with a zero byte, and are empty where there is nothing to say. They are never null, not even of a
// null error.
typedef struct ob_error ob_error;

// An opened file with GPU code. The caller closes it.
typedef struct ob_file ob_file;

// The entry that serves a GPU best, and why. The caller frees it.
typedef struct ob_match ob_match;

// What an operation reports. The caller frees it.
//
// It has rows of several kinds, each with a count; an operation says which of them it fills. Their texts end with a zero byte, stay until the
// report is freed, and are never null: where there is nothing to say, they are empty. `ob_report_json` has all that there is to say.
typedef struct ob_report ob_report;

// A target ID: a processor, and features that are on or off. The caller frees it.
typedef struct ob_target ob_target;

// Whether what is for one target may serve a request for another, and why. The caller frees it.
typedef struct ob_verdict ob_verdict;

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

// How to look. Null means the defaults, and so do zeros. Each function says which flags it takes; others are
// `OB_STATUS_INVALID_ARGUMENT`.
typedef struct {
  // How many bytes a compressed bundle may hold; 0: any number.
  uint64_t max_size;
  // Some of `OB_LENIENT`, `OB_CARVE` and the others.
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

// How to compress. Null means the defaults, and so do zeros.
typedef struct {
  // The method, such as `zstd` or `zlib`; null: the usual one.
  const char *method;
  // The version of the compressed format; 0: the usual one.
  uint64_t version;
  // The level; 0: the usual one of the method.
  int32_t level;
} ob_compressing;

// Which entries are wanted: those that fit one name of each list that is not empty. Null means all, and so do zeros.
typedef struct {
  // GPUs: target IDs, or names of products. A processor alone takes all of its variants.
  const char *const *targets;
  // How many.
  size_t target_count;
  // Offload kinds, such as `hip` or `openmp`.
  const char *const *kinds;
  // How many.
  size_t kind_count;
  // Target triples, such as `amdgcn-amd-amdhsa`.
  const char *const *triples;
  // How many.
  size_t triple_count;
} ob_filter;

// A file that was looked into.
typedef struct {
  // Its name.
  const char *file;
  // Where it could not be dealt with, or not all of it, the word for why, as `ob_error_code`.
  const char *error_code;
  // The same for people.
  const char *error_message;
  // How it went with this file.
  ob_outcome outcome;
} ob_file_result;

// Something wrong or odd in a file.
typedef struct {
  // The file, or what in it the offset counts in.
  const char *file;
  // A stable word for what it is, such as `out-of-bounds`.
  const char *code;
  // What is wrong, for people.
  const char *message;
  // The field at fault, such as `entries[0].id`.
  const char *path;
  // The section that it is in.
  const char *section;
  // The member of an archive that it is in.
  const char *member;
  // Where, in bytes.
  uint64_t offset;
  // The number of the bundle, from 0; `OB_NONE` where it is about none.
  uint64_t bundle;
  // The number of the entry in the bundle, from 0; `OB_NONE` where it is about none.
  uint64_t entry;
  // How bad it is.
  ob_severity severity;
} ob_finding;

// Something that takes space. Which of the texts there are depends on what it was asked by.
typedef struct {
  // The target ID, or the triple where no processor is named.
  const char *target;
  // The offload kind, or group of kinds.
  const char *kind;
  // The file.
  const char *file;
  // The kernel.
  const char *kernel;
  // What it is of code objects, if not a kernel, such as `other-code`.
  const char *part;
  // The number of the bundle in the file; `OB_NONE` where it was not asked by bundle.
  uint64_t bundle;
  // How many bytes it takes in the files: of what is compressed, its share of the compressed bytes.
  uint64_t size_in_file;
  // How many bytes it has when it is decompressed.
  uint64_t size;
  // How many code objects it is in.
  size_t code_object_count;
  // How many bundles it is in.
  size_t bundle_count;
} ob_size_row;

// A file that was written, or would be.
typedef struct {
  // The file that it comes from.
  const char *file;
  // The bundle entry ID, where it is a code object.
  const char *id;
  // The file that was written, or would be.
  const char *output;
  // The number of the bundle in the file; `OB_NONE` where it is no code object.
  uint64_t bundle;
  // The number of the entry in the bundle; `OB_NONE` where it is no code object.
  uint64_t entry;
  // How many bytes it has.
  uint64_t size;
} ob_output;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// A stable word for what is wrong, such as `out-of-bounds`: the same that `offload-bundle --json` and the module for Python give. Those of
// arguments are `null`, `not-text`, `no-such-position`, `bad-id`, `bad-word` and `too-small`.
const char *ob_error_code(const ob_error *error);

// What is wrong and what to do, in a line for people, with file, byte and field.
const char *ob_error_message(const ob_error *error);

// The file that it is about, as it was named, or `<memory>`.
const char *ob_error_file(const ob_error *error);

// The field at fault, such as `entries[0].len_code_object`.
const char *ob_error_path(const ob_error *error);

// Where in the file, in bytes from its start; `OB_NONE` where it is about no byte.
uint64_t ob_error_offset(const ob_error *error);

// Frees an error. Null is nothing.
void ob_error_free(ob_error *error);

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
                  ob_error **error);

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
                           ob_bytes **name,
                           ob_error **error);

// How it is compressed; `OB_STATUS_NOT_FOUND` where it is not. The texts stay.
ob_status ob_bundle_compression(ob_bundle bundle,
                                ob_compression *compression,
                                ob_error **error);

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
                      ob_error **error);

// The offload kind in its ID, such as `hipv4`; no text where the ID does not follow the grammar.
ob_text ob_entry_kind(ob_entry entry);

// The target ID in its ID; `OB_STATUS_NOT_FOUND` where that has none, as of the host's. The caller frees `*target`.
ob_status ob_entry_target(ob_entry entry,
                          ob_target **target,
                          ob_error **error);

// How many bytes its code object has.
ob_status ob_entry_size(ob_entry entry,
                        uint64_t *size,
                        ob_error **error);

// First byte of its code object, counted as `ob_bundle_offset`; `OB_NONE` where it does not lie in the file as it is, because it is
// compressed or in another file.
uint64_t ob_entry_offset(ob_entry entry);

// Its code object. The caller frees `*bytes`. Of bytes that were given and are not compressed, they are shown where they are; of a file they
// are read; what is compressed is decompressed once for the whole bundle, and its digest checked.
ob_status ob_entry_bytes(ob_entry entry,
                         ob_bytes **bytes,
                         ob_error **error);

// Copies its code object into the room for `capacity` bytes at `into`, a piece at a time. `*size`, which may be null, is how many bytes it
// has. Where there is less room, nothing is copied, and the error is `too-small`. On other errors some bytes may have been copied.
ob_status ob_entry_copy(ob_entry entry,
                        uint8_t *into,
                        size_t capacity,
                        uint64_t *size,
                        ob_error **error);

// The first of the bytes; null for null. What is called a text in this header has a zero byte after its last.
const uint8_t *ob_bytes_data(const ob_bytes *bytes);

// How many there are, without that zero; 0 for null.
size_t ob_bytes_size(const ob_bytes *bytes);

// Frees bytes. Null is nothing.
void ob_bytes_free(ob_bytes *bytes);

// The entry of a file that serves `target` best: that of a GPU, as its driver names it (`gfx90a:sramecc+:xnack-`, `sm_90`), or a whole bundle
// entry ID. `OB_STATUS_NOT_FOUND` where none does; the error names those that there are. The caller frees `*found`.
//
// A program can hold one bundle a translation unit, and needs the code objects of all of them: `ob_bundle_best_match` gives that of each.
ob_status ob_file_best_match(const ob_file *file,
                             const char *target,
                             ob_match **found,
                             ob_error **error);

// The same among the entries of one bundle.
ob_status ob_bundle_best_match(ob_bundle bundle,
                               const char *target,
                               ob_match **found,
                               ob_error **error);

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
                          ob_error **error);

// The target ID of the product that is sold under this name, such as `RX 7900 XTX`, or that the name is, in any case of letters. The caller
// frees `*target`.
ob_status ob_target_of_gpu(const char *name,
                           ob_target **target,
                           ob_error **error);

// The canonical spelling of a bundle entry ID or a target ID, as a text. The caller frees `*canonical`.
ob_status ob_canonical_id(const char *id,
                          ob_bytes **canonical,
                          ob_error **error);

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
                     ob_verdict **verdict,
                     ob_error **error);

// Whether it may, by the rules of those who match names. No for null.
bool ob_verdict_compatible(const ob_verdict *verdict);

// Whether loaders run it: also what is for the generic processor of a family, or for an earlier one of a generation. No for null.
bool ob_verdict_loads(const ob_verdict *verdict);

// How well it serves: of several that are loaded in the same way the one with the highest rank is best.
uint32_t ob_verdict_rank(const ob_verdict *verdict);

// How many reasons there are: at least one.
size_t ob_verdict_reason_count(const ob_verdict *verdict);

// One of them, from 0. Its texts stay until the verdict is freed; they are empty where there is none with this number.
ob_reason ob_verdict_reason(const ob_verdict *verdict,
                            size_t number);

// Frees a verdict. Null is nothing.
void ob_verdict_free(ob_verdict *verdict);

// Makes a bundle of `count` entries: each of `ids` is a bundle entry ID, and each of `code_objects` what its entry holds: nothing where
// it is all zeros, as of the host, which most bundles need an entry for. `compressed` is null for a bundle that is not compressed; its zeros
// mean the defaults. The caller frees `*bytes`.
ob_status ob_make_bundle(const char *const *ids,
                         const ob_input *code_objects,
                         size_t count,
                         const ob_compressing *compressed,
                         ob_bytes **bytes,
                         ob_error **error);

// Compresses the bundles in the `size` bytes at `data`, each by itself and in order. `how` may be null. The caller frees `*bytes`.
ob_status ob_compress(const uint8_t *data,
                      size_t size,
                      const ob_compressing *how,
                      ob_bytes **bytes,
                      ob_error **error);

// Decompresses the bundles in the `size` bytes at `data`. Those that are not compressed stay as they are. Everything is checked that the
// headers declare. The caller frees `*bytes`.
ob_status ob_decompress(const uint8_t *data,
                        size_t size,
                        ob_bytes **bytes,
                        ob_error **error);

// Checks an input down to its code objects: layout, sizes, digests, IDs, and whether each code object is for the processor that its ID says.
// With `require`, names of `require_count` GPUs, also asks of each what `ob_supports` asks: a no makes the outcome negative.
//
// `options` may be null; it takes `OB_CARVE`, `OB_SKIP_DIGESTS` and `OB_NO_FOLLOW`. The report has files and findings; its outcome is done
// where nothing is wrong. That something is wrong with the input is no error: the status is `OB_STATUS_OK`. Where it
// is one file that cannot be read, or holds no bundles, that is an error. The caller frees `*report`.
ob_status ob_verify(ob_input input,
                    const ob_options *options,
                    const char *const *require,
                    size_t require_count,
                    ob_report **report,
                    ob_error **error);

// Asks whether all of an input runs on a GPU: a target ID, or the name of a product. The outcome of the report is done for yes, negative for
// no, and failed where it is not known. `options` as for `ob_verify`. The report has files and findings. The caller frees `*report`.
ob_status ob_supports(ob_input input,
                      const char *target,
                      const ob_options *options,
                      ob_report **report,
                      ob_error **error);

// Measures what takes the space in an input, `by` `arch`, `kind`, `file`, `bundle` or `kernel`; null: by `arch`. No byte is in two rows.
// `budget` is how many bytes the rows may take in the files; more makes the outcome negative, as nothing at all does; 0: any number.
// `filter` says of which entries; it may be null.
//
// `options` as for `ob_verify`. The report has files, findings and size rows. The caller frees `*report`.
ob_status ob_size(ob_input input,
                  const char *by,
                  uint64_t budget,
                  const ob_filter *filter,
                  const ob_options *options,
                  ob_report **report,
                  ob_error **error);

// Writes the code objects of an input into the folder `folder`, which is made if it is not there: those that `filter` wants, or all where that
// is null. All appear together, or none does.
//
// `options` may be null; it takes what `ob_verify` takes, and `OB_LENIENT`, `OB_FORCE` and `OB_DRY_RUN`. The report has files, findings and
// outputs. The caller frees `*report`.
ob_status ob_extract(ob_input input,
                     const char *folder,
                     const ob_filter *filter,
                     const ob_options *options,
                     ob_report **report,
                     ob_error **error);

// Says how the code objects and kernels of two inputs differ: files, packages, folders. The outcome of the report is done where nothing does,
// and negative where something does. `filter` may be null; `options` as for `ob_verify`.
//
// The report has findings; what came, went and changed is in its JSON. The caller frees `*report`.
ob_status ob_diff(ob_input before,
                  ob_input after,
                  const ob_filter *filter,
                  const ob_options *options,
                  ob_report **report,
                  ob_error **error);

// Writes to `output` what is left of an input (a library, a program, a bundle, a wheel) when only the code for some GPUs stays: for those in
// `keep`, or for all but those in `drop`; one of the lists is empty. Pointers follow, and the result is checked before it appears.
//
// `options` may be null; it takes `OB_CARVE`, `OB_SKIP_DIGESTS`, `OB_NO_FOLLOW`, `OB_DRY_RUN` and `OB_IN_PLACE`, with which `output` is null.
// The report has findings, and the output unless it was a dry run. The caller frees `*report`.
ob_status ob_prune(ob_input input,
                   const char *const *keep,
                   size_t keep_count,
                   const char *const *drop,
                   size_t drop_count,
                   const char *output,
                   const ob_options *options,
                   ob_report **report,
                   ob_error **error);

// Writes to `output` an input whose bundles are compressed where they are: a library, a program, a wheel, or bundles by themselves. All of the
// code stays, and the result is checked before it appears. `how` may be null.
//
// `options` as for `ob_prune`. The report has findings, and the output unless it was a dry run. The caller frees `*report`.
ob_status ob_compress_file(ob_input input,
                           const ob_compressing *how,
                           const char *output,
                           const ob_options *options,
                           ob_report **report,
                           ob_error **error);

// Writes to `output` an input whose compressed bundles are decompressed where they are, as `ob_compress_file` takes it. Everything is checked
// that their headers declare.
//
// `options` as for `ob_prune`. The report has findings, and the output unless it was a dry run. The caller frees `*report`.
ob_status ob_decompress_file(ob_input input,
                             const char *output,
                             const ob_options *options,
                             ob_report **report,
                             ob_error **error);

// Writes to `output` an input in which `count` code objects are others: those of the entries with these bundle entry IDs, in whatever
// spelling, hold what is in `code_objects` then, the first the first and so on. All other entries stay as they are.
//
// `bundle` is the number of the bundle that they are in; `OB_NONE` where one bundle alone has such entries. `options` as for `ob_prune`. The
// report has findings, and the output unless it was a dry run. The caller frees `*report`.
ob_status ob_replace(ob_input input,
                     const char *const *ids,
                     const ob_input *code_objects,
                     size_t count,
                     uint64_t bundle,
                     const char *output,
                     const ob_options *options,
                     ob_report **report,
                     ob_error **error);

// How it went. `OB_OUTCOME_FAILED` for null.
ob_outcome ob_report_outcome(const ob_report *report);

// All of it in JSON, in the form that the tool has for this operation (`cli/json-schema/`). It stays until the report is freed; it is empty
// for null.
const char *ob_report_json(const ob_report *report);

// How many files were looked into.
size_t ob_report_file_count(const ob_report *report);

// One of them, from 0. No where there is none with this number; then `*file` is as it was.
bool ob_report_file(const ob_report *report,
                    size_t number,
                    ob_file_result *file);

// How many things were found to be wrong or odd.
size_t ob_report_finding_count(const ob_report *report);

// One of them, from 0. No where there is none with this number; then `*finding` is as it was.
bool ob_report_finding(const ob_report *report,
                       size_t number,
                       ob_finding *finding);

// How many things take space.
size_t ob_report_size_row_count(const ob_report *report);

// One of them, from 0, by what takes most. No where there is none with this number; then `*row` is as it was.
bool ob_report_size_row(const ob_report *report,
                        size_t number,
                        ob_size_row *size_row);

// How many files were written, or would be.
size_t ob_report_output_count(const ob_report *report);

// One of them, from 0. No where there is none with this number; then `*output` is as it was.
bool ob_report_output(const ob_report *report,
                      size_t number,
                      ob_output *output);

// Frees a report. Null is nothing.
void ob_report_free(ob_report *report);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OFFLOAD_BUNDLE_H */
