import type { SandboxOptions } from "../../infra/sandbox/start-sandbox.ts";
import type { Timings } from "../../shared/kernel/timings.ts";
import type { Mortality } from "./mortal-process.ts";

export type WorldOptions = {
  readonly seed: number;
  readonly mortality: Mortality;
  readonly requestsPerSecond: number;
  readonly timings: Partial<Timings>;
  /** How the source behaves. Its faults affect only the bridge. */
  readonly source?: Pick<SandboxOptions, "faults" | "settings">;
  /** How many records of each kind the source has at first. */
  readonly records?: number;
  /** How long (ms) the source takes for each response; no time if absent. */
  readonly answersAfter?: (fraction: number) => number;
};
