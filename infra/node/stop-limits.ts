import { longestDeadline } from "../../shared/kernel/checked-timings.ts";

/** How long (ms) a stopping thread waits: a running delivery may take its full deadline, and then records the result. */
export const stopWithin = longestDeadline + 5_000;

/** How long (ms) a stopping thread waits for its last spans to be sent. */
export const lastFlush = 1_000;
