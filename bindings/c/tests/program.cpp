// Calls the library as a C++ program would, in C++17 or later: program FIXTURES
#include <offload_bundle.hpp>
#include <offload_bundle_formats.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

#include "layout.h"

namespace ob = offload_bundle;

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);    \
      std::exit(1);                                                                   \
    }                                                                                 \
  } while (false)

static_assert(!std::is_copy_constructible_v<ob::file> && std::is_nothrow_move_constructible_v<ob::file>);
static_assert(std::is_copy_constructible_v<ob::entry> && std::is_copy_constructible_v<ob::bundle>);

static std::vector<std::uint8_t> read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return std::vector<std::uint8_t>(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

static void walks(const std::vector<std::uint8_t> &program) {
  auto opened = ob::file::open(program);
  CHECK(opened);
  ob::file file = std::move(*opened);
  std::vector<std::uint64_t> sizes;
  for (const ob::bundle bundle : file.bundles()) {
    CHECK(bundle.format() == "binary_bundle" && bundle.section() == ".hip_fatbin" && bundle.offset() == 4096);
    CHECK(!bundle.compression() && bundle.compression().error().status() == OB_STATUS_NOT_FOUND && !bundle.member());
    for (const ob::entry entry : bundle.entries()) {
      CHECK(entry.bundle().number() == bundle.number() && entry.number() == sizes.size());
      auto code = entry.bytes();
      CHECK(code && code->size() == *entry.size());
      CHECK(entry.offset() && code->data() == program.data() + *entry.offset());
      std::vector<std::uint8_t> copied(code->size());
      CHECK(*entry.copy(copied.data(), copied.size()) == copied.size());
      CHECK(std::equal(copied.begin(), copied.end(), code->view().begin()));
      sizes.push_back(code->size());
    }
  }
  CHECK((sizes == std::vector<std::uint64_t>{0, 3544, 4616}));
  const auto entries = file.bundles()[0].entries();
  CHECK(entries.size() == 3 && *entries[1].id() == "hipv4-amdgcn-amd-amdhsa--gfx906" && entries[0].kind() == "host");
  auto target = entries[2].target();
  CHECK(target && target->processor() == "gfx90a" && target->features()[0].name == "xnack" && target->features()[0].on);
  CHECK(!entries[0].target() && !entries[3].bytes());
}

static void matches(const std::vector<std::uint8_t> &program) {
  auto file = ob::file::open(program);
  CHECK(file);
  auto best = file->best_match("gfx90a:sramecc+:xnack+");
  CHECK(best && best->entry().number() == 2 && !best->reasons().empty() && best->others().empty());
  for (const ob::reason reason : best->reasons()) CHECK(!reason.rule.empty() && !reason.text.empty());
  CHECK(file->bundles()[0].best_match(std::string("gfx906"))->entry().number() == 1);
  auto none = file->best_match("gfx1100");
  CHECK(!none && none.error().status() == OB_STATUS_NOT_FOUND && none.error().code() == "not-found");
}

static void errors(std::vector<std::uint8_t> program) {
  program[4140] = 0xff;
  auto damaged = ob::file::open(program);
  CHECK(!damaged);
  const ob::error &error = damaged.error();
  CHECK(error.status() == OB_STATUS_MALFORMED && error.code() == "out-of-bounds" && error.path() == "entries[0].len_code_object");
  CHECK(error.offset() == 0x1028u && error.file() == "<memory>" && std::string(error.message()).find("0x1028") != std::string::npos);
  CHECK(ob::file::open(program, ob::options().lenient().max_size(1 << 30)));
  auto missing = ob::file::open("no such file");
  CHECK(!missing && missing.error().status() == OB_STATUS_IO && !missing.error().offset());
}

static void ids() {
  CHECK(std::string(ob::target::of_gpu("MI250X")->text()) == "gfx90a");
  CHECK(!ob::target::parse("gfx90a:xnack"));
  CHECK(ob::canonical_id("gfx90a:xnack+:sramecc-")->text() == "gfx90a:sramecc-:xnack+");
  auto verdict = ob::compare("gfx90a", "gfx90a:xnack+");
  CHECK(verdict && verdict->compatible() && verdict->loadable() && verdict->rank() > 0 && verdict->reasons().size() == 2);
}

static void decompresses(const std::string &fixtures) {
  const auto packed = read(fixtures + "/compressed/device.22.hipfb"), expected = read(fixtures + "/hip/device.22.hipfb");
  auto plain = ob::decompress(packed);
  CHECK(plain && plain->size() == expected.size() && std::equal(expected.begin(), expected.end(), plain->view().begin()));
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const std::string fixtures = argv[1];
  const std::vector<std::uint8_t> program = read(fixtures + "/objects/hip.22.so");
  CHECK(!ob::version().empty());
  walks(program);
  matches(program);
  errors(program);
  ids();
  decompresses(fixtures);
  std::puts("all is so");
}
