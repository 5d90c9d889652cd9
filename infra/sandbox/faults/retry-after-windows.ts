/** A request within this time (ms) after the refusal was sent before the client could read it. */
const onItsWay = 250;

export interface AskedWhen {
  readonly instanceName: string;
  /** The credential; undefined if the request has no known one. */
  readonly client: string | undefined;
  /** The requested list: its path, and for documents the owner. */
  readonly list: string;
}

interface Window {
  readonly of: AskedWhen;
  readonly status: "429" | "503";
  readonly from: number;
  readonly until: number;
}

/**
 * The waits that `Retry-After` required, and the requests made during them: after a 429, all of the client's requests
 * to the instance, and after a 503, those to the same list.
 */
export class RetryAfterWindows {
  readonly #now: () => number;
  #open: readonly Window[] = [];
  readonly counts = { "429": 0, "503": 0 };

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records a refusal; `until` is in unix ms. */
  open(status: Window["status"], of: AskedWhen, until: number): void {
    this.#open = [...this.#open, { of, status, from: this.#now() + onItsWay, until }];
  }

  /** Records a request. A request without a known credential counts for every client. */
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
