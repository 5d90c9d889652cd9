import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerReader } from "../../../shared/adapters/http/answer-reader.ts";

/** What a reader makes of an answer's bytes, given to it in parts. */
function readingOf(text: string, cuts: readonly number[] = []) {
  const bytes = Buffer.from(text, "latin1");
  let body = "";
  const reader = new AnswerReader((part) => {
    body += part.toString("latin1");
  });
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  let fault = "";
  try {
    [0, ...ends].forEach((from, at) => {
      reader.read(bytes.subarray(from, ends[at]));
    });
  } catch (failure) {
    fault = failure instanceof Error ? failure.message : "";
  }
  const { head, isComplete, mayBeFollowed } = reader;
  return { status: head?.status, head, body, isComplete, mayBeFollowed, fault };
}

const lines = (...given: string[]) => `${given.join("\r\n")}\r\n\r\n`;
const ok = "HTTP/1.1 200 OK";
const chunked = "transfer-encoding: chunked";

describe("an answer that ends where it says, after which the connection may carry another request", () => {
  it.each([
    ["a length", `${lines(ok, "content-length: 5")}hello`, "hello"],
    ["a length said twice, alike", `${lines(ok, "content-length: 5", "Content-Length: 5")}hello`, "hello"],
    ["nothing", lines(ok, "content-length: 0"), ""],
    ["no content", lines("HTTP/1.1 204 No Content"), ""],
    ["a status without its words", lines("HTTP/1.1 204"), ""],
    ["not modified", lines("HTTP/1.1 304 Not Modified", "date: now"), ""],
    ["chunks", `${lines(ok, chunked)}3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`, "hello"],
    ["chunks with extensions and trailers", `${lines(ok, chunked)}5;a="b"\r\nhello\r\n0;c\r\nx: y\r\n\r\n`, "hello"],
    ["a chunk that holds line ends", `${lines(ok, chunked)}9\r\n\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n`, "\r\n\r\n0\r\n\r\n"],
    [
      "interim answers first",
      `${lines("HTTP/1.1 103 Early Hints", "link: </a>")}${lines("HTTP/1.1 204 No Content")}`,
      "",
    ],
    ["a 100 that nobody asked for", `${lines("HTTP/1.1 100 Continue")}${lines(ok, "content-length: 1")}x`, "x"],
  ])("%s", (_, text, body) => {
    expect(readingOf(text)).toMatchObject({ body, isComplete: true, mayBeFollowed: true, fault: "" });
  });
});

describe("an answer whose connection isn't used again", () => {
  it.each([
    ["asks to be closed", `${lines(ok, "content-length: 5", "Connection: Close")}hello`, true],
    ["asks so among others", `${lines(ok, "content-length: 5", "connection: te, close")}hello`, true],
    ["speaks HTTP/1.0", `${lines("HTTP/1.0 200 OK", "content-length: 5")}hello`, true],
    ["goes on behind its length", `${lines(ok, "content-length: 5")}hello${lines(ok)}`, true],
    ["goes on behind its last chunk", `${lines(ok, chunked)}5\r\nhello\r\n0\r\n\r\nHTTP`, true],
    ["has a length and chunks", `${lines(ok, "content-length: 5", chunked)}5\r\nhello\r\n0\r\n\r\n`, true],
    ["is chunked and more", `${lines(ok, "transfer-encoding: gzip, chunked")}5\r\nhello\r\n0\r\n\r\n`, true],
    ["ends with its connection", `${lines(ok)}hello`, false],
    ["is coded as nobody knows", `${lines(ok, "transfer-encoding: chunked, gzip")}hello`, false],
  ])("%s", (_, text, isComplete) => {
    expect(readingOf(text)).toMatchObject({ status: 200, body: "hello", isComplete, mayBeFollowed: false, fault: "" });
  });

  it.each([
    ["a length where nothing may come", lines("HTTP/1.1 204 No Content", "content-length: 5")],
    ["chunks where nothing may come", lines("HTTP/1.1 304 Not Modified", chunked)],
    ["a body where nothing may come", `${lines("HTTP/1.1 204 No Content")}hello`],
  ])("%s", (_, text) => {
    expect(readingOf(text)).toMatchObject({ body: "", isComplete: true, mayBeFollowed: false });
  });
});

