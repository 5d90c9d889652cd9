import type { Dispatcher } from "undici";
import type { DialOutcome } from "../../delivery/attempt/dialer.ts";
import { failureClassOf } from "./dialer-failure.ts";

/** Bytes of an answer that are read before the connection is given up. */
const longestAnswer = 64 * 1_024;
const longestExcerpt = 1_024;

type Head = { readonly status: number; readonly retryAfter?: string; readonly webhookDelivery?: string };

/**
 * One request and its answer, under one deadline. Once the status is known the answer counts, whatever happens to the
 * rest of it: a receiver that said 200 has the event, and posting again would only give it twice.
 */
export class DialExchange implements Dispatcher.DispatchHandler {
  readonly #settle: (outcome: DialOutcome) => void;
  readonly #now: () => number;
  readonly #beganAt: number;
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #connectMs = 0;
  #head: Head | undefined;
  #excerpt: Buffer[] = [];
  #length = 0;
  #over = false;

  constructor(parts: { now: () => number; deadline: number; settle: (outcome: DialOutcome) => void }) {
    this.#settle = parts.settle;
    this.#now = parts.now;
    this.#beganAt = parts.now();
    this.#deadline = setTimeout(() => {
      this.#end({ outcome: "failed", class: "timeout", ms: this.#ms() });
    }, parts.deadline);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#connectMs = this.#ms();
    // The deadline passed while the connection was being made: not a byte may be sent any more.
    if (this.#over) controller.abort(new Error("past the deadline"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 103 and its like come before the answer.
    if (status < 200) return;
    const retryAfter = single(headers["retry-after"]);
    const webhookDelivery = single(headers["webhook-delivery"]);
    this.#head = {
      status,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(webhookDelivery === undefined ? {} : { webhookDelivery }),
    };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = longestExcerpt - this.#length;
    // A copy: a slice would keep the whole chunk alive.
    if (room > 0) this.#excerpt.push(Buffer.from(chunk.subarray(0, room)));
    this.#length += chunk.length;
    if (this.#length > longestAnswer) this.#end({ outcome: "failed", class: "protocol", ms: this.#ms() });
  }

  onResponseEnd(): void {
    // Nothing more comes on the connection, so it isn't to be closed for this.
    this.#controller = undefined;
    this.#end({ outcome: "failed", class: "protocol", ms: this.#ms() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, failure: Error): void {
    this.fail(failure);
  }

  fail(failure: Error): void {
    this.#end({ outcome: "failed", class: failureClassOf(failure), ms: this.#ms() });
  }

  /** Settles once: with the answer as far as it came, else with `otherwise`. */
  #end(otherwise: DialOutcome): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    this.#settle(this.#head === undefined ? otherwise : this.#answered(this.#head));
    // Closes the connection, on which the rest would still come.
    this.#controller?.abort(new Error("the answer is not waited for"));
  }

  #answered({ status, ...headers }: Head): DialOutcome {
    const excerpt = textOf(Buffer.concat(this.#excerpt));
    return {
      outcome: "answered",
      status,
      headers,
      ...(excerpt === undefined ? {} : { excerpt }),
      ms: this.#ms(),
      connectMs: this.#connectMs,
    };
  }

  #ms(): number {
    return Math.max(this.#now() - this.#beganAt, 0);
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : header?.[0];
}

/** Text of an answer's beginning; undefined where there is none or it isn't text. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return undefined;
  try {
    // Streaming forgives the character that the cut went through.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
