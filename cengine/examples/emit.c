/* Read a spec from a file, print its kernel: `emit spec.json > kernel.ll`. */
#include <stdio.h>
#include <string.h>

#include "twinkern.h"

#define SPEC_LIMIT (1 << 15)

int main(int argc, char **argv) {
    static char spec[SPEC_LIMIT];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    twk_result *result;
    twk_status status;
    size_t length;
    size_t i;
    if (!file) {
        fprintf(stderr, "usage: emit SPEC.json\n");
        return 2;
    }
    length = fread(spec, 1, sizeof spec, file);
    fclose(file);
    status = twk_emit(spec, length, "llvm22", NULL, &result);
    for (i = 0; i < twk_violation_count(result); i++) {
        fprintf(stderr, "%s: %s\n", twk_violation_code(result, i), twk_violation_message(result, i));
    }
    if (status == TWK_OK) {
        fprintf(stderr, "%s\n", twk_result_part(result, TWK_MANIFEST, NULL));
        fputs(twk_result_part(result, TWK_TEXT, NULL), stdout);
    } else if (status != TWK_REFUSED) {
        const char *error = twk_result_part(result, TWK_ERROR, NULL);
        fprintf(stderr, "status %d%s%s\n", (int)status, error ? ": " : "", error ? error : "");
    }
    twk_release(result);
    return status == TWK_OK ? 0 : 1;
}
