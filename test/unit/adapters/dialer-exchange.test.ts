import type { Dispatcher } from "undici";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TooMuchTlsError } from "../../../shared/adapters/http/bounded-tls.ts";
import { AddressRefusedError } from "../../../shared/adapters/http/dialer-connector.ts";
import { DialExchange } from "../../../shared/adapters/http/dialer-exchange.ts";
import { NameNotResolvedError } from "../../../shared/adapters/http/dialer-resolve.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const controller: Dispatcher.DispatchController = {
  ...{ aborted: false, paused: false, reason: null },
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
const failed = { outcome: "failed", ms: 0, timing: {} };

/** An exchange on a clock that stays at `time.now`, and what it settled with. */
function exchange(takeSteps = () => ({})) {
  const time = { now: 5_000 };
  const settle = vi.fn();
  const one = new DialExchange({ now: () => time.now, deadline: 1_000, takeSteps, settle });
  const start = (status: number, headers: Record<string, string | string[]> = {}) => {
    one.onResponseStart(controller, status, headers);
  };
  const data = (chunk: Buffer) => {
    one.onResponseData(controller, chunk);
  };
  return { one, time, settle, start, data };
}

describe("a failed exchange says in which step it failed, with a detail for operators:", () => {
  const coded = (code: unknown) => Object.assign(new TypeError("to 10.0.0.1"), { code });
  const timeouts = ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];
  const tls = [
    ...["ERR_TLS_CERT_ALTNAME_INVALID", "ERR_SSL_WRONG_VERSION_NUMBER", "CERT_HAS_EXPIRED", "EPROTO"],
    ...["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN"],
    "HOSTNAME_MISMATCH",
  ];
  const others = ["HPE_INVALID_CONSTANT", "UND_ERR_INVALID_ARG", "XECONNRESET", "ECONNRESET2", "UND_ERR_SOCKETS"];
  it.each<[Error, string, string]>([
    [new AddressRefusedError("a private address"), "blocked", "a private address"],
    [new NameNotResolvedError("no address"), "dns", "no address"],
    [new TooMuchTlsError("more than 12 KB"), "tls", "more than 12 KB"],
    ...timeouts.map((code): [Error, string, string] => [coded(code), "timeout", code]),
    ...tls.map((code): [Error, string, string] => [coded(code), "tls", code]),
    ...["ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"].map((code): [Error, string, string] => [
      coded(code),
      "connect",
      code,
    ]),
    ...others.map((code): [Error, string, string] => [coded(code), "protocol", code]),
    [coded("NOT_ERR_TLS"), "protocol", "NOT_ERR_TLS"],
    [coded(7), "protocol", "TypeError"],
    [new RangeError("to 10.0.0.1"), "protocol", "RangeError"],
  ])("%o", (failure, step, detail) => {
    const { one, settle } = exchange();
    one.onResponseError(controller, failure);
    expect(settle.mock.calls).toEqual([[{ ...failed, class: step, detail }, false]]);
  });
});

