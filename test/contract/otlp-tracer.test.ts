import type { ServerResponse } from "node:http";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { onAws } from "../../functions/runtime/aws/on-aws.ts";
import { OtlpTracer } from "../../shared/adapters/http/otlp-tracer.ts";
import type { Span } from "../../shared/kernel/ports/tracer.ts";
import { tracingOptions } from "../../shared/kernel/tracing-options.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { attributesOf, OtlpCollector } from "../support/otlp-collector.ts";

type Line = { readonly event: string; readonly fields: unknown };

function tracerFor(endpoint: string, more: { share?: number; traceparent?: boolean } = {}) {
  const lines: Line[] = [];
  const log = (event: string, fields?: unknown) => {
    lines.push({ event, fields });
  };
  const clock = new FakeClock();
  const logger = { info: log, warn: log, error: log };
  const options = tracingOptions.parse({ endpoint, share: 1, ...more });
  const tracer = new OtlpTracer({ ...options, stage: "prod", logger, clock });
  /** Records a span of each event. */
  const record = (...events: readonly string[]) => {
    for (const event of events) tracer.traceOf(event)?.record(published);
  };
  const send = (...events: readonly string[]) => {
    record(...events);
    return tracer.flush(5_000);
  };
  return { tracer, lines, clock, record, send };
}

async function collector(respond?: (response: ServerResponse) => void): Promise<OtlpCollector> {
  const started = await OtlpCollector.start(respond);
  onTestFinished(() => started.stop());
  return started;
}

const times = { start: 1_800_000_000_000, end: 1_800_000_000_007.4 };
const published: Span = { ...times, name: ["publish"], attributes: {} };
const eventIds = (count: number) => Array.from({ length: count }, (_, at) => `evt_${at}`);

