#include "ir/printer.h"

#include <string.h>

#define SPELLING(name, spelling) spelling,
static const char *const op_names[] = {TWK_OPERATIONS(SPELLING)};
static const char *const predicate_names[] = {TWK_PREDICATES(SPELLING)};

/* Prints functions one after another, and notes the intrinsics in order of first use. */
typedef struct printer {
    twk_text text;
    const twk_module *module;
    const twk_shell *shell;
    size_t index; /* of the function that is printed */
    size_t used_count;
    const twk_intrinsic *used[TWK_INTRINSIC_COUNT];
    bool is_used[TWK_INTRINSIC_COUNT];
} printer;

/* Give every value of a body its number, in order of definition, every loop its number and labels, and every
 * conditional its number. */
static void number_values(twk_node *first) {
    uint64_t count = 0;
    int64_t loops = 0;
    int64_t branches = 0;
    twk_label label = {"entry", -1};
    twk_loop *open = NULL;
    twk_node *node;
    for (node = first; node; node = node->next) {
        if (node->type != TWK_VOID) {
            node->number = count++;
        } else if (node->op == TWK_OP_LOOP) {
            twk_loop *loop = node->of.loop;
            size_t i;
            loop->index->number = count++;
            for (i = 0; i < loop->carried.count; i++) {
                loop->carried.at[i]->number = count++;
            }
            loop->number = loops++;
            loop->entry = label;
            loop->outer = open;
            open = loop;
            label.stem = "body";
            label.number = loop->number;
        } else if (node->op == TWK_OP_END_LOOP) {
            twk_loop *loop = node->of.loop;
            loop->latch = label;
            label.stem = "done";
            label.number = loop->number;
            open = loop->outer;
        } else if (node->op == TWK_OP_IF) {
            node->of.branch->number = branches++;
            label.stem = "then";
            label.number = node->of.branch->number;
        } else if (node->op == TWK_OP_ELSE || node->op == TWK_OP_END_IF) {
            label.stem = node->op == TWK_OP_ELSE ? "else" : "join";
            label.number = node->of.branch->number;
        }
    }
}

static void put(printer *p, const char *string) {
    twk_text_string(&p->text, string);
}

static void put_integer(printer *p, int64_t value) {
    twk_text_integer(&p->text, value);
}

static void put_type(printer *p, const twk_type *type) {
    twk_text_bytes(&p->text, type->text, type->text_length);
}

/* A value as an operand. */
static void put_value(printer *p, const twk_node *node) {
    if (node->op == TWK_OP_CONSTANT && node->type == TWK_I1) {
        put(p, node->immediate ? "true" : "false");
    } else if (node->op == TWK_OP_CONSTANT) {
        put_integer(p, node->immediate);
    } else if (node->op <= TWK_OP_POISON) {
        put(p, node->of.text);
    } else {
        char *to = twk_text_reserve(&p->text, 2 + TWK_DIGITS);
        if (to) {
            memcpy(to, "%v", 2);
            p->text.length += 2 + twk_write_unsigned(to + 2, node->number);
        }
    }
}

static void put_typed(printer *p, const twk_node *node) {
    put_type(p, node->type);
    put(p, " ");
    put_value(p, node);
}

static void put_number(printer *p, const char *stem, int64_t number) {
    put(p, stem);
    put_integer(p, number);
}

static void put_label(printer *p, twk_label label) {
    put(p, label.stem);
    if (label.number >= 0) {
        put_integer(p, label.number);
    }
}

/* The start of a line that defines a value: its name and operation. */
static void put_definition(printer *p, const twk_node *node) {
    put(p, "  ");
    put_value(p, node);
    put(p, " = ");
    put(p, op_names[node->op]);
    put(p, " ");
}

/* The end of an access to memory: the alias scopes of its stage. */
static void end_access(printer *p, const twk_node *node) {
    if (node->scope >= 0) {
        p->shell->put_access_end(&p->text, p->module, p->index, node->scope);
    }
}

