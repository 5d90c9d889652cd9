import { PullConsumer } from "../../../../shared/delivery/pull/pull-consumer.ts";
import { DeliveryLog } from "../../../../shared/delivery/rows/delivery-log.ts";
import { BatchWriter } from "../../../../shared/kernel/batch-writer.ts";
import { EventStore } from "../../../../shared/publishing/event-store.ts";
import { faked } from "../../../support/faked.ts";
import { noSleep } from "../../../support/no-sleep.ts";
import { testContext } from "../../../support/test-context.ts";
import { type DeliveryWorld, subscribed } from "../delivery-world.ts";

export function pullWorld(options: { pageSize?: number } = {}): DeliveryWorld {
  return subscribed({ kind: "pull", url: undefined }, options);
}

/** What the owner may have of one instance, or of all. */
export const accessTo = (instances: "all" | "none") => async () => ({
  ...{ partner: "prt_1", isActive: true, quotas: undefined, rev: 1 },
  instances: instances === "all" ? ("all" as const) : new Set<string>(),
});

/** A response with room for this many deliveries. */
export const roomFor = (most: number) => () => {
  let taken = 0;
  return { takes: () => (taken += 1) <= most };
};

export function consumerOf(
  world: DeliveryWorld,
  table: DeliveryWorld["deliveries"] = world.deliveries,
  getMany: EventStore["getMany"] = async (wanted) => wanted.map(({ id }) => world.events.get(id)),
): PullConsumer {
  const { clock, logger, randomness } = world;
  const parts = { ...testContext({ clock, logger, sleeper: noSleep, randomness }), table };
  const log = new DeliveryLog({ ...parts, writer: new BatchWriter(table, noSleep) });
  return new PullConsumer({ ...parts, log, events: faked(EventStore, { getMany }) });
}
