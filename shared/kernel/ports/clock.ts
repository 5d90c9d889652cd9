/** In unix milliseconds. */
export type Clock = { now(): number };

/** A separate port, because few parts wait and a virtual clock can skip waits. */
export type Sleeper = { sleep(ms: number): Promise<void> };
