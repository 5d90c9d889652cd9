import { expect, it } from "vitest";
import { ReplayControl } from "../../../../shared/delivery/replay/replay-control.ts";
import { type ChunkSize, ReplaySource } from "../../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../../shared/delivery/replay/replay-store.ts";
import { countingPlaces, WaitingRequests } from "../../../../shared/partners/waiting-requests.ts";
import { faked } from "../../../support/faked.ts";
import { testContext } from "../../../support/test-context.ts";
import { aSubscription, DeliveryWorld } from "../delivery-world.ts";

// On AWS, each request has a worker of its own, so a partner's turns don't limit them.
it("counts for seconds only as many times at a time as a partner has places for it", async () => {
  const {
    clock,
    randomness,
    deliveries,
    deliver,
    recover,
    logger,
    circuits,
    subscriptions: table,
  } = new DeliveryWorld();
  const counted: number[] = [];
  const control = new ReplayControl({
    ...testContext({ clock, randomness }),
    ...{ deliveries, deliver, recover, circuits },
    store: new ReplayStore({ ...testContext({ clock }), table }),
    waiting: new WaitingRequests({ ...testContext({ clock, logger }), table }),
    source: faked(ReplaySource, {
      chunk: async (_asked, _subscription, { scanned }: ChunkSize) => {
        counted.push(scanned);
        // Other requests begin meanwhile.
        for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
        return { matches: [], scanned, cursor: { instance: 0 }, done: false };
      },
    }),
  });
  const criteria = { undelivered: false, since: 0, until: clock.now() };
  const previews = (times: number) =>
    Promise.all(
      Array.from({ length: times }, () => control.preview({ criteria, instances: ["acme"] }, aSubscription())),
    );
  await previews(countingPlaces.ofPartner + 4);
  const [long, brief] = [20_000, 20];
  expect(counted.toSorted((one, other) => other - one)).toEqual([
    ...Array.from({ length: countingPlaces.ofPartner }, () => long),
    ...Array.from({ length: 4 }, () => brief),
  ]);
  await previews(1);
  expect(counted.at(-1)).toBe(long);
});
