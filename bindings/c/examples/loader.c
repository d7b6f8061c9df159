// From the bytes of a program, the code object for one GPU: loader PROGRAM GPU OUTPUT
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <offload_bundle.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

// Writes the code object that the GPU `target` is to run. The bytes of the program are looked at where they are.
static ob_status load(ob_input program, const char *target, FILE *output, ob_failure **error) {
  ob_file *file = NULL;
  ob_match *best = NULL;
  ob_buffer *code = NULL;
  ob_status status = ob_open(program, NULL, &file, error);
  if (status == OB_STATUS_OK) status = ob_file_best_match(file, target, &best, error);
  if (status == OB_STATUS_OK) status = ob_entry_bytes(ob_match_entry(best), &code, error);
  if (status == OB_STATUS_OK) {
    printf("%zu bytes, because %s\n", ob_buffer_size(code), ob_match_reason(best, 0).text);
    fwrite(ob_buffer_data(code), 1, ob_buffer_size(code), output);
  }
  ob_buffer_free(code);
  ob_match_free(best);
  ob_file_close(file);
  return status;
}

int main(int argc, char **argv) {
  struct stat about;
  int opened = argc == 4 ? open(argv[1], O_RDONLY) : -1;
  FILE *output = argc == 4 ? fopen(argv[3], "wb") : NULL;
  if (opened < 0 || !output || fstat(opened, &about) != 0) return 2;
  void *mapped = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, opened, 0);
  if (mapped == MAP_FAILED) return 2;
  ob_failure *error = NULL;
  ob_status status = load((ob_input){.data = mapped, .size = (size_t)about.st_size}, argv[2], output, &error);
  if (status != OB_STATUS_OK) fprintf(stderr, "%s\n", ob_failure_message(error));
  ob_failure_free(error);
  return fclose(output) == 0 && status == OB_STATUS_OK ? 0 : 1;
}
