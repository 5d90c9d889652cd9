/** Requests this soon (ms) after a refusal don't count: the client may have sent them before it read the refusal. */
const onItsWay = 250;

export interface AskedWhen {
  readonly instanceName: string;
  /** Undefined if the request has no known credential. */
  readonly client: string | undefined;
  /** The list's path and, for documents, the owner. */
  readonly list: string;
}

interface Window {
  readonly of: AskedWhen;
  readonly status: "429" | "503";
  readonly from: number;
  readonly until: number;
}

/**
 * Counts requests during the waits that `Retry-After` asked for. After a 429, all of the client's requests to the
 * instance count; after a 503, only its requests for the same list.
 */
export class RetryAfterWindows {
  readonly #now: () => number;
  #open: readonly Window[] = [];
  readonly counts = { "429": 0, "503": 0 };

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `until` is in unix ms. */
  open(status: Window["status"], of: AskedWhen, until: number): void {
    this.#open = [...this.#open, { of, status, from: this.#now() + onItsWay, until }];
  }

  /** A request without a known credential may be from any client, so it counts in any client's wait. */
  see(asked: AskedWhen): void {
    const now = this.#now();
    this.#open = this.#open.filter(({ until }) => until > now);
    const broken = this.#open.filter(
      ({ of, status, from }) =>
        now >= from &&
        of.instanceName === asked.instanceName &&
        (asked.client === undefined || of.client === asked.client) &&
        (status === "429" || of.list === asked.list),
    );
    for (const status of new Set(broken.map((window) => window.status))) this.counts[status] += 1;
  }
}
