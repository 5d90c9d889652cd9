import { MalformedAnswerError } from "./answer-head.ts";

/** Bytes of the line that gives a chunk's size, its extensions included, and of the trailers. */
const longestLine = 1_024;
const longestTrailers = 16_384;
const sizeLine = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;
const lineEnd = Buffer.from("\r\n");

/** Takes the chunks of a body apart (RFC 9112 §7.1), however the bytes are cut. */
export class ChunkedBody {
  readonly #onPart: (part: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of the chunk that are still to come; undefined where a line is. */
  #missing: number | undefined;
  #awaits: "size" | "chunkEnd" | "trailer" = "size";
  #trailerBytes = 0;
  #isComplete = false;

  constructor(onPart: (part: Buffer) => void) {
    this.#onPart = onPart;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Returns how many bytes came after its end. Throws MalformedAnswerError. */
  read(bytes: Buffer): number {
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#rest = Buffer.alloc(0);
    while (rest.length > 0 && !this.#isComplete) {
      if (this.#missing !== undefined) {
        rest = this.#readPart(rest, this.#missing);
        continue;
      }
      const end = rest.indexOf(lineEnd);
      if (end > longestLine || (end === -1 && rest.length > longestLine)) throw new MalformedAnswerError("a long line");
      if (end === -1) {
        this.#rest = rest;
        return 0;
      }
      this.#readLine(rest.toString("latin1", 0, end));
      rest = rest.subarray(end + lineEnd.length);
    }
    return rest.length;
  }

  #readPart(bytes: Buffer, missing: number): Buffer {
    const part = bytes.subarray(0, missing);
    this.#onPart(part);
    this.#missing = part.length === missing ? undefined : missing - part.length;
    return bytes.subarray(part.length);
  }

  #readLine(line: string): void {
    if (this.#awaits === "chunkEnd") {
      if (line !== "") throw new MalformedAnswerError("a chunk longer than its size");
      this.#awaits = "size";
    } else if (this.#awaits === "size") {
      const size = sizeLine.exec(line)?.[1];
      if (size === undefined) throw new MalformedAnswerError("a chunk without its size");
      const bytes = Number.parseInt(size, 16);
      this.#awaits = bytes === 0 ? "trailer" : "chunkEnd";
      if (bytes > 0) this.#missing = bytes;
    } else {
      this.#trailerBytes += line.length;
      if (this.#trailerBytes > longestTrailers) throw new MalformedAnswerError("trailers without end");
      this.#isComplete = line === "";
    }
  }
}
