#include "spec/spec.h"

#include "spec/json_reader.h"

#define PROBLEM "problem"

typedef enum presence { ABSENT, BROKEN, READ } presence;

/* Reads fields out of parsed JSON into a spec, and collects what is wrong with them. */
typedef struct field_reader {
    twk_context *context;
    twk_spec *spec;
    presence fields[TWK_FIELD_COUNT];
    presence problem;
} field_reader;

static const char *const group_names[] = {"the problem", "the spec"};
static const char *const expected_types[] = {"an integer", "a list of integers", "a string"};
static const char an_object[] = "an object";

static int64_t *integer_member(twk_spec *spec, const twk_field *field) {
    return (int64_t *)(void *)((char *)spec + field->offset);
}

static twk_axes *axes_member(twk_spec *spec, const twk_field *field) {
    return (twk_axes *)(void *)((char *)spec + field->offset);
}

static int *choice_member(twk_spec *spec, const twk_field *field) {
    return (int *)(void *)((char *)spec + field->offset);
}

static void fail_type(twk_context *context, const char *name, const char *expected, const twk_json *value) {
    const char *found = twk_json_kind_name(value);
    if (value->kind == TWK_JSON_STRING) {
        const char *quoted = twk_quote(&context->arena, value->string);
        found = twk_format(&context->arena, "the string %s", quoted);
    }
    TWK_VIOLATE_FIELD_TYPE(context, name, expected, found);
}

/* An integer in range; false with a violation noted. */
static bool read_integer(twk_context *context, const char *name, const twk_field *field, const twk_json *value,
                         int64_t *to) {
    if (value->kind != TWK_JSON_INTEGER) {
        fail_type(context, name, expected_types[TWK_FIELD_INTEGER], value);
        return false;
    }
    if (value->integer < field->low || value->integer > field->high) {
        TWK_VIOLATE_FIELD_RANGE(context, name, value->integer, field->low, field->high,
                                value->integer < field->low ? field->low : field->high);
        return false;
    }
    *to = value->integer;
    return true;
}

static void fail_length(twk_context *context, const twk_field *field, int64_t length, const char *expected) {
    TWK_VIOLATE_FIELD_LENGTH(context, field->name, length, expected);
}

/* A list of integers in range; false with violations noted. */
static bool read_integers(twk_context *context, const twk_field *field, const twk_json *value, twk_axes *to) {
    twk_arena *arena = &context->arena;
    const twk_json *entry;
    int64_t length = 0;
    int64_t index = 0;
    bool good = true;
    if (value->kind != TWK_JSON_LIST) {
        fail_type(context, field->name, expected_types[TWK_FIELD_INTEGERS], value);
        return false;
    }
    for (entry = value->first; entry; entry = entry->next) {
        length++;
    }
    if (length < 1 || length > TWK_RANK_LIMIT) {
        fail_length(context, field, length, twk_format(arena, "1 to %d", TWK_RANK_LIMIT));
        return false;
    }
    for (entry = value->first; entry; entry = entry->next) {
        const char *name = twk_format(arena, "%s[%" PRId64 "]", field->name, index);
        good = read_integer(context, name, field, entry, &to->at[index]) && good;
        index++;
    }
    to->count = length;
    return good;
}

/* One of the field's words; false with a violation noted. */
static bool read_choice(twk_context *context, const twk_field *field, const twk_json *value, int *to) {
    const char *allowed;
    if (value->kind != TWK_JSON_STRING) {
        fail_type(context, field->name, expected_types[TWK_FIELD_CHOICE], value);
        return false;
    }
    for (size_t i = 0; i < field->allowed_count; i++) {
        if (twk_equal(value->string, field->allowed[i])) {
            *to = field->values[i];
            return true;
        }
    }
    allowed = twk_join_words(&context->arena, field->allowed, field->allowed_count);
    for (size_t i = 0; i < field->planned_count; i++) {
        if (twk_equal(value->string, field->planned[i])) {
            TWK_VIOLATE_FIELD_PLANNED(context, field->name, value->string, allowed);
            return false;
        }
    }
    TWK_VIOLATE_FIELD_CHOICE(context, field->name, twk_quote(&context->arena, value->string), allowed,
                             twk_guess(&context->arena, value->string, field->allowed, field->allowed_count));
    return false;
}

