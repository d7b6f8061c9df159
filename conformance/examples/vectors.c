/* Asks a reader of your own what `offload-bundle-conformance export FOLDER` wrote, in C11 and without libraries:
   cc -std=c11 -o vectors vectors.c && ./vectors FOLDER. A case is a line of cases.json. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned char data[1 << 20];
static char line[1 << 20];

static uint64_t number(size_t at) {
    uint64_t value = 0;
    for (int byte = 7; byte >= 0; byte--) value = value << 8 | data[at + (size_t)byte];
    return value;
}

/* Your reader stands here: whether `data` is a sound binary bundle. */
static int accepts(uint64_t len) {
    uint64_t at = 32, from[64], to[64], id[64], len_id[64];
    if (len < at || memcmp(data, "__CLANG_OFFLOAD_BUNDLE__", 24) != 0 || number(24) > 64) return 0;
    uint64_t count = number(24);
    for (uint64_t i = 0; i < count; at = id[i] + len_id[i], i++) {
        if (len - at < 24) return 0;
        from[i] = number(at), to[i] = number(at + 8), len_id[i] = number(at + 16), id[i] = at + 24;
        if (len_id[i] > len - id[i] || from[i] > len || to[i] > len - from[i]) return 0;
        to[i] += from[i];
        for (uint64_t j = 0; j < i; j++)
            if ((len_id[i] == len_id[j] && memcmp(data + id[i], data + id[j], len_id[i]) == 0) || (from[i] < to[j] && from[j] < to[i])) return 0;
    }
    for (uint64_t i = 0; i < count; i++)
        if (from[i] < at) return 0;
    return 1;
}

int main(int argc, char **argv) {
    char path[4096], input[2048];
    int asked = 0, wrong = 0;
    snprintf(path, sizeof path, "%s/cases.json", argc > 1 ? argv[1] : ".");
    FILE *cases = fopen(path, "rb");
    while (cases && fgets(line, sizeof line, cases)) {
        const char *file = strstr(line, "\"input\":{\"file\":\"");
        if (!strstr(line, "\"op\":\"read\"") || !file || sscanf(file + 17, "%2047[^\"]", input) != 1) continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], input);
        FILE *bytes = fopen(path, "rb");
        if (!bytes) return 2;
        int taken = accepts(fread(data, 1, sizeof data, bytes));
        int right = taken ? !strstr(line, "\"expect\":\"reject\"") : !strstr(line, "\"expect\":\"accept\"");
        fclose(bytes), asked++, wrong += !right;
        printf("%s %s\n", right ? "pass" : "fail", input);
    }
    printf("%d of %d are right\n", asked - wrong, asked);
    return asked == 0 ? 2 : wrong > 0;
}
