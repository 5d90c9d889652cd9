import type { Envelope } from "../../../shared/kernel/envelope.ts";

/**
 * A value over time. A change isn't instantaneous: between `from` and `until`, both it and the previous value applied.
 */
type Version<T> = { readonly from: number; until: number; readonly value: T };

/** The values that somebody gave something over time. */
export class History<T> {
  readonly #versions: Version<T>[];

  constructor(first: T) {
    this.#versions = [{ from: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY, value: first }];
  }

  get last(): T {
    return this.#versions.at(-1)!.value;
  }

  /** Begins a change, which ends with the response. If it is refused, call `refused`. */
  begin(from: number, value: T): { readonly end: (until: number) => void; readonly refused: () => void } {
    const version = { from, until: Number.POSITIVE_INFINITY, value };
    this.#versions.push(version);
    return {
      end: (until) => {
        version.until = until;
      },
      refused: () => {
        this.#versions.splice(this.#versions.indexOf(version), 1);
      },
    };
  }

  /**
   * All values that may have applied at some time in a span. A change is superseded only by those that began after its
   * response: of two concurrent changes, either may take effect last.
   */
  during(from: number, to: number): readonly T[] {
    return this.#versions
      .filter((version) => {
        const later = this.#versions.filter((other) => other !== version && other.from >= version.until);
        const end = Math.min(Number.POSITIVE_INFINITY, ...later.map(({ until }) => until));
        return version.from <= to && end >= from;
      })
      .map(({ value }) => value);
  }
}

/** A filter of a subscription, and an independent implementation of what it means. */
export type Filter = { readonly pattern: unknown; readonly matches: (event: Envelope) => boolean };

export const filters: readonly Filter[] = [
  {
    pattern: { subject: { type: ["person", "company"] } },
    matches: ({ subject }) => /^(person|company)$/.test(subject.type),
  },
  {
    pattern: { changes: { field: ["jobTitle", "mainPhone"] } },
    matches: ({ changes = [] }) => changes.some(({ field }) => field === "jobTitle" || field === "mainPhone"),
  },
  { pattern: { detectedBy: [{ "anything-but": ["walk"] }] }, matches: ({ detectedBy }) => detectedBy !== "walk" },
  { pattern: { owner: { type: [{ prefix: "Co" }] } }, matches: ({ owner }) => owner?.type.startsWith("Co") === true },
  { pattern: { subject: { seq: [{ numeric: [">", 1] }] } }, matches: ({ subject }) => subject.seq > 1 },
];

export type Wish = {
  readonly eventTypes: readonly string[];
  /** A patch adds to a filter (JSON merge patch), so all of these have to match. */
  readonly filters: readonly Filter[];
  readonly baseline: boolean;
  readonly isActive: boolean;
  /** The URL of a webhook or a queue. */
  readonly url: string | undefined;
};

/** Whether a subscription with these settings gets an event, according to the partner's guide. */
export function wants(wish: Wish, event: Envelope): boolean {
  const [subject = ""] = event.type.split(".");
  const asked = wish.eventTypes.some(
    (pattern) => pattern === event.type || pattern === `${subject}.*` || (pattern === "*" && subject !== "bridge"),
  );
  const isOperational = subject === "bridge";
  const baseline = event.baseline !== true || wish.baseline || isOperational;
  return wish.isActive && asked && baseline && wish.filters.every(({ matches }) => matches(event));
}

export type Standing = { readonly isActive: boolean; readonly instances: readonly string[] };

/** A partner as the operators made it. */
export type KnownPartner = {
  readonly id: string;
  readonly key: string;
  readonly standing: History<Standing>;
  /** Its instances while none are taken away. */
  readonly home: readonly string[];
  /** Whether it was deleted with everything it owned. */
  isGone: boolean;
  /** Whether somebody is changing it. Others wait. */
  busy: boolean;
};

/** A subscription as its owner knows it. */
export type KnownSubscription = {
  readonly id: string;
  readonly partner: KnownPartner;
  readonly kind: "push" | "ordered" | "pull" | "sqs";
  readonly wish: History<Wish | undefined>;
  /** Every signing secret it ever had, with the time (ms) after which it no longer signs. */
  readonly secrets: { readonly secret: string; until: number }[];
  /** Events that were fetched and acknowledged. */
  readonly acknowledged: Set<string>;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether somebody is changing it. Others wait, or leave it alone. */
  busy: boolean;
  /** Whether it was created twice because the response to the first request was lost. */
  doubled: boolean;
  isRemoved: boolean;
};
