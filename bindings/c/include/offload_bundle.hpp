// offload_bundle.hpp: offload_bundle.h for C++17 and later, in one header. Nothing throws; functions that can fail return a `result`.
//
// Destructors free owned objects. Views (`std::string_view`, `byte_view`, `bundle`, `entry`) own nothing; offload_bundle.h documents how
// long they are valid.

#ifndef OFFLOAD_BUNDLE_HPP
#define OFFLOAD_BUNDLE_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>
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
/// Borrowed bytes.
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

/// The values of `At` for each index below a count.
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

/// The reason for a failed call.
class error {
public:
  error(ob_status status, ob_failure *held) noexcept : status_(status), held_(held) {}
  ob_status status() const noexcept { return status_; }
  /// The stable code, such as `out-of-bounds`.
  std::string_view code() const noexcept { return ob_failure_code(held_.get()); }
  /// The message, with file, byte and field.
  const char *message() const noexcept { return ob_failure_message(held_.get()); }
  std::string_view file() const noexcept { return ob_failure_file(held_.get()); }
  std::string_view path() const noexcept { return ob_failure_path(held_.get()); }
  std::optional<std::uint64_t> offset() const noexcept { return detail::number(ob_failure_offset(held_.get())); }

private:
  ob_status status_;
  detail::owned<ob_failure, ob_failure_free> held_;
};

/// A value or an error. Reading the value of a failed result, or the error of a successful result, ends the program.
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

/// The result of a call that returns an owned object.
template <class T, class Held, class Call> result<T> made(Call call) {
  Held *held = nullptr;
  ob_failure *why = nullptr;
  const ob_status status = call(&held, &why);
  if (status != OB_STATUS_OK) return error(status, why);
  return T(held);
}

/// The result of a call that returns a plain value.
template <class T, class Call> result<T> found(Call call) {
  T value{};
  ob_failure *why = nullptr;
  const ob_status status = call(&value, &why);
  if (status != OB_STATUS_OK) return error(status, why);
  return value;
}

}  // namespace detail

/// A zero-terminated text.
class zstring {
public:
  zstring(const char *text) noexcept : text_(text) {}
  zstring(const std::string &text) noexcept : text_(text.c_str()) {}
  const char *c_str() const noexcept { return text_; }

private:
  const char *text_;
};

/// The input: a path, or borrowed bytes.
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

/// Options of a search: `options().lenient().max_size(1 << 30)`.
class options {
public:
  options &lenient() noexcept { return with(OB_LENIENT); }
  options &carve() noexcept { return with(OB_CARVE); }
  options &skip_digests() noexcept { return with(OB_SKIP_DIGESTS); }
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

/// Bytes owned by the library.
class bytes {
public:
  explicit bytes(ob_buffer *held) noexcept : held_(held) {}
  const std::uint8_t *data() const noexcept { return ob_buffer_data(held_.get()); }
  std::size_t size() const noexcept { return ob_buffer_size(held_.get()); }
  byte_view view() const noexcept { return byte_view(data(), size()); }
  std::string_view text() const noexcept { return std::string_view(reinterpret_cast<const char *>(data()), size()); }

private:
  detail::owned<ob_buffer, ob_buffer_free> held_;
};

/// A reason for or against a match.
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
  /// The target ID of a product.
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
    ob_failure *why = nullptr;
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
    return detail::made<offload_bundle::bytes, ob_buffer>([&](auto **out, auto **why) { return ob_entry_bytes(held_, out, why); });
  }
  /// Copies the code object to `into`, and returns its size.
  result<std::uint64_t> copy(std::uint8_t *into, std::size_t capacity) const {
    return detail::found<std::uint64_t>([&](auto *out, auto **why) { return ob_entry_copy(held_, into, capacity, out, why); });
  }
  ob_entry get() const noexcept { return held_; }

private:
  ob_entry held_;
};

/// The best entry for a GPU, and the reasons.
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
    return detail::made<bytes, ob_buffer>([&](auto **out, auto **why) { return ob_bundle_member(held_, out, why); });
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

/// Whether code for one target serves another, and the reasons.
class verdict {
public:
  explicit verdict(ob_comparison *held) noexcept : held_(held) {}
  bool compatible() const noexcept { return ob_comparison_compatible(held_.get()); }
  bool loadable() const noexcept { return ob_comparison_loadable(held_.get()); }
  std::uint32_t rank() const noexcept { return ob_comparison_rank(held_.get()); }
  auto reasons() const {
    const ob_comparison *held = held_.get();
    return detail::numbered(ob_comparison_reason_count(held), [held](std::size_t number) {
      const ob_reason found = ob_comparison_reason(held, number);
      return reason{found.rule, found.text};
    });
  }

private:
  detail::owned<ob_comparison, ob_comparison_free> held_;
};

inline std::string_view version() noexcept { return ob_version(); }

inline result<bytes> decompress(byte_view given) {
  return detail::made<bytes, ob_buffer>([&](auto **out, auto **why) { return ob_decompress(given.data(), given.size(), out, why); });
}

inline result<bytes> canonical_id(zstring id) {
  return detail::made<bytes, ob_buffer>([&](auto **out, auto **why) { return ob_canonical_id(id.c_str(), out, why); });
}

inline result<verdict> compare(zstring stored, zstring requested) {
  return detail::made<verdict, ob_comparison>(
      [&](auto **out, auto **why) { return ob_compare(stored.c_str(), requested.c_str(), out, why); });
}

}  // namespace offload_bundle

#endif  // OFFLOAD_BUNDLE_HPP
