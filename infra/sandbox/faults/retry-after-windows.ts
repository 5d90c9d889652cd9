/** A request within this many ms of the refusal was sent before the client could read it. */
const onItsWay = 250;

export interface AskedWhen {
  readonly instanceName: string;
  /** The credential; undefined where the request names none that is known. */
  readonly client: string | undefined;
  /** What is asked: the path, and of documents the owner. */
  readonly list: string;
}

interface Window {
  readonly of: AskedWhen;
  readonly status: "429" | "503";
  readonly from: number;
  readonly until: number;
}

/**
 * The waits that `Retry-After` asked for, and the requests during them: after a 429 all of the client to the instance,
 * after a 503 those of the same list.
 */
export class RetryAfterWindows {
  readonly #now: () => number;
  #open: readonly Window[] = [];
  readonly counts = { "429": 0, "503": 0 };

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes a refusal; `until` is in unix ms. */
  open(status: Window["status"], of: AskedWhen, until: number): void {
    this.#open = [...this.#open, { of, status, from: this.#now() + onItsWay, until }];
  }

  /** Notes a request. One that no known credential sends counts as sent by each. */
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
