import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { attributesOf, type CollectedSpan, OtlpCollector } from "../support/otlp-collector.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { StartProgram } from "./support/start-program.ts";
import { apiOf, endedWithTest, serveForTest } from "./support/test-scope.ts";

const key = "9b1de7c2f04a58e36d7f01b2c3a495867fe0d1c2b3a4958677e8f9a0b1c2d3e4";

function start(tracing: object): StartProgram {
  const config = join(temporaryFolder(), "feedhook.json");
  writeFileSync(config, JSON.stringify({ tracing }), { mode: 0o600 });
  return endedWithTest(StartProgram.node("--port", "0", "--operator-key", key, "--config", config));
}

/** An endpoint whose first response to each event is an error. Returns its address and the headers it got. */
async function failingFirst() {
  const got: { id: string; traceparent: string | undefined }[] = [];
  const address = await serveForTest((request, response) => {
    const id = String(request.headers["webhook-id"]);
    const isFirst = !got.some((one) => one.id === id);
    const { traceparent } = request.headers;
    got.push({ id, traceparent: traceparent === undefined ? undefined : String(traceparent) });
    request.resume().once("end", () => response.writeHead(isFirst ? 500 : 204).end());
  });
  return { url: `${address}/hook`, got };
}

const stagesOf = (spans: readonly CollectedSpan[]) => new Set(spans.map(({ name }) => name));

test("an event's path is one trace, from its detection to each attempt, and endpoints get the attempt's traceparent", async () => {
  const collector = await OtlpCollector.start();
  onTestFinished(() => collector.stop());
  const { url, got } = await failingFirst();
  const program = start({ endpoint: collector.url, share: 1, traceparent: true });
  await program.prints(/^✓ .+/gm, 60_000);
  const api = await apiOf(program, key);
  await api("POST", "/v1/subscriptions", { url, eventTypes: ["*"] });
  // The sample subscriber and the failing endpoint get the same event.
  const whole = () =>
    [...Map.groupBy(collector.spans, ({ traceId }) => traceId).values()].find(
      (spans) =>
        stagesOf(spans).size === 4 && spans.some((one) => attributesOf(one)["http.response.status_code"] === "500"),
    );
  await expect.poll(() => whole() !== undefined, { timeout: 60_000 }).toBe(true);
  const spans = whole() ?? [];
  expect(collector.faults).toEqual([]);
  expect(new Set(spans.map((one) => attributesOf(one)["feedhook.event.id"])).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  const of = (name: CollectedSpan["name"]) => spans.find((one) => one.name === name);
  expect(of("poll")?.parentSpanId).toBeUndefined();
  expect(of("publish")?.parentSpanId).toBe(of("poll")?.spanId);
  expect(of("fanout")?.parentSpanId).toBe(of("publish")?.spanId);
  const attempts = spans.filter(({ name }) => name === "deliver");
  for (const attempt of attempts) expect(attempt.parentSpanId).toBe(of("fanout")?.spanId);
  const failed = attempts.find((one) => attributesOf(one)["http.response.status_code"] === "500");
  expect(failed?.status).toEqual({ code: 2 });
  const [{ id, traceparent } = { id: "", traceparent: "" }] = got.filter((one) =>
    one.traceparent?.includes(failed?.spanId ?? "none"),
  );
  expect(traceparent).toBe(`00-${failed?.traceId}-${failed?.spanId}-01`);
  expect(id).toBe(attributesOf(failed!)["feedhook.event.id"]);
  // What a stage did comes after what the stage before it did.
  const starts = [of("poll"), of("publish"), of("fanout"), attempts[0]].map((one) => Number(one?.startTimeUnixNano));
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
  expect(await program.interrupt()).toBe(0);
});

test("an unreachable receiver loses no event, and endpoints get no traceparent by default", async () => {
  const program = start({ endpoint: "http://127.0.0.1:9", share: 1 });
  await program.prints(/^✓ .+/gm, 60_000, 5);
  await program.prints(/tracing\.spans_dropped .*fault/g, 30_000);
  const { url, got } = await failingFirst();
  await (await apiOf(program, key))("POST", "/v1/subscriptions", { url, eventTypes: ["*"] });
  await expect.poll(() => got.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(got.every(({ traceparent }) => traceparent === undefined)).toBe(true);
  expect(await program.interrupt()).toBe(0);
});

test("wrong options are named", async () => {
  const program = start({ endpoint: "http://collector:4318", shares: 1 });
  expect(await program.ended).toBe(1);
  expect(program.output).toContain('tracing: "shares" is not a key; did you mean "share"?');
});
