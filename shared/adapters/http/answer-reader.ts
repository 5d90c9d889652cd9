import { type AnswerHead, answerHeadOf, MalformedAnswerError } from "./answer-head.ts";
import { ChunkedBody } from "./chunked-body.ts";

/** Bytes of a head, and of all heads of interim answers before it. */
const longestHead = 16_384;
const headEnd = Buffer.from("\r\n\r\n");
const protocol = Buffer.from("HTTP/");

/** Reads one answer from a connection's bytes, however they are cut. */
export class AnswerReader {
  readonly #onBody: (part: Buffer) => void;
  /** The beginning of a head whose end hasn't come. */
  #rest: Buffer = Buffer.alloc(0);
  #headBytes = 0;
  #head: AnswerHead | undefined;
  #chunked: ChunkedBody | undefined;
  #missing = 0;
  #isComplete = false;
  #isOverrun = false;

  constructor(onBody: (part: Buffer) => void) {
    this.#onBody = onBody;
  }

  /** Of the final answer; undefined until it stands whole. */
  get head(): AnswerHead | undefined {
    return this.#head;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether the answer has ended, and nothing came that isn't of it. */
  get mayBeFollowed(): boolean {
    return this.#isComplete && !this.#isOverrun && this.#head?.persistent === true;
  }

  /** Throws MalformedAnswerError. */
  read(bytes: Buffer): void {
    const body = this.#head === undefined ? this.#readHead(bytes) : bytes;
    if (body !== undefined) this.#readBody(body);
  }

  /** What follows a head that came to its end with these bytes. */
  #readHead(bytes: Buffer): Buffer | undefined {
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const length = Math.min(rest.length, protocol.length);
      // At once: who speaks something else may wait for us to go on.
      if (rest.compare(protocol, 0, length, 0, length) !== 0) throw new MalformedAnswerError("not HTTP");
      const end = rest.indexOf(headEnd);
      if (this.#headBytes + (end === -1 ? rest.length : end) > longestHead) {
        throw new MalformedAnswerError("a head without end");
      }
      if (end === -1) {
        this.#rest = rest;
        return undefined;
      }
      const head = answerHeadOf(rest.toString("latin1", 0, end));
      this.#headBytes += end;
      rest = rest.subarray(end + headEnd.length);
      if (head.status === 101) throw new MalformedAnswerError("another protocol, unasked");
      if (head.status < 200) continue;
      this.#begin(head);
      return rest;
    }
  }

  #begin(head: AnswerHead): void {
    this.#head = head;
    if (head.framing.kind === "chunked") this.#chunked = new ChunkedBody(this.#onBody);
    if (head.framing.kind !== "length") return;
    this.#missing = head.framing.bytes;
    this.#isComplete = this.#missing === 0;
  }

  #readBody(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#isComplete) {
      this.#isOverrun = true;
    } else if (this.#chunked !== undefined) {
      this.#isOverrun = this.#chunked.read(bytes) > 0;
      this.#isComplete = this.#chunked.isComplete;
    } else if (this.#head?.framing.kind === "length") {
      this.#onBody(bytes.subarray(0, this.#missing));
      this.#isOverrun = bytes.length > this.#missing;
      this.#missing -= Math.min(bytes.length, this.#missing);
      this.#isComplete = this.#missing === 0;
    } else {
      this.#onBody(bytes);
    }
  }
}