/* A call, with constant arguments in the flavour's own type; it has none that the flavour lacks. */
static void print_call(printer *p, const twk_node *node) {
    const twk_intrinsic *row = node->of.intrinsic;
    size_t index = (size_t)(row - twk_intrinsics);
    const char *separator = "";
    size_t i;
    if (!p->is_used[index]) {
        p->is_used[index] = true;
        p->used[p->used_count++] = row;
    }
    if (node->type == TWK_VOID) {
        put(p, "  call ");
    } else {
        put_definition(p, node);
    }
    put_type(p, row->result);
    put(p, " @");
    put(p, row->names[p->module->flavor]);
    put(p, "(");
    for (i = 0; i < node->count; i++) {
        const twk_type *type = row->parameters[i].types[p->module->flavor];
        if (type) {
            put(p, separator);
            put_type(p, type);
            put(p, " ");
            put_value(p, node->args[i]);
            separator = ", ";
        }
    }
    put(p, ")");
    end_access(p, node);
    put(p, "\n");
}

/* The edge between two sides of a conditional. */
static void print_conditional(printer *p, const twk_node *node) {
    int64_t number = node->of.branch->number;
    if (node->op == TWK_OP_IF) {
        put(p, "  br i1 ");
        put_value(p, node->args[0]);
        put_number(p, ", label %then", number);
        put_number(p, ", label %else", number);
        put_number(p, "\nthen", number);
    } else {
        put_number(p, "  br label %join", number);
        put_number(p, node->op == TWK_OP_ELSE ? "\nelse" : "\njoin", number);
    }
    put(p, ":\n");
}

/* One phi of a loop: its value from before the loop, then that from the end of an iteration. */
static void print_phi(printer *p, const twk_loop *loop, const twk_node *phi, const twk_node *initial,
                      const twk_node *following) {
    put(p, "  ");
    put_value(p, phi);
    put(p, " = phi ");
    put_type(p, phi->type);
    put(p, " [ ");
    put_value(p, initial);
    put(p, ", %");
    put_label(p, loop->entry);
    put(p, " ], [ ");
    put_value(p, following);
    put(p, ", %");
    put_label(p, loop->latch);
    put(p, " ]\n");
}

/* The head of a loop: its phis and the test of its trip count. */
static void print_loop(printer *p, const twk_node *node) {
    const twk_loop *loop = node->of.loop;
    size_t i;
    put_number(p, "  br label %loop", loop->number);
    put_number(p, "\nloop", loop->number);
    put(p, ":\n  ");
    put_value(p, loop->index);
    put(p, " = phi i32 [ 0, %");
    put_label(p, loop->entry);
    put_number(p, " ], [ %next", loop->number);
    put(p, ", %");
    put_label(p, loop->latch);
    put(p, " ]\n");
    for (i = 0; i < loop->carried.count; i++) {
        print_phi(p, loop, loop->carried.at[i], node->args[i + 1], loop->following.at[i]);
    }
    put_number(p, "  %more", loop->number);
    put(p, " = icmp ult i32 ");
    put_value(p, loop->index);
    put(p, ", ");
    put_value(p, node->args[0]);
    put_number(p, "\n  br i1 %more", loop->number);
    put_number(p, ", label %body", loop->number);
    put_number(p, ", label %done", loop->number);
    put_number(p, "\nbody", loop->number);
    put(p, ":\n");
}

/* The foot of a loop. */
static void print_end_loop(printer *p, const twk_loop *loop) {
    put_number(p, "  %next", loop->number);
    put(p, " = add i32 ");
    put_value(p, loop->index);
    put_number(p, ", 1\n  br label %loop", loop->number);
    put_number(p, "\ndone", loop->number);
    put(p, ":\n");
}

