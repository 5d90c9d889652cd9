/** Wall-clock time in unix milliseconds. */
export type Clock = { now(): number };

/** Waits. It is a separate port, because few parts need it and a virtual clock can skip it. */
export type Sleeper = { sleep(ms: number): Promise<void> };
