import { errorWith } from "../errors.ts";

/** Another host already works on the same store. A second host would handle messages that the first one is handling. */
export class HostRunningError extends errorWith("host_running") {}

/** The right to be the only host of a store. It ends with the process, even if the process is killed. */
export type HostLock = { release(): Promise<void> };