describe("an exchange", () => {
  it("ends once, at its deadline or before it", () => {
    const late = exchange();
    vi.advanceTimersByTime(999);
    expect(late.settle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(late.settle.mock.calls).toEqual([[{ ...failed, class: "timeout" }, false]]);
    late.one.fail(new Error("destroyed"));
    expect(late.settle).toHaveBeenCalledOnce();
    const prompt = exchange();
    prompt.start(204);
    prompt.one.onResponseEnd();
    expect(vi.getTimerCount()).toBe(0);
    expect(prompt.settle.mock.calls).toEqual([
      [{ outcome: "answered", status: 204, headers: {}, ms: 0, timing: {} }, true],
    ]);
  });

  it("without a final response fails, although its connection may go on", () => {
    const { one, start, settle } = exchange();
    start(103);
    one.onResponseEnd();
    expect(settle.mock.calls).toEqual([[{ ...failed, class: "protocol", detail: "no final response" }, true]]);
  });

  it("measures the time until the first byte of any response, beside the steps of its connection", () => {
    const { one, time, start, settle } = exchange(() => ({ dns: 3, connect: 4 }));
    time.now += 7;
    one.onRequestStart();
    time.now += 20;
    start(103);
    time.now += 30;
    start(200);
    one.onResponseEnd();
    expect(settle.mock.lastCall?.[0]).toMatchObject({ ms: 57, timing: { dns: 3, connect: 4, firstByte: 20 } });
    const silent = exchange();
    silent.one.onRequestStart();
    silent.one.fail(new Error("reset"));
    expect(silent.settle.mock.lastCall?.[0].timing).toEqual({});
  });

  it.each<[string, Buffer, string | undefined]>([
    ["text that its bound cuts amid a character", Buffer.from(`a${"é".repeat(600)}`), `a${"é".repeat(511)}`],
    ["part of a character", Buffer.from([0xc3]), undefined],
    ["bytes that aren't text", Buffer.from([0x41, 0xff, 0x41]), undefined],
    ["a control character", Buffer.from("a\u0000b"), undefined],
    ["lines", Buffer.from("a\r\n\tb"), "a\r\n\tb"],
    ["nothing", Buffer.from(""), undefined],
  ])("keeps the beginning of its response if it is text: %s", (_, body, excerpt) => {
    const { one, start, data, settle } = exchange();
    start(200);
    data(body);
    one.onResponseEnd();
    expect(settle.mock.lastCall?.[0].excerpt).toBe(excerpt);
  });

  it("takes a header's first value, and shows no headers of a success", () => {
    const { one, start, settle } = exchange();
    start(299, { "retry-after": ["3", "9"], "webhook-delivery": "disable" });
    one.onResponseEnd();
    const headers = { retryAfter: "3", webhookDelivery: "disable" };
    expect(settle.mock.lastCall?.[0]).toEqual({ outcome: "answered", status: 299, headers, ms: 0, timing: {} });
    const refused = exchange();
    refused.start(300, { "x-why": "no" });
    refused.one.onResponseEnd();
    const shown = { "x-why": "no" };
    const outcome = { outcome: "answered", status: 300, headers: {}, shown, ms: 0, timing: {} };
    expect(refused.settle.mock.lastCall?.[0]).toStrictEqual(outcome);
  });
});

describe("an exchange accepts no more than", () => {
  /** Whether each slice is taken, and whether the exchange still goes on after it. */
  const taken = ({ one, settle }: ReturnType<typeof exchange>, ...slices: string[]) =>
    slices.map((slice) => [one.takesSlice(Buffer.from(slice)), settle.mock.calls.length === 0]);
  const [goesOn, ends] = [
    [true, true],
    [false, false],
  ];

  it("16 KB of heads", () => {
    const kilobyte = "x".repeat(1_024);
    const all = exchange();
    expect(taken(all, ...Array.from({ length: 16 }, () => kilobyte))).toEqual(Array.from({ length: 16 }, () => goesOn));
    expect(taken(all, "x")).toEqual([ends]);
    expect(all.settle.mock.calls).toEqual([[{ ...failed, class: "protocol" }, false]]);
  });

  it("256 lines before the slice that may end the head", () => {
    const few = exchange();
    expect(taken(few, "\n".repeat(256), "a\nb")).toEqual([goesOn, goesOn]);
    expect(taken(few, "x")).toEqual([ends]);
  });

  it("a kilobyte of framing after the head, besides the body", () => {
    const one = exchange();
    expect(taken(one, "x".repeat(9_000))).toEqual([goesOn]);
    one.start(200);
    one.data(Buffer.alloc(5));
    expect(taken(one, "x".repeat(1_029), "x", "x")).toEqual([goesOn, goesOn, ends]);
    expect(one.settle.mock.lastCall).toMatchObject([{ outcome: "answered", status: 200 }, false]);
  });

  it("64 KB of a body, of which it keeps the first", () => {
    const { one, start, data, settle } = exchange();
    start(200);
    data(Buffer.from("é".repeat(500)));
    data(Buffer.from("é".repeat(500)));
    data(Buffer.alloc(63_536));
    expect(settle).not.toHaveBeenCalled();
    data(Buffer.alloc(1));
    expect(settle.mock.lastCall).toMatchObject([{ status: 200, excerpt: "é".repeat(512) }, false]);
    one.onResponseEnd();
    expect(settle).toHaveBeenCalledOnce();
  });

  it("16 informational responses", () => {
    const { start, settle } = exchange();
    for (let count = 0; count < 16; count += 1) start(199);
    expect(settle).not.toHaveBeenCalled();
    start(100);
    const detail = "too many informational responses";
    expect(settle.mock.calls).toEqual([[{ ...failed, class: "protocol", detail }, false]]);
  });
});
