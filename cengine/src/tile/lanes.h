/* Lane maps, as far as they are known when a kernel is written: the parts of a coordinate that depend on the slot or
 * on a lane that is known. */
#ifndef TWK_TILE_LANES_H
#define TWK_TILE_LANES_H

#include "contract_gen.h"

/* The part of a coordinate that depends on the slot in the lane's vector. */
int64_t twk_slot_coordinate(const twk_lane_map *map, int64_t slot);

/* The part of a coordinate that depends on the lane. */
int64_t twk_lane_part(const twk_lane_map *map, int64_t lane);

/* How many slots of `length`, a power of two, always lie side by side along the reduction in one row. */
int64_t twk_run_length(const twk_lane_map *free, const twk_lane_map *reduction, int64_t length);

#endif
