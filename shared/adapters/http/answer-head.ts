import { FeedhookError } from "../../kernel/errors.ts";

/** What came isn't an answer in HTTP/1.1. */
export class MalformedAnswerError extends FeedhookError {
  readonly code = "malformed_answer";
}

/** How an answer's end is found: after so many bytes, after its last chunk, or where the connection ends. */
export type Framing =
  | { readonly kind: "length"; readonly bytes: number }
  | { readonly kind: "chunked" }
  | { readonly kind: "close" };

export type AnswerHead = {
  readonly status: number;
  readonly framing: Framing;
  /** Whether the connection may carry another request, and for how long it is kept (ms), where the answer says so. */
  readonly persistent: boolean;
  readonly keptFor: number | undefined;
  readonly retryAfter: string | undefined;
  readonly webhookDelivery: string | undefined;
};

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Lines that only some readers would see, or end: what follows them is told apart by nobody alike. */
const strayBreak = /\r(?!\n)|(?<!\r)\n|\0/;

/** Reads the head of an answer, without its empty line. Throws MalformedAnswerError; nothing doubtful is guessed. */
export function answerHeadOf(text: string): AnswerHead {
  if (strayBreak.test(text)) throw new MalformedAnswerError("a stray line break");
  const [first = "", ...lines] = text.split("\r\n");
  const [, minor, code] = statusLine.exec(first) ?? [];
  if (code === undefined) throw new MalformedAnswerError("no status line");
  const fields = fieldsOf(lines);
  const status = Number(code);
  const keptFor = /(?:^|[ ,])timeout=(\d{1,6})/i.exec(fields.get("keep-alive") ?? "")?.[1];
  const framed = framingOf(status, fields.get("content-length"), fields.get("transfer-encoding"));
  return {
    status,
    framing: framed.framing,
    persistent: framed.isSound && minor === "1" && !/(?:^|,)\s*close\s*(?:,|$)/i.test(fields.get("connection") ?? ""),
    keptFor: keptFor === undefined ? undefined : Number(keptFor) * 1_000,
    retryAfter: fields.get("retry-after"),
    webhookDelivery: fields.get("webhook-delivery"),
  };
}

/** By lower-case name; repeated ones are one list. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    // Folded lines and names with a blank before the colon among them.
    if (!token.test(name)) throw new MalformedAnswerError("a line that is no header");
    const value = line.slice(colon + 1).trim();
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

/** `isSound`: where its end is can't be disputed, so that nothing of it is taken for the next answer. */
function framingOf(
  status: number,
  length: string | undefined,
  encoding: string | undefined,
): { readonly framing: Framing; readonly isSound: boolean } {
  const bytes = length === undefined ? undefined : lengthOf(length);
  if (status < 200 || status === 204 || status === 304) {
    const isSound = encoding === undefined && (bytes ?? 0) === 0;
    return { framing: { kind: "length", bytes: 0 }, isSound };
  }
  if (encoding !== undefined) {
    const isChunked = /(?:^|[ ,])chunked$/i.test(encoding);
    const isSound = length === undefined && encoding.toLowerCase() === "chunked";
    return { framing: { kind: isChunked ? "chunked" : "close" }, isSound: isChunked && isSound };
  }
  if (bytes === undefined) return { framing: { kind: "close" }, isSound: false };
  return { framing: { kind: "length", bytes }, isSound: true };
}

function lengthOf(text: string): number {
  const [first = "", ...others] = text.split(",").map((one) => one.trim());
  if (!/^\d{1,15}$/.test(first) || others.some((other) => other !== first)) {
    throw new MalformedAnswerError("no single content-length");
  }
  return Number(first);
}
