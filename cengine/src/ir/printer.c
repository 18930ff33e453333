#include "ir/printer.h"

#include <string.h>

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

static uint64_t number_phis(twk_nodes phis, uint64_t count) {
    for (size_t i = 0; i < phis.count; i++) {
        phis.at[i]->number = count++;
    }
    return count;
}

/* Give every value of a body its number, in order of definition, and every loop and conditional its number and the
 * labels of the blocks that it names. */
static void number_values(twk_arena *arena, twk_node *first) {
    uint64_t count = 0;
    int loops = 0;
    int branches = 0;
    const char *label = "entry";
    twk_node *node;
    for (node = first; node; node = node->next) {
        twk_loop *loop = node->of.loop;
        twk_branch *branch = node->of.branch;
        if (node->type != TWK_VOID) {
            node->number = count++;
        } else if (node->op == TWK_OP_LOOP) {
            loop->index->number = count++;
            count = number_phis(loop->carried, count);
            loop->entry = label;
            loop->number = loops++;
            label = twk_format(arena, "body%d", loop->number);
        } else if (node->op == TWK_OP_END_LOOP) {
            loop->latch = label;
            label = twk_format(arena, "done%d", loop->number);
        } else if (node->op == TWK_OP_IF) {
            branch->number = branches++;
            label = twk_format(arena, "then%d", branch->number);
        } else if (node->op == TWK_OP_ELSE) {
            branch->ends[0] = label;
            label = twk_format(arena, "else%d", branch->number);
        } else if (node->op == TWK_OP_END_IF) {
            branch->ends[1] = label;
            label = twk_format(arena, "join%d", branch->number);
            count = number_phis(branch->joined, count);
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

/* The start of a line that defines a value: its name and operation. */
static void put_definition(printer *p, const twk_node *node) {
    const twk_operation_row *row = &twk_operations[node->op];
    put(p, "  ");
    put_value(p, node);
    twk_text_bytes(&p->text, row->definition, row->definition_length);
}

/* Every operand with its type. */
static void put_operands(printer *p, const twk_node *node) {
    for (size_t i = 0; i < node->count; i++) {
        if (i) {
            put(p, ", ");
        }
        put_typed(p, node->args[i]);
    }
}

/* The end of an access to memory: the alias scopes of its stage. */
static void end_access(printer *p, const twk_node *node) {
    if (node->scope >= 0) {
        p->shell->put_access_end(&p->text, p->module, p->index, node->scope);
    }
}

/* The start of a call: the name of its result, and its type. */
static void put_called(printer *p, const twk_node *node) {
    put(p, "  ");
    if (node->type != TWK_VOID) {
        put_value(p, node);
        put(p, " = ");
    }
    put(p, "call ");
    put_type(p, node->type);
}

/* A call, with constant arguments in the flavour's own type; it has none that the flavour lacks. */
static void print_call(printer *p, const twk_node *node) {
    const twk_intrinsic *row = node->of.intrinsic;
    size_t index = (size_t)(row - twk_intrinsics);
    const char *separator = "";
    if (!p->is_used[index]) {
        p->is_used[index] = true;
        p->used[p->used_count++] = row;
    }
    put_called(p, node);
    put(p, " @");
    put(p, row->names[p->module->flavor]);
    put(p, "(");
    for (size_t i = 0; i < node->count; i++) {
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
}

/* A call of inline assembly. */
static void print_assembly(printer *p, const twk_node *node) {
    const twk_assembly_text *assembly = node->of.assembly;
    const char *sideeffect = assembly->side_effects ? " sideeffect" : "";
    put_called(p, node);
    twk_text_format(&p->text, " asm%s \"%s\", \"%s\"(", sideeffect, assembly->template, assembly->constraints);
    put_operands(p, node);
    put(p, ")");
}

/* What values are where the edges of two blocks meet. */
static void print_phis(printer *p, twk_nodes phis, twk_node *const *ones, const char *one, twk_node *const *others,
                       const char *other) {
    for (size_t i = 0; i < phis.count; i++) {
        put(p, "\n  ");
        put_value(p, phis.at[i]);
        put(p, " = phi ");
        put_type(p, phis.at[i]->type);
        put(p, " [ ");
        put_value(p, ones[i]);
        put(p, ", %");
        put(p, one);
        put(p, " ], [ ");
        put_value(p, others[i]);
        put(p, ", %");
        put(p, other);
        put(p, " ]");
    }
}

/* The edge between two sides of a conditional. */
static void print_branch(printer *p, const twk_node *node) {
    int number = node->of.branch->number;
    if (node->op == TWK_OP_ELSE) {
        twk_text_format(&p->text, "  br label %%join%d\nelse%d:", number, number);
        return;
    }
    put(p, "  br i1 ");
    put_value(p, node->args[0]);
    twk_text_format(&p->text, ", label %%then%d, label %%else%d\nthen%d:", number, number, number);
}

/* Where the sides of a conditional meet. */
static void print_join(printer *p, const twk_node *node) {
    const twk_branch *branch = node->of.branch;
    twk_text_format(&p->text, "  br label %%join%d\njoin%d:", branch->number, branch->number);
    print_phis(p, branch->joined, branch->leaving.at, branch->ends[0], node->args, branch->ends[1]);
}

/* The head of a loop: its phis and the test of its trip count. */
static void print_loop(printer *p, const twk_node *node) {
    const twk_loop *loop = node->of.loop;
    int number = loop->number;
    twk_text_format(&p->text, "  br label %%loop%d\nloop%d:\n  ", number, number);
    put_value(p, loop->index);
    twk_text_format(&p->text, " = phi i32 [ 0, %%%s ], [ %%next%d, %%%s ]", loop->entry, number, loop->latch);
    print_phis(p, loop->carried, node->args + 1, loop->entry, loop->following.at, loop->latch);
    twk_text_format(&p->text, "\n  %%more%d = icmp ult i32 ", number);
    put_value(p, loop->index);
    put(p, ", ");
    put_value(p, node->args[0]);
    twk_text_format(&p->text, "\n  br i1 %%more%d, label %%body%d, label %%done%d\nbody%d:", number, number, number,
                    number);
}

/* The foot of a loop. */
static void print_end_loop(printer *p, const twk_loop *loop) {
    twk_text_format(&p->text, "  %%next%d = add i32 ", loop->number);
    put_value(p, loop->index);
    twk_text_format(&p->text, ", 1\n  br label %%loop%d\ndone%d:", loop->number, loop->number);
}

/* The mask that joins two vectors end to end. */
static void put_mask(printer *p, int lanes) {
    put_number(p, ", <", lanes);
    put(p, " x i32> <");
    for (int lane = 0; lane < lanes; lane++) {
        put_number(p, lane ? ", i32 " : "i32 ", lane);
    }
    put(p, ">");
}

/* Every operand with its type, and what the shape has after them. */
static void print_typed(printer *p, const twk_node *node) {
    const twk_operation_row *row = &twk_operations[node->op];
    put_definition(p, node);
    put_operands(p, node);
    if (row->shape == TWK_SHAPE_PART) {
        put_number(p, row->index, node->immediate);
    } else if (row->shape == TWK_SHAPE_MASK) {
        put_mask(p, node->type->lanes);
    } else if (row->shape == TWK_SHAPE_CONVERTED) {
        put(p, " to ");
        put_type(p, node->type);
    }
}

/* Where an access goes: the end of its line. */
static void put_place(printer *p, const twk_node *node, const twk_node *address) {
    put(p, ", ");
    put_typed(p, address);
    put_number(p, ", align ", node->immediate);
    end_access(p, node);
}

static void print_update(printer *p, const twk_node *node) {
    put_definition(p, node);
    put(p, twk_updates[node->of.atomic.update].word);
    put(p, " ");
    put_operands(p, node);
    p->shell->put_sync_scope(&p->text, p->module, node->of.atomic.sync_scope);
    put(p, " ");
    put(p, twk_orderings[node->of.atomic.ordering]);
    put_number(p, ", align ", twk_type_bytes(node->type));
    end_access(p, node);
}

/* One node: a line or more. */
static void print_node(printer *p, const twk_node *node) {
    twk_node *const *args = node->args;
    switch (twk_operations[node->op].shape) {
    case TWK_SHAPE_OPERAND:
        break;
    case TWK_SHAPE_COMMENT:
        put(p, "  ; ");
        put(p, node->of.text);
        break;
    case TWK_SHAPE_PLAIN:
        put_definition(p, node);
        put_typed(p, args[0]);
        put(p, ", ");
        put_value(p, args[1]);
        break;
    case TWK_SHAPE_PREDICATED:
        put_definition(p, node);
        put(p, twk_predicates[node->immediate].word);
        put(p, " ");
        put_typed(p, args[0]);
        put(p, ", ");
        put_value(p, args[1]);
        break;
    case TWK_SHAPE_TYPED:
    case TWK_SHAPE_PART:
    case TWK_SHAPE_MASK:
    case TWK_SHAPE_CONVERTED:
        print_typed(p, node);
        break;
    case TWK_SHAPE_LOAD:
        put_definition(p, node);
        put_type(p, node->type);
        put_place(p, node, args[0]);
        break;
    case TWK_SHAPE_STORE:
        put(p, "  store ");
        put_typed(p, args[0]);
        put_place(p, node, args[1]);
        break;
    case TWK_SHAPE_UPDATE:
        print_update(p, node);
        break;
    case TWK_SHAPE_FENCE:
        put(p, "  ");
        p->shell->put_fence(&p->text, p->module, node->of.atomic.ordering);
        break;
    case TWK_SHAPE_CALL:
        print_call(p, node);
        break;
    case TWK_SHAPE_ASSEMBLY:
        print_assembly(p, node);
        break;
    case TWK_SHAPE_BRANCH:
        print_branch(p, node);
        break;
    case TWK_SHAPE_JOIN:
        print_join(p, node);
        break;
    case TWK_SHAPE_LOOP:
        print_loop(p, node);
        break;
    case TWK_SHAPE_END_LOOP:
        print_end_loop(p, node->of.loop);
        break;
    case TWK_SHAPE_LEAVE:
        put(p, "  ret void");
        break;
    }
    put(p, "\n");
}

static void print_function(printer *p, size_t index) {
    const twk_function *function = p->module->functions[index];
    const twk_argument *argument;
    const twk_node *node;
    p->index = index;
    p->shell->put_globals(&p->text, p->module, index);
    twk_text_format(&p->text, "define %s void @%s(", p->shell->convention(p->module), function->name);
    for (argument = function->arguments; argument; argument = argument->next) {
        const char *attributes = argument->attributes;
        put_type(p, argument->node->type);
        twk_text_format(&p->text, "%s%s %s", *attributes ? " " : "", attributes, argument->node->of.text);
        put(p, argument->next ? ", " : "");
    }
    put_number(p, ") #", (int64_t)index);
    put(p, " {\nentry:\n");
    number_values(p->text.arena, function->first);
    for (node = function->first; node; node = node->next) {
        print_node(p, node);
    }
    put(p, "}\n\n");
}

static void print_declaration(printer *p, const twk_intrinsic *row) {
    const char *separator = "";
    put(p, "declare ");
    put_type(p, row->result);
    put(p, " @");
    put(p, row->names[p->module->flavor]);
    put(p, "(");
    for (size_t i = 0; i < row->count; i++) {
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
    memset(&p, 0, sizeof p);
    p.text = twk_text_open(arena);
    p.module = module;
    p.shell = shell;
    shell->put_head(&p.text, module);
    for (size_t i = 0; i < module->count; i++) {
        print_function(&p, i);
    }
    for (size_t i = 0; i < p.used_count; i++) {
        print_declaration(&p, p.used[i]);
    }
    put(&p, "\n");
    shell->put_tail(&p.text, module);
    return p.text;
}
