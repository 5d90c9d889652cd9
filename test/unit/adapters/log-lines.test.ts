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

describe("EmfMetrics", () => {
  const emf = () => {
    const lines: Record<string, unknown>[] = [];
    const metrics = new EmfMetrics({ write: (line) => void lines.push(JSON.parse(line)), clock, stage: "prod" });
    return { metrics, lines: () => lines };
  };

  it("writes CloudWatch's embedded format with the stage as its only dimension, because each further one has a price", () => {
    const { metrics, lines } = emf();
    metrics.record("delivery.lag_ms", 1.5, "acme");
    metrics.record("events.published", 2);
    metrics.flush();
    const directive = (Name: string, Unit: string, Dimensions: string[][]) => ({
      Timestamp: clock.now(),
      CloudWatchMetrics: [{ Namespace: "Feedhook", Dimensions, Metrics: [{ Name, Unit }] }],
    });
    expect(lines()).toEqual([
      {
        _aws: directive("delivery.lag_ms", "Milliseconds", [["stage"]]),
        stage: "prod",
        instance: "acme",
        "delivery.lag_ms": [1.5],
      },
      { _aws: directive("events.published", "Count", [["stage"]]), stage: "prod", "events.published": [2] },
    ]);
  });

  it("writes an invocation's measurements once, in one line per instance", () => {
    const { metrics, lines } = emf();
    for (const ms of [5, 7]) metrics.record("delivery.duration_ms", ms, "acme");
    metrics.record("delivery.lag_ms", 900, "acme");
    metrics.record("delivery.duration_ms", 9, "other");
    expect(lines()).toEqual([]);
    metrics.flush();
    metrics.flush();
    expect(lines()).toMatchObject([
      { instance: "acme", "delivery.duration_ms": [5, 7], "delivery.lag_ms": [900] },
      { instance: "other", "delivery.duration_ms": [9] },
    ]);
  });

  it("writes no zero counts or ages, which would cost money and say nothing", () => {
    const { metrics, lines } = emf();
    metrics.record("endpoints.open", 0);
    metrics.record("backlog.age_seconds", 0);
    metrics.flush();
    expect(lines()).toEqual([]);
    metrics.record("delivery.duration_ms", 0, "acme");
    metrics.flush();
    expect(lines()).toMatchObject([{ "delivery.duration_ms": [0] }]);
  });

  it("writes no metric that AWS has too, because ours has a price", () => {
    const { metrics, lines } = emf();
    metrics.record("schedule.requests_granted", 150, "acme");
    metrics.record("source.requests", 140, "acme");
    metrics.flush();
    expect(lines()).toMatchObject([{ "source.requests": [140] }]);
    expect(JSON.stringify(lines())).not.toContain("requests_granted");
  });

  it("writes only ages above the usual: a walk is due every day, and its alarm rings on the third", () => {
    const { metrics, lines } = emf();
    const hour = 3_600;
    metrics.record("walk.age_seconds", 36 * hour, "acme");
    metrics.flush();
    expect(lines()).toEqual([]);
    for (const hours of [37, 72]) metrics.record("walk.age_seconds", hours * hour, "acme");
    metrics.flush();
    expect(lines()).toMatchObject([{ "walk.age_seconds": [37 * hour, 72 * hour] }]);
  });

  it("starts another line after a hundred values, CloudWatch's maximum", () => {
    const { metrics, lines } = emf();
    for (let value = 1; value <= 101; value += 1) metrics.record("events.published", value);
    metrics.flush();
    expect(lines().map((line) => line["events.published"])).toEqual([
      Array.from({ length: 100 }, (_, at) => at + 1),
      [101],
    ]);
  });
});
