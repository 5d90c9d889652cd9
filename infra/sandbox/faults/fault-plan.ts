import * as z from "zod";
import type { Random } from "../store/random.ts";

const kinds = ["401", "429", "500", "503", "reset", "slow", "truncated", "html", "full-view-404"] as const;
const kindSchema = z.enum(kinds);
export type FaultKind = z.infer<typeof kindSchema>;

/** `share` of the requests it fits; `parameter` as described at `defaults`. */
interface Fault {
  readonly kind: FaultKind;
  readonly share: number;
  readonly parameter: number;
}

/** 429 and 503: seconds in Retry-After. 500: how many requests in a row fail. slow: milliseconds. Unused otherwise. */
const defaults: Readonly<Record<FaultKind, number>> = {
  "401": 0,
  "429": 2,
  "500": 3,
  "503": 5,
  reset: 0,
  slow: 1500,
  truncated: 0,
  html: 0,
  "full-view-404": 0,
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

/** Decides, request by request and from its own stream of random numbers, what goes wrong. */
export class FaultPlan {
  readonly #random: Random;
  #faults: readonly Fault[];
  #burstLeft = 0;
  readonly counts = new Map<FaultKind, number>();

  constructor(random: Random, faults: readonly Fault[]) {
    this.#random = random;
    this.#faults = faults;
  }

  get faults(): readonly Fault[] {
    return this.#faults;
  }

  replace(faults: readonly Fault[]): void {
    this.#faults = faults;
    this.#burstLeft = 0;
  }

  /** `fits` says which kinds make sense for the request; the first that strikes is taken. */
  next(fits: (kind: FaultKind) => boolean): Fault | undefined {
    const burst = this.#faults.find((fault) => fault.kind === "500");
    if (burst !== undefined && this.#burstLeft > 0) {
      this.#burstLeft -= 1;
      return this.#count(burst);
    }
    const struck = this.#faults.find((fault) => fits(fault.kind) && this.#random() < fault.share);
    if (struck?.kind === "500") this.#burstLeft = Math.max(0, struck.parameter - 1);
    return struck && this.#count(struck);
  }

  #count(fault: Fault): Fault {
    this.counts.set(fault.kind, (this.counts.get(fault.kind) ?? 0) + 1);
    return fault;
  }
}
