import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import * as fc from "fast-check";
import { UndiciDialer } from "../../shared/adapters/http/dialer.ts";
import { answerOf } from "../../shared/delivery/attempt/webhook-post.ts";
import { newDeliveryRow, withAnswer } from "../../shared/delivery/rows/delivery-row.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { anyCharacter } from "../support/any-character.ts";
import { idOf } from "../unit/fanout/an-event.ts";
import { holds, type Target } from "./target.ts";

const crlf = fc.constantFrom("\r\n", "\n", "\r", "");
const text = fc.string({ unit: anyCharacter, maxLength: 40 });
const startLine = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 100, max: 599 }).map((status) => `HTTP/1.1 ${status} x\r\n`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("HTTP/1.1 999 x\r\n", "HTTP/9.9 200\r\n", "HTTP/1.0 200\r\n", "200 OK\r\n", ""),
  },
  { weight: 1, arbitrary: text },
);
const header = fc
  .tuple(
    fc.constantFrom(
      ...["content-length", "transfer-encoding", "retry-after", "webhook-delivery", "connection", "upgrade"],
      ...["set-cookie", "content-encoding", "content-type", "x"],
    ),
    fc.oneof(
      text,
      fc.constantFrom(
        "0",
        "5",
        "-1",
        "99999999999999999999",
        "chunked",
        "chunked, chunked",
        "gzip",
        "close",
        "keep-alive",
      ),
      fc.constantFrom("disable", "websocket", "Wed, 21 Oct 2099 07:28:00 GMT", "1e400", "x".repeat(20_000)),
    ),
  )
  .map(([name, value]) => `${name}: ${value}\r\n`);
const body = fc.oneof(
  text,
  fc.constantFrom("5\r\nhello\r\n0\r\n\r\n", "fffffffff\r\nx", "0\r\n", "-1\r\n\r\n", "hello"),
  fc.constant("x".repeat(70_000)),
);
/** Anything a server may write: parts of HTTP in any order, in latin1 so that every byte arrives. */
const written = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(startLine, fc.array(header, { maxLength: 4 }), crlf, body)
      .map(([start, headers, end, rest]) => `${start}${headers.join("")}${end}${rest}`),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(startLine, header, crlf, body), { maxLength: 5 }).map((parts) => parts.join("")),
  },
);

/** Writes a case's bytes to every client, and closes the connection. */
class HostileServer {
  readonly #server: Server;
  readonly #port: Promise<number>;
  bytes = "";
  cut = 0;

  constructor() {
    this.#server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        const all = Buffer.from(this.bytes, "latin1");
        const cut = this.cut % (all.length + 1);
        if (cut > 0) socket.write(all.subarray(0, cut));
        socket.end(all.subarray(cut));
      });
    }).listen(0, "127.0.0.1");
    // It is never closed, so it must not keep the process alive.
    this.#server.unref();
    this.#port = once(this.#server, "listening").then(() => (this.#server.address() as AddressInfo).port);
  }

  async url(): Promise<string> {
    return `http://127.0.0.1:${await this.#port}/`;
  }
}

const event = idOf(1);
const delivery = { subscription: "sub_1", partner: "prt_1", instance: "acme", event, run: "0", attempt: 1 };
const deadline = 5_000;

export const endpointTarget: Target = {
  name: "bytes that endpoints write: each POST comes to its end, as an answer or as a failure that can be recorded",
  cost: 40,
  property: () => {
    const server = new HostileServer();
    const dialer = new UndiciDialer({ clock: { now: () => Date.now() }, allowInsecure: true });
    return fc.asyncProperty(written, fc.nat(), async (bytes, cut) => {
      Object.assign(server, { bytes, cut });
      const headers = { "content-type": "application/json", "webhook-id": event };
      const outcome = await dialer.post({ url: await server.url(), headers, body: Buffer.from("{}"), deadline });
      holds(outcome.outcome === "answered" || outcome.class !== "timeout", "it waits for what never comes");
      const now = Date.UTC(2026, 0, 5);
      const answer = answerOf(outcome, { at: now, type: "person.updated" }, defaultTimings);
      const before = newDeliveryRow(delivery, now, defaultTimings.deliveryRetention);
      const row = withAnswer(before, delivery, answer, { timings: defaultTimings, chance: 0 });
      holds(JSON.stringify(JSON.parse(JSON.stringify(row))) === JSON.stringify(row), "the row isn't JSON");
      holds(Buffer.byteLength(JSON.stringify(row)) < 20_000, "the row is too large");
    });
  },
};
