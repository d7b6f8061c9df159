// Memory layout of the values that C and the library exchange, on 64-bit machines: programs that are linked with a library
// rely on it, so that it changes with the major version alone. A compiler that lays them out otherwise stops here.
#ifndef OFFLOAD_BUNDLE_LAYOUT_H
#define OFFLOAD_BUNDLE_LAYOUT_H

#include <assert.h>
#include <offload_bundle.h>
#include <stddef.h>
#include <stdint.h>

#define SIZE(type, bytes) static_assert(sizeof(type) == (bytes), #type " has another size")
#define AT(type, field, bytes) static_assert(offsetof(type, field) == (bytes), #type "." #field " is at another place")

static_assert(sizeof(ob_status) == 4, "an enum has another size");

#if UINTPTR_MAX == UINT64_MAX

SIZE(ob_input, 24);
AT(ob_input, path, 0);
AT(ob_input, data, 8);
AT(ob_input, size, 16);

SIZE(ob_options, 16);
AT(ob_options, max_size, 0);
AT(ob_options, flags, 8);

SIZE(ob_bundle, 16);
AT(ob_bundle, file, 0);
AT(ob_bundle, number, 8);

SIZE(ob_text, 16);
AT(ob_text, data, 0);
AT(ob_text, size, 8);

SIZE(ob_compression, 56);
AT(ob_compression, format, 0);
AT(ob_compression, method, 16);
AT(ob_compression, version, 32);
AT(ob_compression, compressed_size, 40);
AT(ob_compression, decompressed_size, 48);

SIZE(ob_entry, 24);
AT(ob_entry, file, 0);
AT(ob_entry, bundle, 8);
AT(ob_entry, number, 16);

SIZE(ob_reason, 16);
AT(ob_reason, rule, 0);
AT(ob_reason, text, 8);

SIZE(ob_feature, 16);
AT(ob_feature, name, 0);
AT(ob_feature, on, 8);

#endif

#undef SIZE
#undef AT

#endif
