import type { ReplayJob } from "../../../../shared/delivery/replay/replay-job.ts";
import { ReplaySource } from "../../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../../shared/delivery/replay/replay-store.ts";
import { Replays } from "../../../../shared/delivery/replay/replays.ts";
import { freshDraw } from "../../../../shared/kernel/draw.ts";
import { faked } from "../../../support/faked.ts";
import { testContext } from "../../../support/test-context.ts";
import type { DeliveryWorld } from "../delivery-world.ts";

/** Replays of whatever `chunk` finds, for the partner of a world. */
export function replaysOver(world: DeliveryWorld, chunk: ReplaySource["chunk"], pace?: () => number) {
  const { clock, deliverSlow, recover, logger, subscriptions: table, partners } = world;
  const store = new ReplayStore({ ...testContext({ clock }), table });
  const source = faked(ReplaySource, { chunk });
  const replays = new Replays({
    ...testContext({ clock, logger }),
    ...{ table, store, source, subscriptions: world.store, partners, deliverSlow, recover, pace },
  });
  const start = (perSecond: number, quota = 50, subscription = "sub_1") =>
    store.create(wantedReplay(world, perSecond, subscription), quota, freshDraw(world));
  const started = async (perSecond: number, subscription?: string): Promise<ReplayJob> => {
    const job = await start(perSecond, 1_000, subscription);
    if ("refusal" in job) throw new Error("refused");
    return job;
  };
  const run = ({ id }: ReplayJob) => replays.run({ kind: "replay", partner: "prt_1", job: id });
  const find = ({ id }: ReplayJob) => store.find("prt_1", id);
  return { store, replays, start, started, run, find };
}

export const wantedReplay = ({ clock }: DeliveryWorld, perSecond: number, subscription = "sub_1") => ({
  ...{ partner: "prt_1", subscription, instances: ["acme"], perSecond },
  criteria: { undelivered: false, since: 0, until: clock.now() },
});
