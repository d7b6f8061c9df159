/* Shows what the header of all formats reads, in lines that are compared with those of the library: those who ask include this. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offload_bundle_formats.h"

/* Where the lines go. */
static FILE *out;

static void put_error(const char *what, const ob_error *error) {
    char path[512];
    ob_error_path(error, path, sizeof path);
    fprintf(out, "%s failed %s %" PRIu64 " %s\n", what, ob_code_word(error->code), error->offset, path);
}

static void put_place(const char *what, ob_code code, ob_place place, const ob_error *error) {
    if (code == OB_OK) fprintf(out, "%s %" PRIu64 " %" PRIu64 "\n", what, place.offset, place.size);
    else put_error(what, error);
}

static void put_hex(const char *what, const ob_bytes *bytes, ob_place place) {
    const unsigned char *data = ob_at(bytes, place);
    fprintf(out, "%s ", what);
    for (uint64_t i = 0; i < place.size; i++) fprintf(out, "%02x", data[i]);
    fputc('\n', out);
}

/* What all containers have: `SHOW` shows an entry. */
#define CONTAINER(FORMAT, VERSION, SHOW)                                                                  \
    static void show_##FORMAT(const unsigned char *data, size_t size) {                                   \
        ob_##FORMAT file;                                                                                 \
        ob_##FORMAT##_item item;                                                                          \
        ob_list list;                                                                                     \
        ob_error error;                                                                                   \
        ob_code code;                                                                                     \
        uint64_t from = 0;                                                                                \
        if (ob_##FORMAT##_open(data, size, &file, &error) != OB_OK) {                                     \
            put_error("file", &error);                                                                    \
            return;                                                                                       \
        }                                                                                                 \
        if (ob_##FORMAT##_items(&file, &list, &error) != OB_OK) {                                         \
            put_error("file", &error);                                                                    \
            return;                                                                                       \
        }                                                                                                 \
        while ((code = ob_##FORMAT##_items_next(&file, &list, &item, &error)) == OB_OK) {}                \
        if (code != OB_END) {                                                                             \
            put_error("file", &error);                                                                    \
            return;                                                                                       \
        }                                                                                                 \
        ob_##FORMAT##_next(data, size, &from, &file, NULL);                                               \
        fprintf(out, "file version %" PRIu64 " frame %" PRIu64 " length %" PRIu64 "\n", (uint64_t)VERSION,      \
               file.end, from);                                                                           \
        ob_##FORMAT##_items(&file, &list, &error);                                                        \
        while (ob_##FORMAT##_items_next(&file, &list, &item, &error) == OB_OK) {                          \
            ob_place place;                                                                               \
            code = ob_##FORMAT##_item_content(&item, &place, &error);                                     \
            put_place("content", code, place, &error);                                                    \
            SHOW(&file.bytes, &item);                                                                          \
        }                                                                                                 \
    }

static void show_id(const ob_bytes *bytes, const ob_binary_bundle_item *item) {
    ob_place place;
    ob_error error;
    ob_code code = ob_binary_bundle_item_id(item, &place, &error);
    put_place("id", code, place, &error);
    if (code == OB_OK) put_hex("text", bytes, place);
}

static void show_attributes(const ob_bytes *bytes, const ob_offload_binary_item *item) {
    ob_list list;
    ob_place key, value;
    ob_error error;
    ob_code code = ob_offload_binary_item_texts(item, &list, &error);
    for (int showing = 0; showing < 2; showing++) {
        ob_list all = list;
        if (code == OB_OK)
            while ((code = ob_offload_binary_item_texts_next(item, &all, &key, &value, &error)) == OB_OK)
                if (showing) put_hex("key", bytes, key), put_hex("value", bytes, value);
        if (showing) return;
        if (code != OB_END) {
            put_error("texts", &error);
            return;
        }
        code = OB_OK;
        fprintf(out, "numbers %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", item->image_kind, item->offload_kind, item->flags);
    }
}

CONTAINER(binary_bundle, 0, show_id)
CONTAINER(offload_binary, file.version, show_attributes)

#define ENVELOPE(FORMAT)                                                                                                        \
    static void show_##FORMAT(const unsigned char *data, size_t size) {                                                         \
        ob_##FORMAT file;                                                                                                       \
        ob_envelope envelope;                                                                                                   \
        ob_error error;                                                                                                         \
        ob_code code;                                                                                                           \
        if (ob_##FORMAT##_open(data, size, &file, &error) != OB_OK) {                                                           \
            put_error("file", &error);                                                                                          \
            return;                                                                                                             \
        }                                                                                                                       \
        code = ob_##FORMAT##_envelope(&file, &envelope, &error);                                                                \
        fprintf(out, "file version %" PRIu64 " codec %d decompressed %" PRIu64 " front %" PRIu64, envelope.version,                   \
               (int)envelope.codec, envelope.decompressed_size, envelope.front);                                                \
        fprintf(out, " digest %d %" PRIu64 " length %" PRIu64 "\n", envelope.has_digest, envelope.digest, envelope.length);           \
        put_place("data", code, envelope.data, &error);                                                                         \
    }