/* The value of any field; false with violations noted. */
static bool read_field(field_reader *reader, const twk_field *field, const twk_json *value) {
    bool good = false;
    switch (field->type) {
    case TWK_FIELD_INTEGER:
        good = read_integer(reader->context, field->name, field, value, integer_member(reader->spec, field));
        break;
    case TWK_FIELD_INTEGERS:
        good = read_integers(reader->context, field, value, axes_member(reader->spec, field));
        break;
    case TWK_FIELD_CHOICE:
        good = read_choice(reader->context, field, value, choice_member(reader->spec, field));
        break;
    }
    return good;
}

/* Index of a field of a group; TWK_FIELD_COUNT where there is none. */
static size_t find_field(twk_field_group group, const char *name) {
    size_t i = 0;
    while (i < TWK_FIELD_COUNT && (twk_fields[i].group != group || !twk_equal(twk_fields[i].name, name))) {
        i++;
    }
    return i;
}

/* What a message says of an unknown field: that the other group has it, or which one may be meant. */
static const char *field_hint(twk_context *context, twk_field_group group, const char *name, const char *const *names,
                              size_t count) {
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        if (twk_fields[i].group != group && twk_equal(twk_fields[i].name, name)) {
            return twk_format(&context->arena, "; it is one of %s", group_names[twk_fields[i].group]);
        }
    }
    return twk_guess(&context->arena, name, names, count);
}

static void fail_unknown(twk_context *context, twk_field_group group, const char *name) {
    const char *names[TWK_FIELD_COUNT + 1];
    size_t count = 0;
    if (group == TWK_GROUP_SPEC) {
        names[count++] = PROBLEM;
    }
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        if (twk_fields[i].group == group) {
            names[count++] = twk_fields[i].name;
        }
    }
    TWK_VIOLATE_FIELD_UNKNOWN(context, twk_quote(&context->arena, name), group_names[group],
                              field_hint(context, group, name, names, count));
}

static void fail_missing(twk_context *context, twk_field_group group, const char *name, const char *expected) {
    TWK_VIOLATE_FIELD_MISSING(context, name, group_names[group], expected);
}

/* Fill in the default of a field that was not given, or note that it has none. Per-axis defaults wait for the
 * rank. */
static void default_field(field_reader *reader, const twk_field *field) {
    if (!field->has_default) {
        fail_missing(reader->context, field->group, field->name, expected_types[field->type]);
    } else if (field->type == TWK_FIELD_INTEGER) {
        *integer_member(reader->spec, field) = field->default_value;
    } else if (field->type == TWK_FIELD_CHOICE) {
        *choice_member(reader->spec, field) = field->default_value;
    }
}

/* The fields of a group; `problem` inside the spec is read where it stands. */
static void read_record(field_reader *reader, twk_field_group group, const twk_json *object) {
    const twk_json *member;
    for (member = object->first; member; member = member->next) {
        size_t index = find_field(group, member->key);
        if (group == TWK_GROUP_SPEC && twk_equal(member->key, PROBLEM)) {
            reader->problem = member->kind == TWK_JSON_OBJECT ? READ : BROKEN;
            if (reader->problem == READ) {
                read_record(reader, TWK_GROUP_PROBLEM, member);
            } else {
                fail_type(reader->context, PROBLEM, an_object, member);
            }
        } else if (index < TWK_FIELD_COUNT) {
            reader->fields[index] = read_field(reader, &twk_fields[index], member) ? READ : BROKEN;
        } else {
            fail_unknown(reader->context, group, member->key);
        }
    }
    if (group == TWK_GROUP_SPEC && reader->problem == ABSENT) {
        fail_missing(reader->context, group, PROBLEM, an_object);
    }
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        if (twk_fields[i].group == group && reader->fields[i] == ABSENT) {
            default_field(reader, &twk_fields[i]);
        }
    }
}

