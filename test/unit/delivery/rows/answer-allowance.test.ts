import { expect, test } from "vitest";
import { pingMessage } from "../../../../shared/delivery/ping/ping-message.ts";
import { AnswerAllowance } from "../../../../shared/delivery/rows/answer-allowance.ts";
import { answered, DeliveryWorld } from "../delivery-world.ts";

const large = { ...answered(200), excerpt: "x".repeat(100_000) };
const failed = { ...answered(500), shown: { "x-large": "x".repeat(100_000) }, excerpt: "x" };

/** Bytes of all rows after so many deliveries, every fifth of which fails. */
async function storedAfter(w: DeliveryWorld, events: readonly number[], subscription = "sub_1") {
  w.answer = () => (w.posts.length % 5 === 0 ? failed : large);
  for (const event of events) await w.run(w.message(event, {}, subscription));
  return JSON.stringify(w.deliveries.items).length;
}
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test("the responses of a partner's endpoints are stored up to an allowance, which refills", async () => {
  const w = new DeliveryWorld();
  w.subscribe();
  const bytes = await storedAfter(w, numbers(1, 200));
  expect(bytes).toBeGreaterThan(4_000_000);
  expect(bytes).toBeLessThan(6_000_000);
  const rows = w.deliveries.items.filter(({ attempts }) => attempts !== undefined);
  const without = rows.filter((row) => !JSON.stringify(row).includes("xx"));
  expect(without.length).toBeGreaterThan(100);
  expect(new Set(without.map(({ state }) => state))).toEqual(new Set(["delivered", "waiting"]));
  w.clock.advance(60_000);
  const later = await storedAfter(w, numbers(200, 300));
  expect(later - bytes).toBeGreaterThan(900_000);
  expect(later - bytes).toBeLessThan(1_500_000);
});

test("responses to pings count towards the same allowance", async () => {
  const w = new DeliveryWorld();
  w.subscribe();
  w.answer = () => failed;
  for (let count = 0; count < 60; count += 1) {
    await w.run(pingMessage("prt_1", "sub_1", w.clock.now()));
    w.clock.advance(10);
  }
  expect(w.rows()).toHaveLength(60);
  expect(JSON.stringify(w.deliveries.items).length).toBeLessThan(5_000_000);
});

test("the allowance doesn't grow in a quiet hour, and loses nothing if a clock is set back", () => {
  const allowance = new AnswerAllowance();
  const answer = {
    result: "delivered",
    type: "person.updated",
    at: 0,
    ms: 1,
    timing: {},
    status: 200,
    excerpt: "x".repeat(1_000_000),
  } as const;
  const keptAt = (now: number) =>
    Array.from({ length: 6 }, () => allowance.kept(answer, "prt_1", now).excerpt).filter(Boolean);
  const hour = 3_600_000;
  expect(keptAt(hour)).toHaveLength(4);
  expect(keptAt(3 * hour)).toHaveLength(4);
  allowance.kept(answer, "prt_2", 3 * hour);
  expect(allowance.kept(answer, "prt_2", hour)).toEqual(answer);
});
