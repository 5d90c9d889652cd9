import { expect, test } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { PressureGauge } from "../../../../shared/schedule/budget/pressure-gauge.ts";
import { PressureWatch } from "../../../../shared/schedule/budget/pressure-watch.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { testContext } from "../../../support/test-context.ts";

/** A gauge that remembers its reports, and answers as set. */
function watched() {
  const clock = new FakeClock();
  const logger = new SilentLogger();
  const reported: unknown[] = [];
  const says = { slow: false, hold: 5_000, breaks: false };
  const note = (what: unknown) => {
    if (says.breaks) throw new EngineUnavailableError("the table is down");
    reported.push(what);
  };
  const gauge = faked(PressureGauge, {
    report: async (instance: string) => {
      note({ pressedOn: instance });
    },
    hold: async (instance: string, ms: number) => {
      note({ held: instance, ms });
    },
    open: async (instance: string) => {
      note({ opened: instance });
      return says.hold;
    },
    isWorse: async (instance, symptom, value, since) => {
      if (symptom === "slow") note({ instance, p95: value, since });
      else if (value > 0) note({ instance, part: value, since });
      return symptom === "slow" ? says.slow : value > 0.1;
    },
  });
  const measured: unknown[] = [];
  const metrics = { record: (...one: unknown[]) => void measured.push(one) };
  const watch = new PressureWatch({ ...testContext({ clock, logger, metrics }), gauge });
  const answer = async (times: readonly number[]) => {
    for (const ms of times) await watch.exchanged("acme", { ms, answered: true });
  };
  const fail = async (times: number) => {
    for (let one = 0; one < times; one += 1) await watch.exchanged("acme", { ms: 0, answered: false, fault: "reset" });
  };
  return { clock, logger, reported, says, measured, watch, answer, fail };
}

/** Fifty times, of which the 95th percentile is 95, in no order. */
const mixed = [...Array.from({ length: 47 }, (_, at) => 47 - at), 200, 95, 100];

test("a stretch is fifty responses: its 95th percentile is compared, in any order, from its start on", async () => {
  const { clock, reported, answer } = watched();
  const began = clock.now() - 47;
  await answer(mixed.slice(0, 49));
  expect(reported).toEqual([]);
  clock.advance(1_000);
  await answer(mixed.slice(49));
  expect(reported).toEqual([{ instance: "acme", p95: 95, since: began }]);
  const second = clock.now();
  clock.advance(1_000);
  await answer(mixed);
  expect(reported[1]).toEqual({ instance: "acme", p95: 95, since: second });
});

test("a slow source is reported as slow, and others aren't", async () => {
  const { says, logger, answer } = watched();
  await answer(mixed);
  expect(logger.lines).toEqual([]);
  says.slow = true;
  await answer(mixed);
  expect(logger.lines).toMatchObject([{ event: "source.slow", fields: { instance: "acme", p95: 95 } }]);
});

test("twenty requests in a row without a response put the instance on hold, which is logged and counted", async () => {
  const { reported, logger, measured, fail } = watched();
  await fail(19);
  expect(reported).toEqual([]);
  await fail(1);
  expect(reported).toEqual([{ opened: "acme" }]);
  expect(logger.lines).toMatchObject([{ event: "source.left_alone", fields: { instance: "acme", ms: 5_000 } }]);
  expect(measured).toEqual([["source.breaker_opened", 1, "acme"]]);
});

test("a hold that another process set isn't reported again", async () => {
  const { says, logger, measured, fail } = watched();
  says.hold = 0;
  await fail(20);
  expect([logger.lines, measured]).toEqual([[], []]);
});

test("two refusals among the first twenty requests are pressure, and one isn't", async () => {
  const { reported, watch } = watched();
  const refuse = async () => {
    await watch.exchanged("acme", { ms: 0, answered: false, fault: "reset" });
    await watch.refused("acme", 503, 3_000);
  };
  await refuse();
  expect(reported).toEqual([]);
  await refuse();
  expect(reported).toEqual([{ pressedOn: "acme" }]);
});

test("a lone 429 with a Retry-After holds the instance and lowers no rate; a 503 holds nothing here", async () => {
  const { reported, watch, answer } = watched();
  await answer(Array.from({ length: 40 }, () => 1));
  await watch.refused("acme", 503, 3_000);
  await watch.refused("acme", 429, undefined);
  expect(reported).toEqual([]);
  await watch.refused("acme", 429, 3_000);
  expect(reported).toEqual([{ held: "acme", ms: 3_000 }]);
});

test("refusals are forgotten among responses", async () => {
  const { reported, watch, answer } = watched();
  for (let round = 0; round < 20; round += 1) {
    await watch.exchanged("acme", { ms: 0, answered: false, fault: "reset" });
    await watch.refused("acme", 503, undefined);
    await answer(Array.from({ length: 20 }, () => 1));
  }
  expect(reported.filter((one) => JSON.stringify(one).includes("pressedOn"))).toEqual([]);
});

test("a failed report is logged, and the request continues", async () => {
  const { says, logger, watch, fail, answer } = watched();
  says.breaks = true;
  await fail(20);
  for (let one = 0; one < 3; one += 1) await watch.refused("acme", 503, undefined);
  await answer(mixed);
  expect(logger.lines).toHaveLength(3);
  for (const line of logger.lines)
    expect(line).toMatchObject({ level: "error", event: "source.pressure_not_reported", fields: { instance: "acme" } });
});

test("the failed share of a stretch is reported: refusals for load and missing responses count elsewhere", async () => {
  const { watch, reported, answer, fail, logger } = watched();
  await watch.exchanged("acme", { ms: 1, answered: false, fault: "500" });
  await answer(Array.from({ length: 30 }, () => 10));
  for (let n = 0; n < 9; n += 1) await watch.exchanged("acme", { ms: 1, answered: false, fault: "502" });
  await watch.exchanged("acme", { ms: 1, answered: false, fault: "429" });
  await watch.refused("acme", 429, undefined);
  await answer(Array.from({ length: 20 }, () => 10));
  expect(reported).toContainEqual(expect.objectContaining({ part: 10 / 60 }));
  expect(logger.lines).toContainEqual(expect.objectContaining({ event: "source.failing" }));
  reported.length = 0;
  await fail(20);
  await answer(Array.from({ length: 50 }, () => 10));
  expect(reported.filter((one) => typeof one === "object" && one !== null && "part" in one)).toEqual([]);
});
