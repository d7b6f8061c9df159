// Calls the library as a C++ program would, in C++17 or later: program FIXTURES FOLDER
#include <offload_bundle.hpp>

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

static void operations(const std::string &app, const std::string &folder) {
  auto verified = ob::verify(app, {"gfx906", "gfx90a:xnack+"});
  CHECK(verified && verified->done() && verified->files().size() == 1 && verified->files()[0].file == app);
  CHECK(!ob::verify(app, {"gfx1100"})->done());
  CHECK(ob::supports("MI60", app)->done() && ob::supports("gfx1100", app)->outcome() == OB_OUTCOME_NEGATIVE);
  std::uint64_t all = 0;
  auto sizes = ob::size(app);
  CHECK(sizes);
  for (const ob_size_row row : sizes->size_rows()) all += row.size_in_file;
  CHECK(all == 3544 + 4616 && sizes->json().find("\"rows\"") != std::string_view::npos);
  auto extracted = ob::extract(app, folder + "/cpp", {"gfx906"}, ob::options().force());
  CHECK(extracted && extracted->outputs().size() == 1 && read(extracted->outputs()[0].output).size() == 3544);
  CHECK(ob::extract(app, folder + "/cpp", {"gfx906"}).error().status() == OB_STATUS_REFUSED);
  CHECK(ob::size(app, "arch", 0, ob::filter().kinds({"openmp"}))->outcome() == OB_OUTCOME_NEGATIVE);
  CHECK(ob::size(app, "arch", 0, ob::filter({"gfx906"}).kinds({"hip"}).triples({"amdgcn-amd-amdhsa"}))->size_rows().size() == 1);
  CHECK(ob::keep(app, {"gfx906"}, folder + "/kept.so") && ob::drop(app, {"gfx906"}, folder + "/dropped.so"));
  CHECK(ob::supports("gfx906", folder + "/kept.so")->done() && !ob::supports("gfx906", folder + "/dropped.so")->done());
}

static void rewriting(const std::string &app, const std::string &folder) {
  const std::string copy = folder + "/copy.so";
  auto packed = ob::compress_file(app, copy);
  CHECK(packed && packed->outputs().size() == 1 && ob::diff(app, copy)->done());
  CHECK(ob::decompress_file(copy, nullptr, ob::options().in_place()) && ob::diff(app, copy)->done());
  const std::vector<std::uint8_t> code(100, 7);
  const std::vector<ob::code_object> others = {{"hipv4-amdgcn-amd-amdhsa--gfx906", ob::input(code)}};
  auto replaced = ob::replace(copy, others, folder + "/other.so", 0);
  CHECK(replaced && !ob::diff(app, folder + "/other.so")->done());
  const ob_compressing how = {};
  auto bundle = ob::make_bundle({{"host-x86_64-unknown-linux-gnu-", ob::byte_view()}, others[0]}, &how);
  CHECK(bundle && ob::file::open(bundle->view())->bundles()[0].compression());
}

static void ids() {
  CHECK(std::string(ob::target::of_gpu("MI250X")->text()) == "gfx90a");
  CHECK(!ob::target::parse("gfx90a:xnack"));
  CHECK(ob::canonical_id("gfx90a:xnack+:sramecc-")->text() == "gfx90a:sramecc-:xnack+");
  auto verdict = ob::compare("gfx90a", "gfx90a:xnack+");
  CHECK(verdict && verdict->compatible() && verdict->loads() && verdict->rank() > 0 && verdict->reasons().size() == 2);
}

static void compression(const std::vector<std::uint8_t> &program) {
  const ob::byte_view bundle(program.data() + 4096, 12808);
  auto packed = ob::compress(bundle);
  CHECK(packed && packed->size() < bundle.size());
  auto plain = ob::decompress(packed->view());
  CHECK(plain && std::equal(bundle.begin(), bundle.end(), plain->view().begin()));
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const std::string app = std::string(argv[1]) + "/objects/hip.22.so";
  const std::vector<std::uint8_t> program = read(app);
  CHECK(!ob::version().empty());
  walks(program);
  matches(program);
  errors(program);
  operations(app, argv[2]);
  rewriting(app, argv[2]);
  ids();
  compression(program);
  std::puts("all is so");
}
