/* A spec: a problem and how to solve it; its canonical JSON form, read and written. */
#ifndef TWK_SPEC_H
#define TWK_SPEC_H

#include "spec/violations.h"

/* Read a spec from JSON, defaults filled in. False where it cannot be had: with one JSON_* violation where the
 * text cannot be read, every FIELD_* violation there is, or none where memory ran out. */
bool twk_read_spec(twk_context *context, const char *data, size_t length, twk_spec *spec);

/* The canonical JSON of a spec that was read: every field, in contract order, no white space. */
twk_text twk_canonical_json(twk_arena *arena, const twk_spec *spec);

/* The value of a field in a spec; that of a choice is its number. */
int64_t twk_field_value(const twk_spec *spec, const twk_field *field);

/* Set a field of a spec; leave one at its default. */
void twk_assign(twk_spec *spec, const twk_assignment *assignment);
void twk_set_default(twk_spec *spec, const twk_field *field);

#endif
