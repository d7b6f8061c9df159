/* A testee that reads with nothing but the header of all formats, of generated/c. It speaks the pipe protocol of the suite:
   cc -std=c99 -I generated/c -o c-header conformance/examples/c_header.c && offload-bundle-conformance --pipe ./c-header */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offload_bundle_formats.h"

typedef struct { unsigned char *data; size_t size; } Text;

/* Why a question has no answer; empty where it has one. A refusal is of the input, what is skipped is not for this reader. */
static char refusal[512], skipped[64];

static void refuse(const ob_error *error) { ob_error_text(error, refusal, sizeof refusal); }

static void *allocated(size_t size) {
    void *memory = calloc(size + 1, 1);
    if (!memory) abort();
    return memory;
}

/* Reads a line of any length; NULL at the end of the questions. */
static char *read_line(FILE *file) {
    size_t len = 0, room = 4096;
    char *line = allocated(room);
    int c;
    while ((c = getc(file)) != EOF && c != '\n') {
        line[len++] = (char)c;
        if (len == room && !(line = realloc(line, (room *= 2) + 1))) abort();
    }
    line[len] = '\0';
    if (c == EOF && len == 0) return free(line), NULL;
    return line;
}

static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10); }

static size_t put_utf8(unsigned char *into, unsigned letter) {
    if (letter < 0x80) return into[0] = (unsigned char)letter, 1;
    if (letter < 0x800) return into[0] = (unsigned char)(0xc0 | letter >> 6), into[1] = (unsigned char)(0x80 | (letter & 63)), 2;
    into[0] = (unsigned char)(0xe0 | letter >> 12);
    into[1] = (unsigned char)(0x80 | (letter >> 6 & 63));
    into[2] = (unsigned char)(0x80 | (letter & 63));
    return 3;
}

/* The text under a key of a JSON object; empty if there is none. Keys and texts are told apart by the colon. */
static Text text_of(const char *line, const char *key) {
    Text text = {allocated(strlen(line)), 0};
    for (const char *at = line; *at; at++) {
        if (*at != '"') continue;
        size_t len = 0;
        for (at++; *at && *at != '"'; at++) {
            unsigned code = 0;
            if (*at != '\\') { text.data[len++] = (unsigned char)*at; continue; }
            switch (*++at) {
            case 'u':
                for (int i = 0; i < 4 && at[1]; i++) code = code << 4 | digit(*++at);
                len += put_utf8(text.data + len, code);
                break;
            case 'n': text.data[len++] = '\n'; break;
            case 't': text.data[len++] = '\t'; break;
            case 'r': text.data[len++] = '\r'; break;
            case 'b': text.data[len++] = '\b'; break;
            case 'f': text.data[len++] = '\f'; break;
            default: text.data[len++] = (unsigned char)*at;
            }
        }
        if (text.size == SIZE_MAX) { text.size = len; text.data[len] = 0; return text; }
        if (*at && at[1 + strspn(at + 1, " ")] == ':' && len == strlen(key) && !memcmp(text.data, key, len)) text.size = SIZE_MAX;
    }
    text.size = 0;
    text.data[0] = 0;
    return text;
}

/* Turns hexadecimal digits into bytes, in place. */
static void bytes_of(Text *text) {
    text->size /= 2;
    for (size_t i = 0; i < text->size; i++)
        text->data[i] = (unsigned char)(digit((char)text->data[2 * i]) << 4 | digit((char)text->data[2 * i + 1]));
}

static void put_json(FILE *out, const char *text, size_t size) {
    putc('"', out);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ' || c == '"' || c == '\\') fprintf(out, "\\u%04x", c);
        else putc(c, out);
    }
    putc('"', out);
}

static void put_text(FILE *out, const ob_bytes *bytes, ob_place place) {
    put_json(out, (const char *)ob_at(bytes, place), (size_t)place.size);
}

static void put_hex(FILE *out, const ob_bytes *bytes, ob_place place) {
    const unsigned char *data = ob_at(bytes, place);
    putc('"', out);
    for (size_t i = 0; i < place.size; i++) fprintf(out, "%02x", data[i]);
    putc('"', out);
}

/* Whether an ID is among those from `first` on; remembers it. */
static int is_known(Text **ids, size_t *count, size_t first, const unsigned char *id, size_t size) {
    for (size_t i = first; i < *count; i++)
        if ((*ids)[i].size == size && !memcmp((*ids)[i].data, id, size)) return 1;
    if (!(*ids = realloc(*ids, (*count + 1) * sizeof **ids))) abort();
    (*ids)[*count].data = (unsigned char *)id;
    (*ids)[(*count)++].size = size;
    return 0;
}

