import * as z from "zod";
import type { Clock } from "../store/clock.ts";
import type { Random } from "../store/random.ts";
import { FaultBursts } from "./fault-bursts.ts";
import { RetryAfterWindows } from "./retry-after-windows.ts";

const kinds = [
  ...(["401", "404", "429", "429-date", "500", "503", "burst", "expired", "full-view-404", "html", "late"] as const),
  ...(["reset", "revoked", "slow", "token", "truncated"] as const),
] as const;
const kindSchema = z.enum(kinds);
export type FaultKind = z.infer<typeof kindSchema>;

/** Affects a fraction `share` of the requests that it applies to. `defaults` describes `parameter`. */
export interface Fault {
  readonly kind: FaultKind;
  readonly share: number;
  readonly parameter: number;
}

/**
 * 429, 429-date and 503: seconds in Retry-After. 500: how many consecutive requests fail. burst and late: at most this
 * many milliseconds. slow: milliseconds. Others don't use it.
 */
const defaults: Readonly<Record<FaultKind, number>> = {
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

/** `kind=share[:parameter]`, comma-separated: `500=0.02:4,slow=0.1:2000,401=0.05`. */
export const faultSpecSchema = z.string().transform((spec, context): Fault[] =>
  spec
    .split(",")
    .filter((part) => part.trim() !== "")
    .flatMap((part) => {
      const [, name, share, parameter] = /^\s*([\w-]+)=(\d*\.?\d+)(?::(\d+))?\s*$/.exec(part) ?? [];
      const kind = kindSchema.safeParse(name);
      if (!kind.success || Number(share) > 1) {
        context.addIssue({
          code: "custom",
          message: `"${part.trim()}" is not kind=share[:parameter] of ${kinds.join(", ")}`,
        });
        return [];
      }
      return [
        {
          kind: kind.data,
          share: Number(share),
          parameter: parameter === undefined ? defaults[kind.data] : Number(parameter),
        },
      ];
    }),
);

/** Decides which fault each request gets, from its own stream of random numbers. */
export class FaultPlan {
  readonly #random: Random;
  readonly #clock: Clock;
  #faults: readonly Fault[];
  #burstLeft = 0;
  #bursts: FaultBursts;
  readonly counts = new Map<FaultKind, number>();
  readonly retryAfter: RetryAfterWindows;
  /** How many requests were made. */
  requests = 0;

  constructor(random: Random, faults: readonly Fault[], clock: Clock) {
    this.#random = random;
    this.#faults = faults;
    this.#clock = clock;
    this.#bursts = this.#newBursts();
    this.retryAfter = new RetryAfterWindows(() => clock.now());
  }

  get faults(): readonly Fault[] {
    return this.#faults;
  }

  replace(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#burstLeft = 0;
    this.#bursts = this.#newBursts();
  }

  /** `fits` says which kinds make sense for the request. The first of those to strike is used. */
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

  /** A random number up to the fault's parameter, evenly distributed. */
  upTo({ parameter }: Fault): number {
    return Math.ceil(this.#random() * parameter);
  }

  #strikes({ kind, share, parameter }: Fault): boolean {
    return kind === "burst" ? this.#bursts.strikes(share, parameter) : this.#random() < share;
  }

  #newBursts(): FaultBursts {
    return new FaultBursts(this.#random, () => this.#clock.now());
  }

  #count(fault: Fault): Fault {
    this.counts.set(fault.kind, (this.counts.get(fault.kind) ?? 0) + 1);
    return fault;
  }
}
