import type { Dispatcher } from "undici";
import type { DialOutcome, DialTiming, FailureClass } from "../../delivery/attempt/dialer.ts";
import { shownHeaders } from "../../delivery/attempt/hidden-values.ts";
import { FeedhookError, faultCodeOf, isTlsFault } from "../../kernel/errors.ts";
import { TooMuchTlsError } from "./bounded-tls.ts";
import { AddressRefusedError } from "./dialer-connector.ts";
import { NameNotResolvedError } from "./dialer-resolve.ts";

/** The maximum size of a response's body in bytes. If a body is larger, the connection is closed. */
const longestAnswer = 64 * 1_024;
/**
 * Limits of the head (bytes and lines), and of the framing and trailer that follow the head (bytes). Each field and
 * each chunk costs a callback, however short it is, and undici creates an error for each field beyond 16 KB.
 */
const longestHead = 16 * 1_024;
const mostLines = 256;
const longestFraming = 1_024;
/** The maximum size of an excerpt in bytes. */
const longestExcerpt = 1_024;
const lineFeed = 0x0a;
/**
 * The maximum number of informational responses before the final one. Each costs as much as a final response, and a
 * receiver could send them until the deadline.
 */
const mostInformational = 16;

type Head = {
  readonly status: number;
  readonly headers: { readonly retryAfter?: string; readonly webhookDelivery?: string };
  readonly shown?: Readonly<Record<string, string>>;
};

type Parts = {
  readonly now: () => number;
  /** The time (ms) from now until the request is abandoned. */
  readonly deadline: number;
  /** The timing of opening the connection, if it was opened for this request. */
  readonly takeSteps: () => DialTiming;
  /** `isOpen`: the response ended cleanly, so the connection may carry another request. */
  readonly settle: (outcome: DialOutcome, isOpen: boolean) => void;
};

type Failure = { readonly class: FailureClass; readonly detail?: string };

/**
 * One request and its response, under one deadline. Once the status is known, the response counts, regardless of what
 * happens to the rest of it. A receiver that responded with 200 has the event, and posting it again would deliver it
 * twice.
 */
export class DialExchange implements Dispatcher.DispatchHandler {
  readonly #parts: Parts;
  readonly #beganAt: number;
  readonly #deadline: NodeJS.Timeout;
  #sentAt: number | undefined;
  #firstByteAt: number | undefined;
  #head: Head | undefined;
  #excerpt: Buffer[] = [];
  #length = 0;
  /** Until the final head is complete: the bytes of all heads. After that: the bytes of everything that follows it. */
  #received = 0;
  #lines = 0;
  #informational = 0;
  #over = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#beganAt = parts.now();
    this.#deadline = setTimeout(() => {
      this.#end({ class: "timeout" }, false);
    }, parts.deadline);
  }

  onRequestStart(): void {
    this.#sentAt = this.#parts.now();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#firstByteAt ??= this.#parts.now();
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > mostInformational)
        this.#end({ class: "protocol", detail: "too many informational responses" }, false);
      return;
    }
    this.#received = 0;
    const retryAfter = single(headers["retry-after"]);
    const webhookDelivery = single(headers["webhook-delivery"]);
    this.#head = {
      status,
      headers: {
        ...(retryAfter === undefined ? {} : { retryAfter }),
        ...(webhookDelivery === undefined ? {} : { webhookDelivery }),
      },
      // The headers of a success aren't kept, because only failures are investigated.
      ...(status < 300 ? {} : { shown: shownHeaders(headers) }),
    };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = longestExcerpt - this.#length;
    // Copy the slice, because a view would keep the whole chunk in memory.
    if (room > 0) this.#excerpt.push(Buffer.from(chunk.subarray(0, room)));
    this.#length += chunk.length;
    if (this.#length > longestAnswer) this.#end({ class: "protocol" }, false);
  }

  /** Called with each slice before it is parsed. */
  takesSlice(slice: Buffer): boolean {
    // The slice that ends the head may also contain the beginning of the body. `#received` doesn't include these bytes,
    // so the difference may be smaller than the framing, but never larger.
    const takes = this.#head === undefined ? this.#takesHead(slice) : this.#received - this.#length <= longestFraming;
    this.#received += slice.length;
    if (!takes) this.#end({ class: "protocol" }, false);
    return takes;
  }

  /**
   * The lines of this slice count only from the next slice on, because this slice may contain the end of the head
   * and lines of a body.
   */
  #takesHead(slice: Buffer): boolean {
    const isWithin = this.#lines <= mostLines && this.#received + slice.length <= longestHead;
    for (let at = slice.indexOf(lineFeed); at >= 0; at = slice.indexOf(lineFeed, at + 1)) this.#lines += 1;
    return isWithin;
  }

  onResponseEnd(): void {
    this.#end({ class: "protocol", detail: "no final response" }, true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, failure: Error): void {
    this.fail(failure);
  }

  fail(failure: Error): void {
    this.#end({ class: failureClassOf(failure), detail: failureDetailOf(failure) }, false);
  }

  /**
   * Settles only once: with the part of the response that has arrived, or with `otherwise` if no final head has
   * arrived.
   */
  #end(otherwise: Failure, isOpen: boolean): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    const { now, settle } = this.#parts;
    const ms = Math.max(now() - this.#beganAt, 0);
    const timing = this.#timing();
    if (this.#head === undefined) settle({ outcome: "failed", ...otherwise, ms, timing }, isOpen);
    else settle({ ...this.#answered(this.#head), ms, timing }, isOpen);
  }

  #answered(head: Head) {
    const excerpt = textOf(this.#excerpt);
    return { outcome: "answered" as const, ...head, ...(excerpt === undefined ? {} : { excerpt }) };
  }

  #timing(): DialTiming {
    const steps = this.#parts.takeSteps();
    if (this.#sentAt === undefined || this.#firstByteAt === undefined) return steps;
    return { ...steps, firstByte: Math.max(this.#firstByteAt - this.#sentAt, 0) };
  }
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" ? header : header?.[0];
}

/** The beginning of a response as text; undefined if it is empty or isn't text. */
function textOf(chunks: readonly Buffer[]): string | undefined {
  if (chunks.length === 0) return undefined;
  try {
    // Streaming mode tolerates a character that is cut off at the end.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks), { stream: true });
    return text === "" || /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const timeouts = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
const socketCode = /^(E[A-Z]+|UND_ERR_SOCKET)$/;

/**
 * The step at which a request failed. An error outside name resolution, network and TLS means that the response wasn't
 * HTTP.
 */
function failureClassOf(failure: Error): FailureClass {
  if (failure instanceof AddressRefusedError) return "blocked";
  if (failure instanceof NameNotResolvedError) return "dns";
  if (failure instanceof TooMuchTlsError) return "tls";
  const code = faultCodeOf(failure) ?? "";
  if (timeouts.has(code)) return "timeout";
  if (isTlsFault(code)) return "tls";
  return socketCode.test(code) ? "connect" : "protocol";
}

/**
 * The detail that operators search for: our own message, such as the rule that refused the address, or the error's
 * code. Node's messages contain addresses; codes don't.
 */
function failureDetailOf(failure: Error): string {
  return failure instanceof FeedhookError ? failure.message : faultCodeOf(failure) || failure.name;
}