/* The entries of all bundles with contents, or each ID once. What a bundle must not have, though its fields are sound, is refused here. */
static void bundles(FILE *out, Text input, int contents) {
    ob_binary_bundle file;
    ob_binary_bundle_item item;
    ob_list list;
    ob_place id, place;
    ob_error error;
    ob_code code;
    Text *ids = NULL;
    uint64_t from = 0;
    size_t count = 0, first = 0;
    fputs(contents ? "{\"entries\": [" : "{\"ids\": [", out);
    while ((code = ob_binary_bundle_next(input.data, input.size, &from, &file, &error)) == OB_OK && !*refusal) {
        if (contents) first = count;
        ob_binary_bundle_items(&file, &list, NULL);
        while (!*refusal && ob_binary_bundle_items_next(&file, &list, &item, NULL) == OB_OK) {
            /* What is empty may be said to be anywhere: some releases write that. */
            int is_empty = item.record.entry.len_code_object == 0;
            if (ob_binary_bundle_item_content(&item, &place, &error) != OB_OK && !is_empty) refuse(&error);
            else if (ob_binary_bundle_item_id(&item, &id, &error) != OB_OK) refuse(&error);
            else if (!is_empty && place.offset < file.end) strcpy(refusal, "a code object lies within the records");
            else if (is_known(&ids, &count, first, ob_at(&file.bytes, id), (size_t)id.size)) {
                if (contents) strcpy(refusal, "two entries have one ID");
                continue;
            } else {
                fputs(count - first > 1 || (contents && first > 0) ? ", " : "", out);
                if (contents) fputs("{\"id\": ", out);
                put_text(out, &file.bytes, id);
                if (contents) fputs(", \"content\": ", out), put_hex(out, &file.bytes, place), putc('}', out);
            }
        }
    }
    free(ids);
    /* What does not begin as a bundle does, behind one, belongs to something else. */
    if (!*refusal && code != OB_END && (from == 0 || code != OB_BAD_MAGIC)) refuse(&error);
    fputs("]}", out);
}

static void put_image(FILE *out, const ob_offload_binary *file, const ob_offload_binary_item *item) {
    ob_list list;
    ob_place place, key, value;
    ob_error error;
    ob_code code;
    const char *between = "";
    if (ob_offload_binary_item_content(item, &place, &error) != OB_OK) { refuse(&error); return; }
    if (place.size > 0 && place.offset < file->end) strcpy(refusal, "an image lies within the header");
    fprintf(out, "{\"image_kind\": %lu, \"offload_kind\": %lu, ", (unsigned long)item->image_kind, (unsigned long)item->offload_kind);
    fprintf(out, "\"flags\": %lu, \"strings\": {", (unsigned long)item->flags);
    if (ob_offload_binary_item_texts(item, &list, &error) != OB_OK) { refuse(&error); return; }
    for (; (code = ob_offload_binary_item_texts_next(item, &list, &key, &value, &error)) == OB_OK; between = ", ") {
        fputs(between, out);
        put_text(out, &file->bytes, key);
        fputs(": ", out);
        put_text(out, &file->bytes, value);
    }
    if (code != OB_END) { refuse(&error); return; }
    fputs("}, \"content\": ", out);
    put_hex(out, &file->bytes, place);
    putc('}', out);
}

static void images(FILE *out, Text input) {
    ob_offload_binary file;
    ob_offload_binary_item item;
    ob_list list;
    ob_error error;
    ob_code code;
    uint64_t from = 0;
    const char *between = "";
    fputs("{\"images\": [", out);
    while ((code = ob_offload_binary_next(input.data, input.size, &from, &file, &error)) == OB_OK) {
        if (ob_offload_binary_items(&file, &list, &error) != OB_OK) { refuse(&error); return; }
        for (; (code = ob_offload_binary_items_next(&file, &list, &item, &error)) == OB_OK && !*refusal; between = ", ")
            fputs(between, out), put_image(out, &file, &item);
        if (code != OB_END && !*refusal) refuse(&error);
        if (*refusal) return;
    }
    if (code != OB_END && ob_compressed_offload_binary_recognises(input.data + from, input.size - (size_t)from))
        strcpy(skipped, "it is compressed");
    else if (code != OB_END && (from == 0 || code != OB_BAD_MAGIC)) refuse(&error);
    fputs("]}", out);
}

/* The header of something compressed is read; what it holds is for others. */
static void compressed(Text input) {
    ob_ccob file;
    ob_envelope envelope;
    ob_error error;
    if (ob_ccob_open(input.data, input.size, &file, &error) != OB_OK || ob_ccob_envelope(&file, &envelope, &error) != OB_OK) refuse(&error);
    else if (envelope.data.size == 0) strcpy(refusal, "there are no compressed bytes");
    else strcpy(skipped, "it is compressed");
}

