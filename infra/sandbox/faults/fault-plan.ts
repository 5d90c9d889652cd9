import * as z from "zod";
import type { Random } from "../store/random.ts";
import type { Clock } from "../store/time.ts";
import { RetryAfterWindows } from "./retry-after-windows.ts";

/** `share` is a fraction of the requests that can have the fault. `defaults` describes `parameter`. */
export interface Fault {
  readonly kind: FaultKind;
  readonly share: number;
  readonly parameter: number;
}

/**
 * The default parameters. `429`, `429-date` and `503`: the seconds in `Retry-After`. `500`: how many requests in a row
 * fail. `burst`, `late`: the longest burst or delay (ms). `slow`: the delay (ms). The other kinds have no parameter.
 */
const defaults = {
  "401": 0,
  "404": 0,
  "429": 2,
  "429-date": 2,
  "500": 3,
  "503": 5,
  burst: 5000,
  expired: 0,
  "full-view-404": 0,
  html: 0,
  late: 8000,
  reset: 0,
  revoked: 0,
  slow: 1500,
  token: 0,
  truncated: 0,
};
export type FaultKind = keyof typeof defaults;
const isKind = (name: string): name is FaultKind => Object.hasOwn(defaults, name);

/** `kind=share[:parameter]`, separated by commas: `500=0.02:4,slow=0.1:2000,401=0.05`. */
export const faultSpecSchema = z.string().transform((spec, context): Fault[] =>
  spec
    .split(",")
    .filter((part) => part.trim() !== "")
    .flatMap((part) => {
      const [, kind = "", share, parameter] = /^\s*([\w-]+)=(\d*\.?\d+)(?::(\d+))?\s*$/.exec(part) ?? [];
      if (!isKind(kind) || Number(share) > 1) {
        const message = `"${part.trim()}" is not kind=share[:parameter]; kinds: ${Object.keys(defaults).join(", ")}`;
        context.addIssue({ code: "custom", message });
        return [];
      }
      return [{ kind, share: Number(share), parameter: Number(parameter ?? defaults[kind]) }];
    }),
);

/** The fraction of requests that fail during a burst. */
const failing = 0.7;

/**
 * Periods in which most requests fail, as when a server restarts. They depend on the clock, not on the number of
 * requests: of a steady stream, the fraction `share` fails. A burst lasts up to `longest` (ms).
 */
function faultBursts(random: Random, clock: Clock): (share: number, longest: number) => boolean {
  let from = 0;
  let until = clock.now();
  // A burst lasts at least a fifth of `longest`. With the mean pause, bursts fill `share` / `failing` of the time.
  const next = (share: number, longest: number) => {
    const meanPause = 0.6 * longest * Math.max(0, failing / share - 1);
    from = until + 2 * meanPause * random();
    until = from + longest * (0.2 + 0.8 * random());
  };
  return (share, longest) => {
    if (share === 0) return false;
    const now = clock.now();
    while (until <= now) next(share, Math.max(1, longest));
    return now >= from && random() < failing;
  };
}

export class FaultPlan {
  readonly #random: Random;
  readonly #clock: Clock;
  #faults: readonly Fault[];
  #burstLeft = 0;
  #bursts: ReturnType<typeof faultBursts>;
  readonly counts = new Map<FaultKind, number>();
  readonly retryAfter: RetryAfterWindows;
  requests = 0;

  constructor(random: Random, faults: readonly Fault[], clock: Clock) {
    this.#random = random;
    this.#faults = faults;
    this.#clock = clock;
    this.#bursts = faultBursts(random, clock);
    this.retryAfter = new RetryAfterWindows(() => clock.now());
  }

  get faults(): readonly Fault[] {
    return this.#faults;
  }

  replace(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#burstLeft = 0;
    this.#bursts = faultBursts(this.#random, this.#clock);
  }

  /** Returns the first fault of the plan that strikes, among the kinds that `fits` accepts. */
  next(fits: (kind: FaultKind) => boolean): Fault | undefined {
    this.requests += 1;
    const burst = this.#faults.find((fault) => fault.kind === "500");
    if (burst !== undefined && this.#burstLeft > 0) {
      this.#burstLeft -= 1;
      return this.#count(burst);
    }
    const struck = this.#faults.find((fault) => fits(fault.kind) && this.#strikes(fault));
    if (struck?.kind === "500") this.#burstLeft = Math.max(0, struck.parameter - 1);
    return struck && this.#count(struck);
  }

  upTo({ parameter }: Fault): number {
    return Math.ceil(this.#random() * parameter);
  }

  #strikes({ kind, share, parameter }: Fault): boolean {
    return kind === "burst" ? this.#bursts(share, parameter) : this.#random() < share;
  }

  #count(fault: Fault): Fault {
    this.counts.set(fault.kind, (this.counts.get(fault.kind) ?? 0) + 1);
    return fault;
  }
}
