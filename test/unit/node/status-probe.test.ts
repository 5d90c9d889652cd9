import { expect, test } from "vitest";
import { statusProbe } from "../../../infra/node/api/status-probe.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { openTestEngine } from "../../support/node-engine.ts";

test("deliveries are counted by state, and messages to people aren't deliveries", async () => {
  const { engine, remove } = openTestEngine(new FakeClock(1_000));
  const row = (pk: string, state?: string) => ({ item: { pk, sk: "1", ...(state !== undefined && { state }) } });
  await engine
    .table("deliveries")
    .put([
      row("sub_1#20261121#0", "held"),
      row("sub_2#20261121#4", "held"),
      row("sub_1#backlog#0"),
      row("alerts#prt_1", "sent"),
      row("alerts#prt_2", "failed"),
    ]);
  expect(await statusProbe(engine).deliveriesByState()).toEqual({ held: 2 });
  remove();
});