static void put_id(FILE *out, Text text) {
    const char *given = (const char *)text.data;
    ob_target_id id;
    ob_error error;
    ob_place place, sign;
    /* No spelling has more than a few letters beside those of the text and of the words of the grammar. */
    size_t room = 2 * text.size + 256, size;
    char *buffer = allocated(room);
    if (ob_target_id_read(given, text.size, &id, &error) != OB_OK) { refuse(&error), free(buffer); return; }
    size = ob_target_id_canonical(&id, buffer, room);
    fputs("{\"canonical\": ", out), put_json(out, buffer, size);
    ob_target_id_part(&id, OB_TARGET_ID_KIND, &place);
    fputs(", \"kind\": ", out), put_json(out, given + place.offset, (size_t)place.size);
    size = ob_target_id_triple(&id, buffer, room);
    while (size > 0 && buffer[size - 1] == '-') size--;
    fputs(", \"triple\": ", out), put_json(out, buffer, size);
    size = ob_target_id_target(&id, buffer, room);
    fputs(", \"processor\": ", out), put_json(out, buffer, strcspn(buffer, ":"));
    fputs(", \"features\": {", out);
    for (unsigned i = 0; ob_target_id_feature(&id, i, &place, &sign) == OB_OK; i++) {
        fputs(i ? ", " : "", out), put_json(out, given + place.offset, (size_t)place.size);
        fputs(given[sign.offset] == '+' ? ": true" : ": false", out);
    }
    fputs("}}", out);
    free(buffer);
}

static void put_compatible(FILE *out, Text stored, Text asked) {
    ob_target_id of_stored, of_asked;
    ob_verdict verdict;
    ob_error error;
    if (ob_target_id_read((const char *)stored.data, stored.size, &of_stored, &error) != OB_OK
        || ob_target_id_read((const char *)asked.data, asked.size, &of_asked, &error) != OB_OK) { refuse(&error); return; }
    ob_target_id_compatible((const char *)stored.data, stored.size, (const char *)asked.data, asked.size, &verdict, &error);
    fprintf(out, "{\"compatible\": %s}", verdict.compatible ? "true" : "false");
}

static int is_one_of(Text text, const char *words) {
    char word[32] = " ";
    if (text.size + 3 > sizeof word) return 0;
    strcat(strcat(word, (char *)text.data), " ");
    return strstr(words, word) != NULL;
}

/* Objects and archives. */
static int is_other_file(Text input) {
    return input.size > 8 && (!memcmp(input.data, "\177ELF", 4) || !memcmp(input.data, "!<arch>\n", 8) || !memcmp(input.data, "\144\206", 2));
}

static void answer(const char *line, Text op, FILE *out) {
    Text input = text_of(line, "input"), type = text_of(line, "file_type"), text = text_of(line, "text");
    Text stored = text_of(line, "stored"), asked = text_of(line, "asked");
    bytes_of(&input);
    if (is_one_of(op, " parse_id ")) put_id(out, text);
    else if (is_one_of(op, " compatible ")) put_compatible(out, stored, asked);
    else if (is_one_of(op, " images ") && is_other_file(input)) strcpy(skipped, "no such files are read");
    else if (is_one_of(op, " images ")) images(out, input);
    else if (is_one_of(op, " read ")) bundles(out, input, 1);
    else if (!is_one_of(type, " bc gch ast ") && !ob_binary_bundle_recognises(input.data, input.size)) strcpy(skipped, "no such files are read");
    else if (ob_ccob_recognises(input.data, input.size)) compressed(input);
    else bundles(out, input, 0);
    free(input.data), free(type.data), free(text.data), free(stored.data), free(asked.data);
}

int main(void) {
    for (char *line; (line = read_line(stdin)); free(line)) {
        Text id = text_of(line, "id"), op = text_of(line, "op");
        FILE *out = tmpfile();
        int c;
        if (!out) return 1;
        if (is_one_of(op, " describe ")) {
            printf("{\"name\": \"c-header\", \"version\": \"1\", \"protocol\": 1, ");
            puts("\"ops\": [\"read\", \"list\", \"images\", \"parse_id\", \"compatible\"]}");
        } else {
            *refusal = *skipped = '\0';
            answer(line, op, out);
            printf("{\"id\": "), put_json(stdout, (char *)id.data, id.size);
            if (*refusal) printf(", \"rejected\": "), put_json(stdout, refusal, strlen(refusal));
            else if (*skipped) printf(", \"skipped\": "), put_json(stdout, skipped, strlen(skipped));
            else for (rewind(out), printf(", \"value\": "); (c = getc(out)) != EOF;) putchar(c);
            puts("}");
        }
        fclose(out);
        fflush(stdout);
        free(id.data), free(op.data);
    }
    return 0;
}