test("spans of one event form one trace, whose ids any process derives from the event's id", async () => {
  const receiver = await collector();
  const spans: Pick<Span, "name" | "parent">[] = [
    { name: ["poll"] },
    { name: ["publish"], parent: ["poll"] },
    { name: ["deliver", "sub_1", "0", "1", "5"], parent: ["publish"] },
  ];
  const headers: (string | undefined)[] = [];
  for (const named of spans) {
    // Each stage has its own process.
    const { tracer, lines } = tracerFor(`${receiver.url}/`, { traceparent: true });
    const trace = tracer.traceOf("evt_1");
    const attributes = { n: 3, none: undefined };
    trace?.record({ ...times, ...named, attributes, failed: named.name[0] === "deliver" });
    headers.push(trace?.traceparent(named.name));
    await tracer.flush(5_000);
    expect(lines).toEqual([]);
  }
  expect(headers).toEqual(receiver.spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`));
  expect(receiver.faults).toEqual([]);
  const [poll, publish, deliver] = receiver.spans;
  expect(receiver.resources[0]).toEqual({ "service.name": "feedhook", "deployment.environment.name": "prod" });
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(3);
  // Versions that run side by side must derive the same ids.
  expect(headers[1]).toBe("00-72d026070a8224f126290427b3376b46-7bd36e98ccfdda60-01");
  expect(poll?.parentSpanId).toBeUndefined();
  expect([poll, publish].map((span) => span?.status)).toEqual([undefined, undefined]);
  expect(publish).toMatchObject({
    ...{ parentSpanId: poll?.spanId, kind: 4 },
    ...{ startTimeUnixNano: "1800000000000000000", endTimeUnixNano: "1800000000007000000" },
  });
  expect(deliver).toMatchObject({ parentSpanId: publish?.spanId, status: { code: 2 } });
  expect(attributesOf(deliver!)).toEqual({ "feedhook.event.id": "evt_1", n: "3" });
});

test("every process traces the same events, about the configured share of them, and none sends more", async () => {
  const id = fc.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(id, share, share, (event, a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)];
      const isTraced = (share: number) => tracerFor("http://x", { share }).tracer.traceOf(event) !== undefined;
      expect(isTraced(less)).toBe(isTraced(less));
      if (isTraced(less)) expect(isTraced(more)).toBe(true);
      expect([isTraced(0), isTraced(1)]).toEqual([false, true]);
    }),
  );
  const { tracer } = tracerFor("http://x", { share: 0.1 });
  const traced = eventIds(10_000).flatMap((id) => tracer.traceOf(id) ?? []);
  expect(traced.length).toBeGreaterThan(850);
  expect(traced.length).toBeLessThan(1_150);
  expect(traced[0]?.traceparent(["publish"])).toBeUndefined();
  const receiver = await collector();
  await tracerFor(receiver.url, { share: 0 }).tracer.flush(1_000);
  expect(receiver.requests).toBe(0);
});

test("many spans are sent in batches", async () => {
  const receiver = await collector();
  const { record, send } = tracerFor(receiver.url);
  await send(...eventIds(1_100));
  expect([receiver.spans.length, receiver.requests, receiver.faults]).toEqual([1_100, 3, []]);
  // Spans that nobody flushes are sent by themselves.
  record("evt_1");
  await expect.poll(() => receiver.spans.length).toBe(1_101);
});

test("spans are sent as JSON after a second without a flush, to a receiver that may respond with nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const types: (string | undefined)[] = [];
  const receiver = await collector((response) => {
    types.push(response.req.headers["content-type"]);
    response.writeHead(204).end();
  });
  const { tracer, lines, record } = tracerFor(receiver.url);
  record("evt_1");
  vi.advanceTimersByTime(999);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  await expect.poll(() => types).toEqual(["application/json"]);
  await tracer.flush(5_000);
  expect(lines).toEqual([]);
});

test("a flush waits for spans that are being sent", async () => {
  const held: ServerResponse[] = [];
  const receiver = await collector((response) => held.push(response));
  const { tracer, record } = tracerFor(receiver.url);
  record("evt_1");
  await tracer.flush(1);
  await expect.poll(() => held.length).toBe(1);
  let isFlushed = false;
  const flush = tracer.flush(60_000).then(() => (isFlushed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isFlushed).toBe(false);
  held[0]?.end();
  await flush;
});

test.each([
  [new Error("no cause"), "no cause"],
  [new Error("outer", { cause: "text" }), "outer"],
  [new Error("outer", { cause: new Error("inner") }), "inner"],
  ["text", "text"],
])("a request that fails with %o is explained", async (error, fault) => {
  const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(error);
  onTestFinished(() => {
    fetched.mockRestore();
  });
  const { lines, send } = tracerFor("http://127.0.0.1:1");
  await send("evt_1");
  expect(lines).toEqual([{ event: "tracing.spans_dropped", fields: { spans: 1, fault } }]);
});

test("a receiver that never responds holds up nobody, and what doesn't fit is dropped and counted", async () => {
  const held: ServerResponse[] = [];
  const receiver = await collector((response) => held.push(response));
  const { tracer, lines, record } = tracerFor(receiver.url);
  record("evt_1");
  await tracer.flush(10);
  await expect.poll(() => held.length).toBe(1);
  record(...eventIds(3_000));
  await tracer.flush(10);
  expect(receiver.requests).toBe(1);
  for (const response of held) response.end();
  await expect.poll(() => lines.length).toBe(1);
  expect(lines).toEqual([{ event: "tracing.spans_dropped", fields: { spans: 3_000 - 2_048 } }]);
});

test.each([
  ["refuses the connection", undefined, /ECONNREFUSED/],
  ["responds with an error", (response: ServerResponse) => response.writeHead(503).end(), /status 503/],
  [
    "redirects elsewhere",
    (response: ServerResponse) => response.writeHead(307, { location: "http://169.254.169.254/" }).end(),
    /redirect/,
  ],
  ["breaks the connection", (response: ServerResponse) => response.destroy(), /closed|socket/],
] as const)(
  "a receiver that %s loses spans, which are counted, and is left alone for a while",
  async (_, respond, fault) => {
    const receiver = await collector(respond);
    const { lines, clock, send } = tracerFor(receiver.url);
    if (respond === undefined) await receiver.stop();
    await send("evt_1");
    expect(lines).toEqual([
      { event: "tracing.spans_dropped", fields: { spans: 1, fault: expect.stringMatching(fault) } },
    ]);
    const { requests } = receiver;
    await send("evt_2");
    expect([receiver.requests, lines.length]).toEqual([requests, 1]);
    clock.advance(30_000);
    await send("evt_3");
    expect(lines[1]).toMatchObject({ fields: { spans: 2 } });
  },
);

describe("a function on AWS", () => {
  /** A function that publishes one event, with these options of tracing. */
  async function invoke(tracing: string | undefined) {
    vi.stubEnv("TRACING", tracing);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const handler = onAws<unknown, unknown>(
      (engine) => async () => {
        engine.tracer?.traceOf("evt_1")?.record(published);
        return Promise.resolve({ tracer: engine.tracer });
      },
      {},
    );
    return handler({});
  }

  test("has sent its spans when an invocation ends, before it may be frozen", async () => {
    const receiver = await collector();
    await invoke(JSON.stringify({ endpoint: receiver.url, share: 1 }));
    expect([receiver.spans.length, receiver.faults]).toEqual([1, []]);
  });

  test("returns its response although the receiver never responds", async () => {
    const receiver = await collector(() => undefined);
    expect(await invoke(JSON.stringify({ endpoint: receiver.url, share: 1 }))).toMatchObject({ tracer: {} });
    await expect.poll(() => receiver.requests).toBe(1);
  });

  test("has no tracer without the options, so nothing is hashed or sent", async () => {
    expect(await invoke(undefined)).toEqual({ tracer: undefined });
  });
});

test("wrong options are refused", () => {
  const read = (options: object) => tracingOptions.safeParse(options).success;
  expect(tracingOptions.parse({ endpoint: "http://127.0.0.1:4318/" })).toEqual({
    ...{ endpoint: "http://127.0.0.1:4318", share: 0.01, traceparent: false },
  });
  for (const endpoint of ["127.0.0.1:4318", "file:///tmp", "http://a:b@c", "http://a?key=1", "http://a#b", ""]) {
    expect(read({ endpoint }), endpoint).toBe(false);
  }
  for (const share of [-0.1, 1.1, "1"]) expect(read({ endpoint: "http://a", share })).toBe(false);
  expect(read({ endpoint: "http://a", headers: {} })).toBe(false);
});
