/* Asks the header what is in each file or text on standard input, and shows that on standard output, for a test.
   A question is a letter, the length of what is asked in four bytes, the least first, and that; of `v` there are two. A line `.` ends an answer. */
#include "shown.h"

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
    out = stdout;
    for (int kind; (kind = getchar()) != EOF; fflush(stdout)) {
        size_t size, other_size = 0;
        unsigned char *data = asked(&size), *other = NULL;
        if (kind == 'v') other = asked(&other_size);
        if (!show(kind, data, size, other, other_size)) return 1;
        free(data);
        free(other);
        puts(".");
    }
    return 0;
}
