import type { SandboxOptions } from "../../infra/sandbox/start-sandbox.ts";
import type { Timings } from "../../shared/kernel/timings.ts";
import type { Mortality } from "./mortal-process.ts";

export type WorldOptions = {
  readonly seed: number;
  readonly mortality: Mortality;
  readonly requestsPerSecond: number;
  readonly timings: Partial<Timings>;
  /** How the source behaves besides; its faults hit the bridge alone. */
  readonly source?: Pick<SandboxOptions, "faults" | "settings">;
  /** How many records of each kind the source has at first. */
  readonly records?: number;
  /** How long (ms) the source takes over each answer; absent: no time. */
  readonly answersAfter?: (fraction: number) => number;
};
