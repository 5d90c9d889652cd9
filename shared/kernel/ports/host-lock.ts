import { FeedhookError } from "../errors.ts";

/** Another host already works on the same store. A second one would hand out the messages that the first one holds. */
export class HostRunningError extends FeedhookError {
  readonly code = "host_running";
}

/** The right to be the only host of a store. It ends with the process, even if the process is killed. */
export type HostLock = { release(): Promise<void> };
