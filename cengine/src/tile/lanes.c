#include "tile/lanes.h"

/* The terms of a lane, or those of a slot, for a value of it. */
static int64_t sum_terms(const twk_lane_map *map, bool of_lane, int64_t source) {
    int64_t total = 0;
    int i;
    for (i = 0; i < map->count; i++) {
        const twk_term *term = &map->terms[i];
        if (term->of_lane == of_lane) {
            int64_t value = source / term->divide;
            total += (term->modulo ? value % term->modulo : value) * term->times;
        }
    }
    return total;
}

int64_t twk_slot_coordinate(const twk_lane_map *map, int64_t slot) {
    return sum_terms(map, false, slot);
}

int64_t twk_lane_part(const twk_lane_map *map, int64_t lane) {
    return sum_terms(map, true, lane);
}

/* Whether slots in groups of `run` lie side by side along the reduction in one row. */
static bool are_together(const twk_lane_map *free, const twk_lane_map *reduction, int64_t length, int64_t run) {
    int64_t slot;
    for (slot = 0; slot < length; slot++) {
        int64_t start = slot - slot % run;
        if (twk_slot_coordinate(reduction, slot) != twk_slot_coordinate(reduction, start) + slot % run ||
            twk_slot_coordinate(free, slot) != twk_slot_coordinate(free, start)) {
            return false;
        }
    }
    return true;
}

int64_t twk_run_length(const twk_lane_map *free, const twk_lane_map *reduction, int64_t length) {
    int64_t run = length;
    while (run > 1 && !are_together(free, reduction, length, run)) {
        run /= 2;
    }
    return run;
}