/* The operands of an operation that defines a value, as it spells them. */
static void put_operands(printer *p, const twk_node *node) {
    twk_node *const *args = node->args;
    int lane;
    switch (node->op) {
    case TWK_OP_OFFSET:
        put(p, "i8, ");
        put_typed(p, args[0]);
        put(p, ", i32 ");
        put_value(p, args[1]);
        break;
    case TWK_OP_LOAD:
        put_type(p, node->type);
        put(p, ", ");
        put_typed(p, args[0]);
        put_number(p, ", align ", node->immediate);
        end_access(p, node);
        break;
    case TWK_OP_SELECT:
        put_typed(p, args[0]);
        put(p, ", ");
        put_typed(p, args[1]);
        put(p, ", ");
        put_typed(p, args[2]);
        break;
    case TWK_OP_COMPARE:
        put(p, predicate_names[node->immediate]);
        put(p, " ");
        put_typed(p, args[0]);
        put(p, ", ");
        put_value(p, args[1]);
        break;
    case TWK_OP_BITCAST:
    case TWK_OP_FPTRUNC:
        put_typed(p, args[0]);
        put(p, " to ");
        put_type(p, node->type);
        break;
    case TWK_OP_EXTRACT:
        put_typed(p, args[0]);
        put_number(p, ", i32 ", node->immediate);
        break;
    case TWK_OP_INSERT:
        put_typed(p, args[0]);
        put(p, ", ");
        put_typed(p, args[1]);
        put_number(p, ", i32 ", node->immediate);
        break;
    case TWK_OP_SHUFFLE:
        put_typed(p, args[0]);
        put(p, ", ");
        put_typed(p, args[1]);
        put_number(p, ", <", node->type->lanes);
        put(p, " x i32> <");
        for (lane = 0; lane < node->type->lanes; lane++) {
            put_number(p, lane ? ", i32 " : "i32 ", lane);
        }
        put(p, ">");
        break;
    default:
        put_typed(p, args[0]);
        put(p, ", ");
        put_value(p, args[1]);
    }
}

/* One node: a line or more. */
static void print_node(printer *p, const twk_node *node) {
    switch (node->op) {
    case TWK_OP_CALL:
        print_call(p, node);
        break;
    case TWK_OP_STORE:
        put(p, "  store ");
        put_typed(p, node->args[0]);
        put(p, ", ");
        put_typed(p, node->args[1]);
        put_number(p, ", align ", node->immediate);
        end_access(p, node);
        put(p, "\n");
        break;
    case TWK_OP_FENCE:
        put(p, "  ");
        p->shell->put_fence(&p->text, p->module, node->of.text);
        put(p, "\n");
        break;
    case TWK_OP_COMMENT:
        put(p, "  ; ");
        put(p, node->of.text);
        put(p, "\n");
        break;
    case TWK_OP_LOOP:
        print_loop(p, node);
        break;
    case TWK_OP_END_LOOP:
        print_end_loop(p, node->of.loop);
        break;
    case TWK_OP_IF:
    case TWK_OP_ELSE:
    case TWK_OP_END_IF:
        print_conditional(p, node);
        break;
    case TWK_OP_RETURN:
        put(p, "  ret void\n");
        break;
    default:
        put_definition(p, node);
        put_operands(p, node);
        put(p, "\n");
    }
}

static void print_function(printer *p, size_t index) {
    const twk_function *function = p->module->functions[index];
    const twk_node *node;
    size_t i;
    p->index = index;
    p->shell->put_globals(&p->text, p->module, index);
    put(p, "define ");
    put(p, p->shell->convention(p->module));
    put(p, " void @");
    put(p, function->name);
    put(p, "(");
    for (i = 0; i < function->argument_count; i++) {
        const twk_argument *argument = &function->arguments[i];
        put(p, i ? ", " : "");
        put_type(p, argument->node->type);
        put(p, " ");
        put(p, argument->attributes);
        put(p, " ");
        put_value(p, argument->node);
    }
    put_number(p, ") #", (int64_t)index);
    put(p, " {\nentry:\n");
    number_values(function->first);
    for (node = function->first; node; node = node->next) {
        print_node(p, node);
    }
    put(p, "}\n\n");
}

static void print_declaration(printer *p, const twk_intrinsic *row) {
    const char *separator = "";
    size_t i;
    put(p, "declare ");
    put_type(p, row->result);
    put(p, " @");
    put(p, row->names[p->module->flavor]);
    put(p, "(");
    for (i = 0; i < row->count; i++) {
        const twk_type *type = row->parameters[i].types[p->module->flavor];
        if (type) {
            put(p, separator);
            put_type(p, type);
            put(p, row->parameters[i].immediate ? " immarg" : "");
            separator = ", ";
        }
    }
    put(p, ")\n");
}

twk_text twk_print_module(twk_arena *arena, const twk_module *module, const twk_shell *shell) {
    printer p;
    size_t i;
    memset(&p, 0, sizeof p);
    p.text = twk_text_open(arena);
    p.module = module;
    p.shell = shell;
    shell->put_head(&p.text, module);
    for (i = 0; i < module->count; i++) {
        print_function(&p, i);
    }
    for (i = 0; i < p.used_count; i++) {
        print_declaration(&p, p.used[i]);
    }
    put(&p, "\n");
    shell->put_tail(&p.text, module);
    return p.text;
}
