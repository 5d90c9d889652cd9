/** Wall-clock time in unix milliseconds. */
export type Clock = { now(): number };

/** Waiting is a port of its own: few need it, and a virtual clock can skip it. */
export type Sleeper = { sleep(ms: number): Promise<void> };
