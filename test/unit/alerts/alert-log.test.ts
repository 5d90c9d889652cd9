import { expect, test } from "vitest";
import { AlertLog } from "../../../shared/alerts/alert-log.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";

const retention = 8 * 86_400_000;

function aLog() {
  const clock = new FakeClock();
  const table = new MemoryTable("deliveries");
  const log = new AlertLog({
    ...testContext({ clock, timings: { ...defaultTimings, deliveryRetention: retention } }),
    table,
  });
  const subject = {
    partner: "prt_1",
    kind: "endpoint_paused",
    subscription: "sub_1",
    at: clock.now() - 5_000,
  } as const;
  return { clock, table, log, subject };
}

test("a claimed attempt is stored with its subject until deliveries expire, for one worker alone", async () => {
  const { clock, table, log, subject } = aLog();
  const claims = await Promise.all([log.claim(subject, "slack", 1), log.claim(subject, "slack", 1)]);
  expect(claims.toSorted()).toEqual(["claimed", "lost"]);
  const { partner: _, ...known } = subject;
  expect(table.items).toMatchObject([
    { pk: "alerts#prt_1", ...known, state: "sending", expiresAt: Math.ceil((clock.now() + retention) / 1_000) },
  ]);
});

test("a later attempt follows only a refused one, and says whether it was refused too", async () => {
  const { log, subject } = aLog();
  await log.claim(subject, "email", 1);
  expect(await log.claim(subject, "email", 2)).toBe("lost");
  await log.record(subject, "email", { outcome: "refused", reason: "busy", retryable: true }, false);
  expect(await log.claim(subject, "email", 1)).toBe("refused");
  expect(await log.claim(subject, "email", 3)).toBe("lost");
  expect(await log.claim(subject, "email", 2)).toBe("claimed");
  await log.record(subject, "email", { outcome: "refused", reason: "busy", retryable: true }, true);
  expect(await log.claim(subject, "email", 3)).toBe("lost");
  expect(await log.find(subject, "email")).toMatchObject({ state: "failed", attempts: 2, reason: "busy" });
});

test("an attempt without an end counts as lost two minutes later, and a sent one doesn't", async () => {
  const { clock, log, subject } = aLog();
  await log.claim(subject, "slack", 1);
  await log.claim(subject, "email", 1);
  await log.record(subject, "email", { outcome: "sent" }, false);
  clock.advance(120_000);
  expect(await log.find(subject, "slack")).toMatchObject({ state: "sending" });
  clock.advance(1);
  expect(await log.claim(subject, "slack", 1)).toBe("lost");
  expect(await log.find(subject, "slack")).toMatchObject({
    ...{ kind: "endpoint_paused", channel: "slack", subscription: "sub_1", attempts: 1 },
    ...{ state: "unknown", reason: "interrupted" },
  });
  expect(await log.find(subject, "email")).toMatchObject({ state: "sent" });
  const latest = await log.latest("prt_1", 10);
  expect(latest.map(({ channel, state }) => [channel, state])).toEqual([
    ["slack", "unknown"],
    ["email", "sent"],
  ]);
  expect(await log.latest("prt_2", 10)).toEqual([]);
});
