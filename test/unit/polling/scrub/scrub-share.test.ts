import { expect, test } from "vitest";
import type { Visit } from "../../../../shared/polling/feed-reader.ts";
import { createScrubReader } from "../../../../shared/polling/scrub/scrub-reader.ts";
import { scrubParts } from "../../../../shared/polling/scrub/scrub-subject.ts";
import { newFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { FakeClock } from "../../../support/fake-clock.ts";

const day = 24 * 3_600_000;
const hour = 3_600_000;
const records = 100_000;
const allowance = 10;

/** The ids of every part, in order, and where each stands. */
const parts = Array.from({ length: scrubParts }, (_, part) =>
  Array.from({ length: records / scrubParts }, (_, at) => `${part}-${String(at).padStart(5, "0")}`),
);

test("a scrub over 100,000 records reads each once per period, and never exceeds its hourly share of the budget", async () => {
  const clock = new FakeClock();
  const start = clock.now();
  const scrubPeriod = 7 * day;
  const read = new Map<string, number>();
  const perHour = new Map<number, number>();
  let left = 0;
  const reader = createScrubReader({
    clock,
    timings: { scrubPeriod },
    metrics: { record: () => undefined },
    subject: {
      async *unread(_instance, part, _before, after) {
        const ids = parts[part]!;
        for (let at = after === undefined ? 0 : Number(after.split("-")[1]) + 1; at < ids.length; at += 1)
          yield ids[at]!;
      },
      pathOf: (id) => id,
      observe: async () => ({ outcome: "observed", changed: 0 }),
    },
  });
  const source: Visit["source"] = {
    page: () => Promise.reject(new Error("a scrub reads no lists")),
    one: async ({ path }) => {
      if (left === 0) return { outcome: "exhausted" };
      left -= 1;
      read.set(path, (read.get(path) ?? 0) + 1);
      const inHour = Math.floor((clock.now() - start) / hour);
      perHour.set(inHour, (perHour.get(inHour) ?? 0) + 1);
      const now = clock.now();
      return { outcome: "ok", value: { id: path }, moment: { beganAt: now, asOf: now } };
    },
  };
  let feed = newFeed({ instance: "acme", kind: "activity-scrub", query: {} });
  while (clock.now() < start + scrubPeriod) {
    left = allowance;
    const steps = reader.read({ feed, source, beganAt: clock.now(), connectedAt: start, connect: async () => start });
    for (;;) {
      const next = await steps.next();
      if (next.done === true) {
        const { value: end } = next;
        clock.advance(end.outcome === "waiting" ? Math.max(1, end.until - clock.now()) : 5_000);
        break;
      }
      const observed = await next.value.observe();
      if (observed.outcome === "observed") feed = { ...feed, checkpoint: observed.position.checkpoint };
    }
  }
  expect(read.size).toBe(records);
  expect(Math.max(...read.values())).toBe(1);
  // 5 requests a second are 18,000 an hour; ten at a time, half a minute apart, are a fifteenth of them.
  expect(Math.max(...perHour.values())).toBeLessThanOrEqual(18_000 / 15 + allowance);
  // Spread over the period: it isn't done at once and then silent.
  expect(perHour.size).toBeGreaterThan((scrubPeriod / hour) * 0.4);
});
