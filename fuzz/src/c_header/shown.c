/* Shows what the header reads in memory, for the fuzz targets. */
#include "shown.h"

size_t shown(int kind, const unsigned char *data, size_t size, const unsigned char *other, size_t other_size, char **lines);
void shown_free(char *lines);

size_t shown(int kind, const unsigned char *data, size_t size, const unsigned char *other, size_t other_size, char **lines) {
    size_t written = 0;
    *lines = NULL;
    out = open_memstream(lines, &written);
    if (!out) abort();
    if (!show(kind, data, size, other, other_size)) abort();
    if (fclose(out) != 0) abort();
    return written;
}

void shown_free(char *lines) { free(lines); }