/* Require one entry an axis, and fill in the defaults of per-axis fields. */
static void read_axes(field_reader *reader) {
    const twk_axes *input = &reader->spec->problem.input;
    twk_arena *arena = &reader->context->arena;
    if (reader->fields[find_field(TWK_GROUP_PROBLEM, "input")] != READ) {
        return;
    }
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        const twk_field *field = &twk_fields[i];
        twk_axes *axes = axes_member(reader->spec, field);
        if (field->type != TWK_FIELD_INTEGERS || reader->fields[i] == BROKEN) {
            continue;
        }
        if (reader->fields[i] == ABSENT && field->has_default) {
            axes->count = input->count;
            for (int64_t axis = 0; axis < input->count; axis++) {
                axes->at[axis] = field->default_value;
            }
        } else if (reader->fields[i] == READ && axes->count != input->count) {
            fail_length(reader->context, field, axes->count,
                        twk_format(arena, "%" PRId64 " as in input", input->count));
        }
    }
}

bool twk_read_spec(twk_context *context, const char *data, size_t length, twk_spec *spec) {
    field_reader reader = {0};
    const twk_json *value = twk_read_json(context, data, length);
    if (!value) {
        return false;
    }
    if (value->kind != TWK_JSON_OBJECT) {
        fail_type(context, "the spec", an_object, value);
        return false;
    }
    reader.context = context;
    reader.spec = spec;
    read_record(&reader, TWK_GROUP_SPEC, value);
    if (reader.problem == READ) {
        read_axes(&reader);
    }
    return context->count == 0 && !context->arena.failed;
}

static void write_field(twk_text *text, const twk_spec *spec, const twk_field *field) {
    const void *member = (const char *)spec + field->offset;
    const twk_axes *axes = member;
    twk_text_string(text, "\"");
    twk_text_string(text, field->name);
    twk_text_string(text, "\":");
    switch (field->type) {
    case TWK_FIELD_INTEGER:
        twk_text_integer(text, *(const int64_t *)member);
        break;
    case TWK_FIELD_INTEGERS:
        for (int64_t axis = 0; axis < axes->count; axis++) {
            twk_text_string(text, axis ? "," : "[");
            twk_text_integer(text, axes->at[axis]);
        }
        twk_text_string(text, "]");
        break;
    case TWK_FIELD_CHOICE:
        twk_text_string(text, "\"");
        twk_text_string(text, field->words[*(const int *)member]);
        twk_text_string(text, "\"");
        break;
    }
}

static void write_group(twk_text *text, const twk_spec *spec, twk_field_group group) {
    const char *separator = "";
    for (size_t i = 0; i < TWK_FIELD_COUNT; i++) {
        if (twk_fields[i].group == group) {
            twk_text_string(text, separator);
            write_field(text, spec, &twk_fields[i]);
            separator = ",";
        }
    }
}

twk_text twk_canonical_json(twk_arena *arena, const twk_spec *spec) {
    twk_text text = twk_text_open(arena);
    twk_text_string(&text, "{\"" PROBLEM "\":{");
    write_group(&text, spec, TWK_GROUP_PROBLEM);
    twk_text_string(&text, "},");
    write_group(&text, spec, TWK_GROUP_SPEC);
    twk_text_string(&text, "}");
    return text;
}

int64_t twk_field_value(const twk_spec *spec, const twk_field *field) {
    const void *at = (const char *)spec + field->offset;
    return field->type == TWK_FIELD_CHOICE ? *(const int *)at : *(const int64_t *)at;
}

void twk_assign(twk_spec *spec, const twk_assignment *assignment) {
    void *at = (char *)spec + assignment->offset;
    if (assignment->type == TWK_FIELD_CHOICE) {
        *(int *)at = assignment->value;
    } else {
        *(int64_t *)at = assignment->value;
    }
}

void twk_set_default(twk_spec *spec, const twk_field *field) {
    const twk_assignment standard = {field->offset, field->type, field->default_value};
    twk_assign(spec, &standard);
}
