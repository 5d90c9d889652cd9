/**
 * Requests within this time (ms) after a refusal don't count: the client may have sent them before it could read the
 * refusal.
 */
const onItsWay = 250;

export interface AskedWhen {
  readonly instanceName: string;
  /** The client id; undefined if the request has no known credential. */
  readonly client: string | undefined;
  /** The requested list: its path and, for documents, the owner. */
  readonly list: string;
}

interface Window {
  readonly of: AskedWhen;
  readonly status: "429" | "503";
  readonly from: number;
  readonly until: number;
}

/**
 * The waits that `Retry-After` asked for, and the number of requests made during them. After a 429, all of the client's
 * requests to the instance count; after a 503, only its requests for the same list.
 */
export class RetryAfterWindows {
  readonly #now: () => number;
  #open: readonly Window[] = [];
  readonly counts = { "429": 0, "503": 0 };

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records a refusal. `until` is in Unix milliseconds. */
  open(status: Window["status"], of: AskedWhen, until: number): void {
    this.#open = [...this.#open, { of, status, from: this.#now() + onItsWay, until }];
  }

  /** Records a request. A request without a known credential may be from any client, so any client's wait counts. */
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
