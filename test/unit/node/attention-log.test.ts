import { expect, test } from "vitest";
import { attentionLog } from "../../../infra/node/api/attention-log.ts";
import { type Attention, attentionKinds } from "../../../shared/api/status/attention-schema.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const held: Attention = { kind: "removals_held", instance: "acme", count: 40, ...attentionKinds.removals_held };
const dead: Attention = { kind: "dead_letters", what: "deliver", count: 2, ...attentionKinds.dead_letters };

test("attention is logged when it is new, and once an hour while it lasts", async () => {
  const clock = new FakeClock(1_000_000_000_000);
  const logger = new SilentLogger();
  let found: readonly Attention[] = [];
  const log = attentionLog(async () => found, clock, logger);
  const lines = async (ms: number) => {
    clock.advance(ms);
    logger.lines.length = 0;
    await log();
    return logger.lines.map(({ event, fields }) => ({ event, ...fields, see: undefined }));
  };
  expect(await lines(0)).toEqual([]);
  found = [held];
  expect(await lines(60_000)).toEqual([{ event: "bridge.needs_attention", removals_held: 40 }]);
  expect(await lines(60_000)).toEqual([]);
  expect(await lines(3_600_000)).toHaveLength(1);
  found = [held, dead];
  expect(await lines(60_000)).toEqual([{ event: "bridge.needs_attention", removals_held: 40, dead_letters: 2 }]);
  found = [];
  expect(await lines(3_600_000)).toEqual([]);
  found = [dead];
  expect(await lines(60_000)).toHaveLength(1);
});

test("an unreadable store is logged, and the next check continues", async () => {
  const logger = new SilentLogger();
  let isBroken = true;
  const find = () => (isBroken ? Promise.reject(new Error("disk I/O error")) : Promise.resolve([held]));
  const log = attentionLog(find, new FakeClock(), logger);
  await log();
  isBroken = false;
  await log();
  expect(logger.lines.map(({ event }) => event)).toEqual(["bridge.attention_not_reported", "bridge.needs_attention"]);
});
