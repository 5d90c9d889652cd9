/** Wall-clock time in unix milliseconds. */
export type Clock = { now(): number };

/** Waits. A separate port, because few parts wait and a virtual clock can skip waits. */
export type Sleeper = { sleep(ms: number): Promise<void> };
