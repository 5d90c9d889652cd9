import type { DialOutcome, DialTiming, FailureClass } from "../../delivery/attempt/dialer.ts";
import type { AnswerHead } from "./answer-head.ts";
import { AnswerReader } from "./answer-reader.ts";
import type { Requester } from "./dialer-connection.ts";
import { failureClassOf, failureDetailOf } from "./dialer-failure.ts";

/** Bytes of an answer that are read before the connection is given up. */
const longestAnswer = 64 * 1_024;
const longestExcerpt = 1_024;

type Parts = {
  readonly now: () => number;
  /** Ms. */
  readonly deadline: number;
  /** What opening the connection took, if it was opened for this request. */
  readonly takeSteps: () => DialTiming;
  /** `open`: nothing more comes on the connection, so another request may go on it. */
  readonly settle: (outcome: DialOutcome, open: { readonly keptFor: number | undefined } | undefined) => void;
};

type Failure = { readonly class: FailureClass; readonly detail?: string };

/**
 * One request and its answer, under one deadline. Once the status is known the answer counts, whatever happens to the
 * rest of it: a receiver that said 200 has the event, and posting again would only give it twice.
 */
export class DialExchange implements Requester {
  readonly #parts: Parts;
  readonly #beganAt: number;
  readonly #deadline: NodeJS.Timeout;
  readonly #answer = new AnswerReader((part) => {
    this.#keep(part);
  });
  #sentAt: number | undefined;
  #firstByteAt: number | undefined;
  #excerpt: Buffer[] = [];
  #length = 0;
  #read = 0;
  #over = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#beganAt = parts.now();
    this.#deadline = setTimeout(() => {
      this.#end({ class: "timeout" });
    }, parts.deadline);
  }

  onSent(): void {
    this.#sentAt = this.#parts.now();
  }

  onBytes(bytes: Buffer): void {
    this.#firstByteAt ??= this.#parts.now();
    // All of them: chunks can be wrapped in a thousand times what they hold.
    this.#read += bytes.length;
    try {
      this.#answer.read(bytes);
    } catch (failure) {
      this.onClosed(failure instanceof Error ? failure : new Error("not understood"));
      return;
    }
    if (this.#answer.isComplete || this.#read > longestAnswer) this.#end({ class: "protocol" });
  }

  onClosed(failure: Error): void {
    this.#end({ class: failureClassOf(failure), detail: failureDetailOf(failure) });
  }

  #keep(part: Buffer): void {
    const room = longestExcerpt - this.#length;
    // A copy: a slice would keep the whole chunk alive.
    if (room > 0) this.#excerpt.push(Buffer.from(part.subarray(0, room)));
    this.#length += part.length;
  }

  /** Settles once: with the answer as far as it came, else with `otherwise`. */
  #end(otherwise: Failure): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    const { now, settle } = this.#parts;
    const ms = Math.max(now() - this.#beganAt, 0);
    const timing = this.#timing();
    const { head, mayBeFollowed } = this.#answer;
    if (head === undefined) settle({ outcome: "failed", ...otherwise, ms, timing }, undefined);
    else settle({ ...this.#answered(head), ms, timing }, mayBeFollowed ? { keptFor: head.keptFor } : undefined);
  }

  #answered({ status, retryAfter, webhookDelivery }: AnswerHead) {
    const excerpt = textOf(this.#excerpt);
    const headers = {
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(webhookDelivery === undefined ? {} : { webhookDelivery }),
    };
    return { outcome: "answered" as const, status, headers, ...(excerpt === undefined ? {} : { excerpt }) };
  }

  #timing(): DialTiming {
    const steps = this.#parts.takeSteps();
    if (this.#sentAt === undefined || this.#firstByteAt === undefined) return steps;
    return { ...steps, firstByte: Math.max(this.#firstByteAt - this.#sentAt, 0) };
  }
}

/** Text of an answer's beginning; undefined where there is none or it isn't text. */
function textOf(chunks: readonly Buffer[]): string | undefined {
  if (chunks.length === 0) return undefined;
  try {
    // Streaming forgives the character that the cut went through.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks), { stream: true });
    return text === "" || /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
