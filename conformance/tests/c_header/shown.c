/* Shows what the header of all formats reads: for each file or text on standard input, lines that a test compares with those of the library.
   A question is a letter, the length of what is asked in four bytes, the least first, and that; of `v` there are two. A line `.` ends an answer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offload_bundle_formats.h"

static void put_error(const char *what, const ob_error *error) {
    char path[512];
    ob_error_path(error, path, sizeof path);
    printf("%s failed %s %" PRIu64 " %s\n", what, ob_code_word(error->code), error->offset, path);
}

static void put_place(const char *what, ob_code code, ob_place place, const ob_error *error) {
    if (code == OB_OK) printf("%s %" PRIu64 " %" PRIu64 "\n", what, place.offset, place.size);
    else put_error(what, error);
}

static void put_hex(const char *what, const ob_bytes *bytes, ob_place place) {
    const unsigned char *data = ob_at(bytes, place);
    printf("%s ", what);
    for (uint64_t i = 0; i < place.size; i++) printf("%02x", data[i]);
    putchar('\n');
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
        printf("file version %" PRIu64 " frame %" PRIu64 " length %" PRIu64 "\n", (uint64_t)VERSION,      \
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
        printf("numbers %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", item->image_kind, item->offload_kind, item->flags);
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
        printf("file version %" PRIu64 " codec %d decompressed %" PRIu64 " front %" PRIu64, envelope.version,                   \
               (int)envelope.codec, envelope.decompressed_size, envelope.front);                                                \
        printf(" digest %d %" PRIu64 " length %" PRIu64 "\n", envelope.has_digest, envelope.digest, envelope.length);           \
        put_place("data", code, envelope.data, &error);                                                                         \
    }

ENVELOPE(ccob)
ENVELOPE(compressed_offload_binary)

static void show_read(const char *what, ob_code code, const ob_target_id *id, const ob_error *error) {
    if (code != OB_OK) {
        printf("%s failed %s %" PRIu64 "\n", what, ob_code_word(code), error->offset);
        return;
    }
    printf("%s", what);
    for (unsigned i = 0; i < id->count; i++) printf(" %u@%zu+%zu", id->pieces[i].part, id->pieces[i].at, id->pieces[i].size);
    putchar('\n');
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
        ob_target_id_canonical(&id, buffer, room);
        printf("canonical %s\n", buffer);
        ob_target_id_triple(&id, buffer, room);
        printf("spelled %s\n", buffer);
        ob_target_id_target(&id, buffer, room);
        printf("target %s\n", buffer);
    }
    free(buffer);
}

static void show_verdict(const char *stored, size_t stored_size, const char *asked, size_t asked_size) {
    ob_verdict verdict;
    ob_error error;
    ob_code code = ob_target_id_compatible(stored, stored_size, asked, asked_size, &verdict, &error);
    if (code == OB_OVER_LIMIT) printf("over-limit\n");
    else printf("compatible %d loading %d rank %" PRIu32 " rule %s\n", verdict.compatible, (int)verdict.loading, verdict.rank,
                verdict.rule ? verdict.rule : "-");
}

/* What is asked, in memory of its own that ends where it does, so that a sanitizer sees who reads further. */
static unsigned char *asked(size_t *size) {
    unsigned char length[4];
    unsigned char *data;
    if (fread(length, 1, 4, stdin) != 4) exit(1);
    *size = length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    data = malloc(*size > 0 ? *size : 1);
    if (!data || fread(data, 1, *size, stdin) != *size) exit(1);
    return data;
}

int main(void) {
    for (int kind; (kind = getchar()) != EOF; fflush(stdout)) {
        size_t size, other_size;
        unsigned char *data = asked(&size), *other = NULL;
        switch (kind) {
        case 'b': show_binary_bundle(data, size); break;
        case 'o': show_offload_binary(data, size); break;
        case 'c': show_ccob(data, size); break;
        case 'z': show_compressed_offload_binary(data, size); break;
        case 'i': show_text((char *)data, size); break;
        case 'v':
            other = asked(&other_size);
            show_verdict((char *)data, size, (char *)other, other_size);
            break;
        default: return 1;
        }
        free(data);
        free(other);
        puts(".");
    }
    return 0;
}
