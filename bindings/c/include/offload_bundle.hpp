// offload_bundle.hpp: offload_bundle.h for C++17 and later, in one header. Nothing throws; what can fail gives a `result`.
//
// What is owned is freed by destructors. Views (`std::string_view`, `byte_view`, `bundle`, `entry`) own nothing: they stay as long as what they
// are asked of, as offload_bundle.h says.

#ifndef OFFLOAD_BUNDLE_HPP
#define OFFLOAD_BUNDLE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#if __has_include(<version>)
#include <version>
#endif
#ifdef __cpp_lib_span
#include <span>
#endif

#include "offload_bundle.h"

namespace offload_bundle {

#ifdef __cpp_lib_span
using byte_view = std::span<const std::uint8_t>;
#else
/// Bytes that somebody else owns.
class byte_view {
public:
  constexpr byte_view() noexcept = default;
  constexpr byte_view(const std::uint8_t *data, std::size_t size) noexcept : data_(data), size_(size) {}
  byte_view(const std::vector<std::uint8_t> &bytes) noexcept : data_(bytes.data()), size_(bytes.size()) {}
  constexpr const std::uint8_t *data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr const std::uint8_t *begin() const noexcept { return data_; }
  constexpr const std::uint8_t *end() const noexcept { return data_ == nullptr ? nullptr : data_ + size_; }
  constexpr std::uint8_t operator[](std::size_t index) const noexcept { return data_[index]; }

private:
  const std::uint8_t *data_ = nullptr;
  std::size_t size_ = 0;
};
#endif

namespace detail {

template <auto Free> struct freeing {
  template <class T> void operator()(T *held) const noexcept { Free(held); }
};
template <class T, auto Free> using owned = std::unique_ptr<T, freeing<Free>>;

inline std::string_view view(ob_text text) noexcept {
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

inline std::optional<std::uint64_t> number(std::uint64_t value) noexcept {
  return value == OB_NONE ? std::nullopt : std::optional<std::uint64_t>(value);
}

/// What `At` gives for each number below a count.
template <class At> class numbered {
public:
  using value_type = decltype(std::declval<const At &>()(std::size_t{}));

  class iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = numbered::value_type;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value_type;

    iterator(const At &at, std::size_t number) : at_(at), number_(number) {}
    value_type operator*() const { return at_(number_); }
    iterator &operator++() {
      ++number_;
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++number_;
      return before;
    }
    friend bool operator==(const iterator &a, const iterator &b) { return a.number_ == b.number_; }
    friend bool operator!=(const iterator &a, const iterator &b) { return a.number_ != b.number_; }

  private:
    At at_;
    std::size_t number_;
  };

  numbered(std::size_t size, At at) : size_(size), at_(std::move(at)) {}
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  value_type operator[](std::size_t number) const { return at_(number); }
  iterator begin() const { return iterator(at_, 0); }
  iterator end() const { return iterator(at_, size_); }

private:
  std::size_t size_;
  At at_;
};

}  // namespace detail

/// Why a call failed.
class error {
public:
  error(ob_status status, ob_error *held) noexcept : status_(status), held_(held) {}
  ob_status status() const noexcept { return status_; }
  /// A stable word, such as `out-of-bounds`.
  std::string_view code() const noexcept { return ob_error_code(held_.get()); }
  /// For people: file, byte, field, what is wrong and what to do.
  const char *message() const noexcept { return ob_error_message(held_.get()); }
  std::string_view file() const noexcept { return ob_error_file(held_.get()); }
  std::string_view path() const noexcept { return ob_error_path(held_.get()); }
  std::optional<std::uint64_t> offset() const noexcept { return detail::number(ob_error_offset(held_.get())); }

private:
  ob_status status_;
  detail::owned<ob_error, ob_error_free> held_;
};

/// A value, or why there is none. Asking a failed one for its value, or another for its error, ends the program.
template <class T> class result {
public:
  result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
  result(offload_bundle::error why) : held_(std::in_place_index<1>, std::move(why)) {}

  bool has_value() const noexcept { return held_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  T &operator*() & { return there(std::get_if<0>(&held_)); }
  const T &operator*() const & { return there(std::get_if<0>(&held_)); }
  T &&operator*() && { return std::move(there(std::get_if<0>(&held_))); }
  T *operator->() { return &there(std::get_if<0>(&held_)); }
  const T *operator->() const { return &there(std::get_if<0>(&held_)); }
  const offload_bundle::error &error() const { return there(std::get_if<1>(&held_)); }

private:
  template <class U> static U &there(U *held) {
    if (held == nullptr) std::abort();
    return *held;
  }
  std::variant<T, offload_bundle::error> held_;
};

namespace detail {

/// The result of a call that gives something to own.
template <class T, class Held, class Call> result<T> made(Call call) {
  Held *held = nullptr;
  ob_error *why = nullptr;
  const ob_status status = call(&held, &why);
  if (status != OB_STATUS_OK) return error(status, why);
  return T(held);
}

/// The result of a call that gives a plain value.
template <class T, class Call> result<T> found(Call call) {
  T value{};
  ob_error *why = nullptr;
  const ob_status status = call(&value, &why);
  if (status != OB_STATUS_OK) return error(status, why);
  return value;
}

}  // namespace detail

/// A text that ends with a zero byte.
class zstring {
public:
  zstring(const char *text) noexcept : text_(text) {}
  zstring(const std::string &text) noexcept : text_(text.c_str()) {}
  const char *c_str() const noexcept { return text_; }

private:
  const char *text_;
};

/// Some texts that end with a zero byte.
class names {
public:
  names() = default;
  names(std::initializer_list<const char *> texts) : texts_(texts) {}
  names(std::vector<const char *> texts) : texts_(std::move(texts)) {}
  const char *const *data() const noexcept { return texts_.data(); }
  std::size_t size() const noexcept { return texts_.size(); }

private:
  std::vector<const char *> texts_;
};

/// What is to be looked into: a path, or bytes, which are borrowed.
class input {
public:
  input(const char *path) noexcept : held_{path, nullptr, 0} {}
  input(const std::string &path) noexcept : held_{path.c_str(), nullptr, 0} {}
  input(byte_view bytes) noexcept : held_{nullptr, bytes.data(), bytes.size()} {}
  input(const std::vector<std::uint8_t> &bytes) noexcept : held_{nullptr, bytes.data(), bytes.size()} {}
  ob_input get() const noexcept { return held_; }

private:
  ob_input held_;
};

/// How to look: `options().lenient().max_size(1 << 30)`.
class options {
public:
  options &lenient() noexcept { return with(OB_LENIENT); }
  options &carve() noexcept { return with(OB_CARVE); }
  options &skip_digests() noexcept { return with(OB_SKIP_DIGESTS); }
  options &no_follow() noexcept { return with(OB_NO_FOLLOW); }
  options &force() noexcept { return with(OB_FORCE); }
  options &dry_run() noexcept { return with(OB_DRY_RUN); }
  options &in_place() noexcept { return with(OB_IN_PLACE); }
  options &max_size(std::uint64_t bytes) noexcept {
    held_.max_size = bytes;
    return *this;
  }
  const ob_options *get() const noexcept { return &held_; }

private:
  options &with(std::uint32_t flag) noexcept {
    held_.flags |= flag;
    return *this;
  }
  ob_options held_{};
};

/// Which entries are wanted: `filter({"gfx90a"}).kinds({"hip"})`.
class filter {
public:
  filter() = default;
  filter(std::initializer_list<const char *> targets) : targets_(targets) {}
  filter(names targets) : targets_(std::move(targets)) {}
  filter &targets(names wanted) { return targets_ = std::move(wanted), *this; }
  filter &kinds(names wanted) { return kinds_ = std::move(wanted), *this; }
  filter &triples(names wanted) { return triples_ = std::move(wanted), *this; }
  ob_filter get() const noexcept {
    return {targets_.data(), targets_.size(), kinds_.data(), kinds_.size(), triples_.data(), triples_.size()};
  }

private:
  names targets_;
  names kinds_;
  names triples_;
};

/// Bytes that the library holds.
class bytes {
public:
  explicit bytes(ob_bytes *held) noexcept : held_(held) {}
  const std::uint8_t *data() const noexcept { return ob_bytes_data(held_.get()); }
  std::size_t size() const noexcept { return ob_bytes_size(held_.get()); }
  byte_view view() const noexcept { return byte_view(data(), size()); }
  std::string_view text() const noexcept { return std::string_view(reinterpret_cast<const char *>(data()), size()); }

private:
  detail::owned<ob_bytes, ob_bytes_free> held_;
};

/// Why something may serve, or why not.
struct reason {
  std::string_view rule;
  std::string_view text;
};

/// A feature of a target ID.
struct feature {
  std::string_view name;
  bool on;
};

/// A target ID.
class target {
public:
  explicit target(ob_target *held) noexcept : held_(held) {}
  static result<target> parse(zstring id) {
    return detail::made<target, ob_target>([&](auto **out, auto **why) { return ob_target_parse(id.c_str(), out, why); });
  }
  /// That of a product by the name that it is sold under.
  static result<target> of_gpu(zstring name) {
    return detail::made<target, ob_target>([&](auto **out, auto **why) { return ob_target_of_gpu(name.c_str(), out, why); });
  }
  const char *text() const noexcept { return ob_target_text(held_.get()); }
  std::string_view processor() const noexcept { return ob_target_processor(held_.get()); }
  auto features() const {
    const ob_target *held = held_.get();
    return detail::numbered(ob_target_feature_count(held), [held](std::size_t number) {
      const ob_feature found = ob_target_feature(held, number);
      return feature{found.name, found.on};
    });
  }

private:
  detail::owned<ob_target, ob_target_free> held_;
};

class bundle;

/// An entry of a bundle.
class entry {
public:
  explicit entry(ob_entry held) noexcept : held_(held) {}
  std::size_t number() const noexcept { return held_.number; }
  inline offload_bundle::bundle bundle() const noexcept;
  result<std::string_view> id() const {
    ob_text text{};
    ob_error *why = nullptr;
    const ob_status status = ob_entry_id(held_, &text, &why);
    if (status != OB_STATUS_OK) return error(status, why);
    return detail::view(text);
  }
  std::string_view kind() const noexcept { return detail::view(ob_entry_kind(held_)); }
  result<offload_bundle::target> target() const {
    return detail::made<offload_bundle::target, ob_target>([&](auto **out, auto **why) { return ob_entry_target(held_, out, why); });
  }
  result<std::uint64_t> size() const {
    return detail::found<std::uint64_t>([&](auto *out, auto **why) { return ob_entry_size(held_, out, why); });
  }
  std::optional<std::uint64_t> offset() const noexcept { return detail::number(ob_entry_offset(held_)); }
  result<offload_bundle::bytes> bytes() const {
    return detail::made<offload_bundle::bytes, ob_bytes>([&](auto **out, auto **why) { return ob_entry_bytes(held_, out, why); });
  }
  /// Copies the code object to `into`, and says how many bytes it has.
  result<std::uint64_t> copy(std::uint8_t *into, std::size_t capacity) const {
    return detail::found<std::uint64_t>([&](auto *out, auto **why) { return ob_entry_copy(held_, into, capacity, out, why); });
  }
  ob_entry get() const noexcept { return held_; }

private:
  ob_entry held_;
};

/// The entry that serves a GPU best, and why.
class match {
public:
  explicit match(ob_match *held) noexcept : held_(held) {}
  offload_bundle::entry entry() const noexcept { return offload_bundle::entry(ob_match_entry(held_.get())); }
  auto reasons() const {
    const ob_match *held = held_.get();
    return detail::numbered(ob_match_reason_count(held), [held](std::size_t number) {
      const ob_reason found = ob_match_reason(held, number);
      return reason{found.rule, found.text};
    });
  }
  auto others() const {
    const ob_match *held = held_.get();
    return detail::numbered(ob_match_other_count(held),
                            [held](std::size_t number) { return offload_bundle::entry(ob_match_other(held, number)); });
  }

private:
  detail::owned<ob_match, ob_match_free> held_;
};

/// A bundle of an opened file.
class bundle {
public:
  explicit bundle(ob_bundle held) noexcept : held_(held) {}
  std::size_t number() const noexcept { return held_.number; }
  std::string_view format() const noexcept { return detail::view(ob_bundle_format(held_)); }
  std::uint64_t offset() const noexcept { return ob_bundle_offset(held_); }
  std::uint64_t size() const noexcept { return ob_bundle_size(held_); }
  std::string_view section() const noexcept { return detail::view(ob_bundle_section(held_)); }
  result<bytes> member() const {
    return detail::made<bytes, ob_bytes>([&](auto **out, auto **why) { return ob_bundle_member(held_, out, why); });
  }
  result<ob_compression> compression() const {
    return detail::found<ob_compression>([&](auto *out, auto **why) { return ob_bundle_compression(held_, out, why); });
  }
  auto entries() const {
    const ob_bundle held = held_;
    return detail::numbered(ob_bundle_entry_count(held), [held](std::size_t number) { return entry(ob_bundle_entry(held, number)); });
  }
  result<match> best_match(zstring target) const {
    return detail::made<match, ob_match>([&](auto **out, auto **why) { return ob_bundle_best_match(held_, target.c_str(), out, why); });
  }
  ob_bundle get() const noexcept { return held_; }

private:
  ob_bundle held_;
};

inline bundle entry::bundle() const noexcept { return offload_bundle::bundle(ob_entry_bundle(held_)); }

/// An opened file with GPU code.
class file {
public:
  explicit file(ob_file *held) noexcept : held_(held) {}
  static result<file> open(input from, const options &how = options()) {
    return detail::made<file, ob_file>([&](auto **out, auto **why) { return ob_open(from.get(), how.get(), out, why); });
  }
  auto bundles() const {
    const ob_file *held = held_.get();
    return detail::numbered(ob_file_bundle_count(held), [held](std::size_t number) { return bundle(ob_file_bundle(held, number)); });
  }
  result<match> best_match(zstring target) const {
    return detail::made<match, ob_match>(
        [&](auto **out, auto **why) { return ob_file_best_match(held_.get(), target.c_str(), out, why); });
  }

private:
  detail::owned<ob_file, ob_file_close> held_;
};

/// Whether what is for one target may serve another, and why.
class verdict {
public:
  explicit verdict(ob_verdict *held) noexcept : held_(held) {}
  bool compatible() const noexcept { return ob_verdict_compatible(held_.get()); }
  bool loads() const noexcept { return ob_verdict_loads(held_.get()); }
  std::uint32_t rank() const noexcept { return ob_verdict_rank(held_.get()); }
  auto reasons() const {
    const ob_verdict *held = held_.get();
    return detail::numbered(ob_verdict_reason_count(held), [held](std::size_t number) {
      const ob_reason found = ob_verdict_reason(held, number);
      return reason{found.rule, found.text};
    });
  }

private:
  detail::owned<ob_verdict, ob_verdict_free> held_;
};

/// What an operation reports. Its rows are those of offload_bundle.h.
class report {
  template <class Row> auto rows(std::size_t (*count)(const ob_report *), bool (*at)(const ob_report *, std::size_t, Row *)) const {
    const ob_report *held = held_.get();
    return detail::numbered(count(held), [held, at](std::size_t number) {
      Row row{};
      at(held, number, &row);
      return row;
    });
  }

public:
  explicit report(ob_report *held) noexcept : held_(held) {}
  ob_outcome outcome() const noexcept { return ob_report_outcome(held_.get()); }
  /// Whether it is done, or the answer is yes.
  bool done() const noexcept { return outcome() == OB_OUTCOME_DONE; }
  std::string_view json() const noexcept { return ob_report_json(held_.get()); }
  auto files() const { return rows<ob_file_result>(ob_report_file_count, ob_report_file); }
  auto findings() const { return rows<ob_finding>(ob_report_finding_count, ob_report_finding); }
  auto size_rows() const { return rows<ob_size_row>(ob_report_size_row_count, ob_report_size_row); }
  auto outputs() const { return rows<ob_output>(ob_report_output_count, ob_report_output); }

private:
  detail::owned<ob_report, ob_report_free> held_;
};

inline std::string_view version() noexcept { return ob_version(); }

inline result<report> verify(input from, names require = {}, const options &how = options()) {
  return detail::made<report, ob_report>(
      [&](auto **out, auto **why) { return ob_verify(from.get(), how.get(), require.data(), require.size(), out, why); });
}

inline result<report> supports(zstring gpu, input from, const options &how = options()) {
  return detail::made<report, ob_report>([&](auto **out, auto **why) { return ob_supports(from.get(), gpu.c_str(), how.get(), out, why); });
}

inline result<report> size(input from, zstring by = "arch", std::uint64_t budget = 0, const filter &wanted = filter(),
                           const options &how = options()) {
  const ob_filter entries = wanted.get();
  return detail::made<report, ob_report>(
      [&](auto **out, auto **why) { return ob_size(from.get(), by.c_str(), budget, &entries, how.get(), out, why); });
}

inline result<report> extract(input from, zstring folder, const filter &wanted = filter(), const options &how = options()) {
  const ob_filter entries = wanted.get();
  return detail::made<report, ob_report>(
      [&](auto **out, auto **why) { return ob_extract(from.get(), folder.c_str(), &entries, how.get(), out, why); });
}

inline result<report> diff(input before, input after, const filter &wanted = filter(), const options &how = options()) {
  const ob_filter entries = wanted.get();
  return detail::made<report, ob_report>(
      [&](auto **out, auto **why) { return ob_diff(before.get(), after.get(), &entries, how.get(), out, why); });
}

/// Writes what is left when only the code for `targets` stays.
inline result<report> keep(input from, names targets, zstring output, const options &how = options()) {
  return detail::made<report, ob_report>([&](auto **out, auto **why) {
    return ob_prune(from.get(), targets.data(), targets.size(), nullptr, 0, output.c_str(), how.get(), out, why);
  });
}

/// Writes what is left when the code for `targets` goes.
inline result<report> drop(input from, names targets, zstring output, const options &how = options()) {
  return detail::made<report, ob_report>([&](auto **out, auto **why) {
    return ob_prune(from.get(), nullptr, 0, targets.data(), targets.size(), output.c_str(), how.get(), out, why);
  });
}

/// Writes an input whose bundles are compressed where they are. With `options().in_place()` the output is `nullptr`.
inline result<report> compress_file(input from, zstring output, const ob_compressing &method = {}, const options &how = options()) {
  return detail::made<report, ob_report>(
      [&](auto **out, auto **why) { return ob_compress_file(from.get(), &method, output.c_str(), how.get(), out, why); });
}

/// Writes an input whose compressed bundles are decompressed where they are.
inline result<report> decompress_file(input from, zstring output, const options &how = options()) {
  return detail::made<report, ob_report>(
      [&](auto **out, auto **why) { return ob_decompress_file(from.get(), output.c_str(), how.get(), out, why); });
}

/// A bundle entry ID, and what the entry holds.
using code_object = std::pair<const char *, input>;

namespace detail {

/// Code objects as C takes them.
class code_objects {
public:
  explicit code_objects(const std::vector<code_object> &all) {
    for (const code_object &one : all) {
      ids_.push_back(one.first);
      contents_.push_back(one.second.get());
    }
  }
  const char *const *ids() const noexcept { return ids_.data(); }
  const ob_input *contents() const noexcept { return contents_.data(); }
  std::size_t size() const noexcept { return ids_.size(); }

private:
  std::vector<const char *> ids_;
  std::vector<ob_input> contents_;
};

}  // namespace detail

/// Writes an input in which some entries, of the bundle with this number if it is given, hold other code objects.
inline result<report> replace(input from, const std::vector<code_object> &entries, zstring output,
                              std::optional<std::uint64_t> bundle = std::nullopt, const options &how = options()) {
  const detail::code_objects all(entries);
  return detail::made<report, ob_report>([&](auto **out, auto **why) {
    return ob_replace(from.get(), all.ids(), all.contents(), all.size(), bundle.value_or(OB_NONE), output.c_str(), how.get(), out, why);
  });
}

/// Makes a bundle of code objects, which is compressed if `compressed` is given.
inline result<bytes> make_bundle(const std::vector<code_object> &entries, const ob_compressing *compressed = nullptr) {
  const detail::code_objects all(entries);
  return detail::made<bytes, ob_bytes>(
      [&](auto **out, auto **why) { return ob_make_bundle(all.ids(), all.contents(), all.size(), compressed, out, why); });
}

inline result<bytes> compress(byte_view given, const ob_compressing &how = {}) {
  return detail::made<bytes, ob_bytes>([&](auto **out, auto **why) { return ob_compress(given.data(), given.size(), &how, out, why); });
}

inline result<bytes> decompress(byte_view given) {
  return detail::made<bytes, ob_bytes>([&](auto **out, auto **why) { return ob_decompress(given.data(), given.size(), out, why); });
}

inline result<bytes> canonical_id(zstring id) {
  return detail::made<bytes, ob_bytes>([&](auto **out, auto **why) { return ob_canonical_id(id.c_str(), out, why); });
}

inline result<verdict> compare(zstring stored, zstring requested) {
  return detail::made<verdict, ob_verdict>(
      [&](auto **out, auto **why) { return ob_compare(stored.c_str(), requested.c_str(), out, why); });
}

}  // namespace offload_bundle

#endif  // OFFLOAD_BUNDLE_HPP