ENVELOPE(ccob)
ENVELOPE(compressed_offload_binary)

static void show_read(const char *what, ob_code code, const ob_target_id *id, const ob_error *error) {
    if (code != OB_OK) {
        fprintf(out, "%s failed %s %" PRIu64 "\n", what, ob_code_word(code), error->offset);
        return;
    }
    fprintf(out, "%s", what);
    for (unsigned i = 0; i < id->count; i++) fprintf(out, " %u@%zu+%zu", id->pieces[i].part, id->pieces[i].at, id->pieces[i].size);
    fputc('\n', out);
}

/* A text in `room` bytes, which may have any letter in it, the one of value 0 too. */
static void put_spelled(const char *what, const char *text, size_t room, size_t size) {
    if (size >= room) abort();
    fprintf(out, "%s ", what);
    fwrite(text, 1, size, out);
    fputc('\n', out);
}

static void show_text(const char *text, size_t size) {
    ob_target_id id;
    ob_error error;
    size_t room = 2 * size + 4096;
    char *buffer = malloc(room);
    if (!buffer) abort();
    show_read("triple", ob_target_id_read_triple(text, size, &id, &error), &id, &error);
    show_read("target", ob_target_id_read_target(text, size, &id, &error), &id, &error);
    show_read("entry", ob_target_id_read(text, size, &id, &error), &id, &error);
    if (id.count > 0) {
        put_spelled("canonical", buffer, room, ob_target_id_canonical(&id, buffer, room));
        put_spelled("spelled", buffer, room, ob_target_id_triple(&id, buffer, room));
        put_spelled("target", buffer, room, ob_target_id_target(&id, buffer, room));
    }
    free(buffer);
}

static void show_verdict(const char *stored, size_t stored_size, const char *asked, size_t asked_size) {
    ob_verdict verdict;
    ob_error error;
    ob_code code = ob_target_id_compatible(stored, stored_size, asked, asked_size, &verdict, &error);
    if (code == OB_OVER_LIMIT) fprintf(out, "over-limit\n");
    else fprintf(out, "compatible %d loading %d rank %" PRIu32 " rule %s\n", verdict.compatible, (int)verdict.loading, verdict.rank,
                verdict.rule ? verdict.rule : "-");
}

/* Shows what there is in `data`, as which kind says; `v` compares it with `other`. Whether there is such a kind. */
/* The length of the image, or how many bytes are needed. */
static void show_length(const unsigned char *data, size_t size) {
    uint64_t length;
    ob_code code = ob_image_size(data, size, &length, NULL);
    if (code == OB_OK) fprintf(out, "length %" PRIu64 "\n", length);
    else if (code == OB_NEEDS_MORE) fprintf(out, "needs %" PRIu64 "\n", length);
    else fputs(code == OB_END || code == OB_BAD_MAGIC ? "none\n" : "damaged\n", out);
}

static int show(int kind, const unsigned char *data, size_t size, const unsigned char *other, size_t other_size) {
    switch (kind) {
    case 'b': show_binary_bundle(data, size); break;
    case 'o': show_offload_binary(data, size); break;
    case 'c': show_ccob(data, size); break;
    case 'z': show_compressed_offload_binary(data, size); break;
    case 'l': show_length(data, size); break;
    case 'i': show_text((const char *)data, size); break;
    case 'v': show_verdict((const char *)data, size, (const char *)other, other_size); break;
    default: return 0;
    }
    return 1;
}
