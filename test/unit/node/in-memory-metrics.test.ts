import { expect, test } from "vitest";
import { InMemoryMetrics } from "../../../infra/node/in-memory-metrics.ts";

test("each metric is summed per instance", () => {
  const metrics = new InMemoryMetrics();
  for (const value of [1, 2]) metrics.record("polling.feeds_stalled", value, "acme");
  metrics.record("polling.feeds_stalled", 4, "globex");
  metrics.record("polling.rows_quarantined", 8, "acme");
  expect(metrics.all()).toMatchObject([
    { name: "polling.feeds_stalled", instance: "acme", count: 2, sum: 3, last: 2 },
    { name: "polling.feeds_stalled", instance: "globex", sum: 4 },
    { name: "polling.rows_quarantined", instance: "acme", sum: 8 },
  ]);
});
