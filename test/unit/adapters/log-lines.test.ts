import { describe, expect, it } from "vitest";
import { createEmfMetrics } from "../../../shared/adapters/aws/emf-metrics.ts";
import { createJsonLogger } from "../../../shared/adapters/aws/json-logger.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) };

function captured() {
  const lines: string[] = [];
  return { lines, write: (line: string) => void lines.push(line) };
}

describe("createJsonLogger", () => {
  it("writes one line per call, fields beside time, level and event", () => {
    const { lines, write } = captured();
    createJsonLogger(write, clock).warn("poll.done", { rows: 3, note: "two\nlines", missing: undefined });
    expect(lines).toEqual([
      `{"time":"2026-01-02T03:04:05.006Z","level":"warn","event":"poll.done","rows":3,"note":"two\\nlines"}\n`,
    ]);
  });

  it("tells an error's code and the chain of its causes", () => {
    const { lines, write } = captured();
    const cause = new Error("socket hang up");
    createJsonLogger(write, clock).error("tick.failed", new EngineUnavailableError("feeds can't answer", { cause }));
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: "error",
      code: "engine_unavailable",
      error: "EngineUnavailableError: feeds can't answer <- Error: socket hang up",
    });
  });

  it("survives errors that aren't, and causes in a circle", () => {
    const { lines, write } = captured();
    const logger = createJsonLogger(write, clock);
    const circle = new Error("round");
    circle.cause = circle;
    logger.error("a", "just text");
    logger.error("b", circle);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ error: "just text" }, { event: "b" }]);
  });
});

describe("createEmfMetrics", () => {
  it("writes CloudWatch's embedded format, with the instance as the only dimension", () => {
    const { lines, write } = captured();
    const metrics = createEmfMetrics(write, clock);
    metrics.record("lag", 1.5, "seconds", "acme");
    metrics.record("delivered", 2, "count");
    const directive = (Name: string, Unit: string, dimensions: string[]) => ({
      Timestamp: clock.now(),
      CloudWatchMetrics: [{ Namespace: "Feedhook", Dimensions: [dimensions], Metrics: [{ Name, Unit }] }],
    });
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { _aws: directive("lag", "Seconds", ["instance"]), instance: "acme", lag: 1.5 },
      { _aws: directive("delivered", "Count", []), delivered: 2 },
    ]);
  });
});
