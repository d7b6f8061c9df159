/* An implementation of `read` for binary bundles that speaks the pipe protocol of the suite, in C11 and without libraries:
   cc -std=c11 -o testee testee.c && offload-bundle-conformance --pipe ./testee */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char MAGIC[] = "__CLANG_OFFLOAD_BUNDLE__";
enum { LEN_MAGIC = 24, LEN_HEADER = 32, LEN_RECORD = 24 };

typedef struct { const unsigned char *data; uint64_t size; } Bytes;
typedef struct { uint64_t offset, size, id, len_id; } Entry;

/* Reads a line of any length; NULL at the end of the questions. */
static char *read_line(FILE *file) {
    size_t len = 0, room = 4096;
    char *line = malloc(room);
    int c = EOF;
    while (line && (c = getc(file)) != EOF && c != '\n') {
        line[len++] = (char)c;
        if (len == room) line = realloc(line, room *= 2);
    }
    if (!line || (c == EOF && len == 0)) return free(line), NULL;
    line[len] = '\0';
    return line;
}

/* A copy of the text under a key of a JSON object that holds texts without escapes, as questions for `read` do; "" if there is none. */
static char *text_of(const char *line, const char *key) {
    size_t len = strlen(key);
    const char *at = line, *end = line;
    while ((at = strstr(at, key)) && !(at > line && at[-1] == '"' && !strncmp(at + len, "\":", 2))) at++;
    if (at) at = strchr(at + len + 1, '"');
    if (at) end = strchr(++at, '"');
    size_t size = at && end ? (size_t)(end - at) : 0;
    char *text = calloc(size + 1, 1);
    return text && size ? memcpy(text, at, size) : text;
}

static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/* Turns hexadecimal digits into bytes, in place. */
static Bytes bytes_of(char *digits) {
    size_t len = strlen(digits) / 2;
    for (size_t i = 0; i < len; i++) digits[i] = (char)(digit(digits[2 * i]) << 4 | digit(digits[2 * i + 1]));
    return (Bytes){(unsigned char *)digits, len};
}

/* Reads a number of eight bytes; 0 if the file ends before it has ended. */
static int number(Bytes file, uint64_t at, uint64_t *value) {
    if (file.size < 8 || at > file.size - 8) return 0;
    *value = 0;
    for (int i = 7; i >= 0; i--) *value = *value << 8 | file.data[at + (uint64_t)i];
    return 1;
}

static int within(Bytes file, uint64_t at, uint64_t size) { return at <= file.size && size <= file.size - at; }

/* Whether an entry goes on behind another, or shares its ID. */
static int clash(Bytes file, Entry a, Entry b) {
    if (a.len_id == b.len_id && !memcmp(file.data + a.id, file.data + b.id, a.len_id)) return 1;
    return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

/* Reads all records. Says why the bundle is refused, or NULL. */
static const char *read_entries(Bytes file, Entry **entries, uint64_t *count) {
    uint64_t at = LEN_HEADER;
    if (!within(file, 0, LEN_MAGIC) || memcmp(file.data, MAGIC, LEN_MAGIC)) return "the magic is another one";
    if (!number(file, LEN_MAGIC, count)) return "the file ends in the header";
    if (*count > file.size / LEN_RECORD) return "there is no room for so many records";
    *entries = calloc(*count + 1, sizeof **entries);
    for (uint64_t i = 0; i < *count; i++) {
        Entry *entry = &(*entries)[i];
        if (!number(file, at, &entry->offset) || !number(file, at + 8, &entry->size) || !number(file, at + 16, &entry->len_id))
            return "the file ends in a record";
        entry->id = at + LEN_RECORD;
        if (!within(file, entry->id, entry->len_id)) return "an ID reaches behind the end of the file";
        if (!within(file, entry->offset, entry->size)) return "a code object reaches behind the end of the file";
        at = entry->id + entry->len_id;
    }
    for (uint64_t i = 0; i < *count; i++) {
        if ((*entries)[i].size && (*entries)[i].offset < at) return "a code object lies within the records";
        for (uint64_t other = 0; other < i; other++)
            if (clash(file, (*entries)[i], (*entries)[other])) return "two entries have one ID, or share bytes";
    }
    return NULL;
}

/* Text as JSON has it; 0 if it is none that stands there as it is. */
static int is_plain(Bytes file, Entry entry) {
    for (uint64_t i = 0; i < entry.len_id; i++) {
        unsigned char c = file.data[entry.id + i];
        if (c < ' ' || c > '~' || c == '"' || c == '\\') return 0;
    }
    return 1;
}

static void answer(const char *id, Bytes file) {
    Entry *entries = NULL;
    uint64_t count = 0;
    const char *why = read_entries(file, &entries, &count);
    for (uint64_t i = 0; !why && i < count; i++)
        if (!is_plain(file, entries[i])) why = "an ID is no plain text";
    printf("{\"id\": \"%s\", ", id);
    if (why) printf("\"rejected\": \"%s\"}\n", why);
    else printf("\"value\": {\"entries\": [");
    for (uint64_t i = 0; !why && i < count; i++) {
        printf("%s{\"id\": \"%.*s\", \"content\": \"", i ? ", " : "", (int)entries[i].len_id, (const char *)file.data + entries[i].id);
        for (uint64_t j = 0; j < entries[i].size; j++) printf("%02x", file.data[entries[i].offset + j]);
        printf("\"}");
    }
    if (!why) printf("]}}\n");
    free(entries);
}

int main(void) {
    for (char *line; (line = read_line(stdin)); free(line)) {
        char *id = text_of(line, "id"), *op = text_of(line, "op"), *format = text_of(line, "format"), *input = text_of(line, "input");
        if (!id || !op || !format || !input) return 1;
        if (!strcmp(op, "describe")) puts("{\"name\": \"c-example\", \"version\": \"1\", \"protocol\": 1, \"ops\": [\"read\"]}");
        else if (strcmp(op, "read") || strcmp(format, "binary_bundle")) printf("{\"id\": \"%s\", \"skipped\": \"another format\"}\n", id);
        else answer(id, bytes_of(input));
        fflush(stdout);
        free(id), free(op), free(format), free(input);
    }
    return 0;
}
