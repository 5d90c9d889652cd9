import type { Envelope } from "../../../shared/kernel/envelope.ts";

/** How something stood from a moment on. A change takes time: between `from` and `until` both it and the one before held. */
type Version<T> = { readonly from: number; until: number; readonly value: T };

/** What somebody was told that something is, over time. */
export class History<T> {
  readonly #versions: Version<T>[];

  constructor(first: T) {
    this.#versions = [{ from: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY, value: first }];
  }

  get last(): T {
    return this.#versions.at(-1)!.value;
  }

  /** Begins a change; the answer ends it. A change that is refused is ended with `refused`. */
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
   * All that it may have been at some moment of a span. A change is superseded by those alone that began after its answer:
   * of two under way together either may take effect last.
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

/** A filter of a subscription, and what it means, written down a second time. */
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
  /** A patch adds to a filter what it names (JSON merge patch), so all of these have to match. */
  readonly filters: readonly Filter[];
  readonly baseline: boolean;
  readonly isActive: boolean;
  readonly url: string | undefined;
};

/** Whether a subscription with these settings wants an event, as the partner's guide says it. */
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
  /** The instances that it has while none are taken away. */
  readonly home: readonly string[];
  /** It was deleted with all that it owned. */
  isGone: boolean;
  /** Somebody changes it now: others wait. */
  busy: boolean;
};

/** A subscription as its owner knows it. */
export type KnownSubscription = {
  readonly id: string;
  readonly partner: KnownPartner;
  readonly kind: "push" | "ordered" | "pull";
  readonly wish: History<Wish | undefined>;
  /** Every signing secret it ever had, with the time (ms) from which it doesn't sign any more. */
  readonly secrets: { readonly secret: string; until: number }[];
  /** Events that were fetched and acknowledged. */
  readonly acknowledged: Set<string>;
  readonly headers: Readonly<Record<string, string>>;
  /** Somebody changes it now: others wait, or leave it. */
  busy: boolean;
  /** It was made twice, since the answer of the first request was lost. */
  doubled: boolean;
  isRemoved: boolean;
};
