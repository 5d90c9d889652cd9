import { describe, expect, it } from "vitest";
import { EmfMetrics } from "../../../shared/adapters/aws/emf-metrics.ts";
import { createJsonLogger } from "../../../shared/adapters/logging/json-logger.ts";
import { EngineUnavailableError, FilesExhaustedError, StoreFullError } from "../../../shared/kernel/errors.ts";

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) };

function captured() {
  const lines: string[] = [];
  const logger = createJsonLogger((line) => void lines.push(line), clock);
  return { lines, logger, logged: () => lines.map((line) => JSON.parse(line) as { stack?: string; error: string }) };
}

describe("createJsonLogger", () => {
  it("writes one line per call, with its fields after time, level and event", () => {
    const { lines, logger } = captured();
    logger.warn("poll.done", { rows: 3, note: "two\nlines", missing: undefined });
    expect(lines).toEqual([
      `{"time":"2026-01-02T03:04:05.006Z","level":"warn","event":"poll.done","rows":3,"note":"two\\nlines"}\n`,
    ]);
  });

  it("includes an error's code and its chain of causes", () => {
    const { logged, logger } = captured();
    const cause = new Error("socket hang up");
    logger.error("tick.failed", new EngineUnavailableError("feeds can't answer", { cause }));
    const error = "EngineUnavailableError: feeds can't answer <- Error: socket hang up";
    expect(logged()).toMatchObject([{ level: "error", code: "engine_unavailable", error }]);
  });

  it("omits the stack if the machine has run out of something, because the sentence says what to do", () => {
    const { logged, logger } = captured();
    logger.error("a", new StoreFullError("the disk of the store is full: free some space"));
    logger.error("b", new FilesExhaustedError());
    logger.error("c", new EngineUnavailableError("busy"));
    expect(logged().map(({ stack }) => stack !== undefined)).toEqual([false, false, true]);
    expect(logged()[1]?.error).toContain("this process can't open more files: raise its limit (ulimit -n 4096");
  });

  it("includes at most five errors of a chain", () => {
    const { logged, logger } = captured();
    const chain = [2, 3, 4, 5, 6].reduce((cause, n) => new Error(String(n), { cause }), new Error("1"));
    logger.error("a", chain);
    logger.info("b", { rows: 1 });
    expect(logged()).toMatchObject([
      { error: "Error: 6 <- Error: 5 <- Error: 4 <- Error: 3 <- Error: 2" },
      { level: "info", event: "b", rows: 1 },
    ]);
  });

  it("survives thrown non-errors and circular causes", () => {
    const { logged, logger } = captured();
    const circle = new Error("round");
    circle.cause = circle;
    logger.error("a", "just text");
    logger.error("b", circle);
    expect(logged()).toMatchObject([{ error: "just text" }, { event: "b" }]);
  });
});

type Measurement = Parameters<EmfMetrics["record"]>;

describe("EmfMetrics", () => {
  const emf = () => {
    const lines: Record<string, unknown>[] = [];
    const metrics = new EmfMetrics({ write: (line) => void lines.push(JSON.parse(line)), clock, stage: "prod" });
    return { metrics, lines };
  };
  /** The lines of an invocation with these measurements. */
  const written = (...measurements: readonly Measurement[]) => {
    const { metrics, lines } = emf();
    for (const measurement of measurements) metrics.record(...measurement);
    metrics.flush();
    return lines;
  };

  it("writes CloudWatch's embedded format with the stage as its only dimension, because each further one has a price", () => {
    const directive = (Name: string, Unit: string) => ({
      Timestamp: clock.now(),
      CloudWatchMetrics: [{ Namespace: "Feedhook", Dimensions: [["stage"]], Metrics: [{ Name, Unit }] }],
    });
    expect(written(["delivery.lag_ms", 1.5, "acme"], ["events.published", 2])).toEqual([
      {
        ...{ _aws: directive("delivery.lag_ms", "Milliseconds"), stage: "prod", instance: "acme" },
        "delivery.lag_ms": [1.5],
      },
      { _aws: directive("events.published", "Count"), stage: "prod", "events.published": [2] },
    ]);
  });

  it("writes an invocation's measurements once, when it ends", () => {
    const { metrics, lines } = emf();
    metrics.record("events.published", 2);
    expect(lines).toEqual([]);
    metrics.flush();
    metrics.flush();
    expect(lines).toMatchObject([{ "events.published": [2] }]);
  });

  it.each<[string, Measurement[], object[]]>([
    [
      "in one line per instance",
      [
        ["delivery.duration_ms", 5, "acme"],
        ["delivery.duration_ms", 7, "acme"],
        ["delivery.lag_ms", 900, "acme"],
        ["delivery.duration_ms", 9, "other"],
      ],
      [
        { instance: "acme", "delivery.duration_ms": [5, 7], "delivery.lag_ms": [900] },
        { instance: "other", "delivery.duration_ms": [9] },
      ],
    ],
    ["but no zero count, which would cost money and say nothing", [["endpoints.open", 0]], []],
    ["but no zero age", [["backlog.age_seconds", 0]], []],
    ["and a duration of zero", [["delivery.duration_ms", 0, "acme"]], [{ "delivery.duration_ms": [0] }]],
    ["but none that AWS has too, because ours has a price", [["schedule.requests_granted", 150, "acme"]], []],
    ["and the requests to the source", [["source.requests", 140, "acme"]], [{ "source.requests": [140] }]],
    // A walk is due every day, and its alarm rings on the third.
    ["but no usual age", [["walk.age_seconds", 36 * 3_600, "acme"]], []],
    ["and an unusual age", [["walk.age_seconds", 37 * 3_600, "acme"]], [{ "walk.age_seconds": [37 * 3_600] }]],
  ])("writes what was measured, %s", (_, measurements, lines) => {
    expect(written(...measurements)).toMatchObject(lines);
  });

  it("starts another line after a hundred values, CloudWatch's maximum", () => {
    const values = Array.from({ length: 101 }, (_, at) => at + 1);
    const lines = written(...values.map((value): Measurement => ["events.published", value]));
    expect(lines.map((line) => line["events.published"])).toEqual([values.slice(0, 100), [101]]);
  });
});