describe("no answer at all", () => {
  it.each([
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["the beginning of another protocol", "SMT"],
    ["HTTP/2", lines("HTTP/2 200 OK")],
    ["HTTP/0.9", "<html>"],
    ["a status of two digits", lines("HTTP/1.1 20 OK")],
    ["a status of four digits", lines("HTTP/1.1 2000 OK")],
    ["a status in words", lines("HTTP/1.1 OK")],
    ["a lower-case protocol", lines("http/1.1 200 OK")],
    ["an upgrade", lines("HTTP/1.1 101 Switching Protocols", "upgrade: websocket")],
    ["a line without a colon", lines(ok, "x")],
    ["a blank before the colon", lines(ok, "content-length : 5")],
    ["a folded line", lines(ok, "x: a", " b")],
    ["a header without a name", lines(ok, ": a")],
    ["a bare line feed", lines(ok, "x: a\ncontent-length: 5")],
    ["a bare carriage return", lines(ok, "x: a\rb")],
    ["a zero byte", lines(ok, "x: a\0b")],
    ["lengths that differ", lines(ok, "content-length: 5", "content-length: 6")],
    ["a list of lengths that differ", lines(ok, "content-length: 5, 6")],
    ["a negative length", lines(ok, "content-length: -1")],
    ["a signed length", lines(ok, "content-length: +5")],
    ["a hexadecimal length", lines(ok, "content-length: 0x5")],
    ["an endless length", lines(ok, `content-length: ${"9".repeat(16)}`)],
    ["a head without end", `${ok}\r\nx: ${"x".repeat(20_000)}`],
    ["interim answers without end", lines("HTTP/1.1 103 Early Hints").repeat(1_000)],
  ])("%s", (_, text) => {
    expect(readingOf(text)).toMatchObject({ status: undefined, body: "", isComplete: false });
    expect(readingOf(text).fault).not.toBe("");
  });
});

describe("chunks that can't be understood: the status stands all the same", () => {
  it.each([
    ["a size in words", "five\r\nhello\r\n"],
    ["a negative size", "-5\r\nhello\r\n"],
    ["no size", "\r\nhello"],
    ["a size without end", "0".repeat(2_000)],
    ["an extension without end", `5;${"x".repeat(2_000)}`],
    ["more than the size says", "5\r\nhello!\r\n0\r\n\r\n"],
    ["a bare line feed", "5\nhello\r\n0\r\n\r\n"],
    ["trailers without end", `0\r\n${"x: y\r\n".repeat(5_000)}`],
  ])("%s", (_, chunks) => {
    expect(readingOf(`${lines(ok, chunked)}${chunks}`)).toMatchObject({ status: 200, mayBeFollowed: false });
    expect(readingOf(`${lines(ok, chunked)}${chunks}`).fault).not.toBe("");
  });
});

it("tells what the sender looks at, whatever the case and the blanks", () => {
  const text = lines(
    "HTTP/1.1 503 Busy",
    "RETRY-AFTER:  7 ",
    "Webhook-Delivery:disable",
    "Keep-Alive: max=9, timeout=5",
  );
  expect(readingOf(text).head).toMatchObject({
    status: 503,
    retryAfter: "7",
    webhookDelivery: "disable",
    keptFor: 5_000,
  });
});

it("is the same however its bytes are cut", () => {
  const texts = [
    `${lines("HTTP/1.1 103 Early Hints")}${lines(ok, "content-length: 12")}hello, world`,
    `${lines(ok, chunked)}3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\na: b\r\n\r\n`,
    lines("HTTP/1.1 204 No Content", "connection: keep-alive"),
    `${lines(ok, "connection: close")}hello\r\n\r\n`,
    `${lines(ok, chunked)}3\r\nhello\r\n`,
    `${lines(ok, "content-length: 5, 5")}hello and more`,
  ];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(fc.nat(200), { maxLength: 12 }), (text, cuts) => {
      expect(readingOf(text, cuts)).toEqual(readingOf(text));
    }),
  );
});
