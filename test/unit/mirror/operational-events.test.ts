import { describe, expect, it } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { testContext } from "../../support/test-context.ts";
import { mirrorWith } from "./mirror-fixture.ts";

const data = {
  subscription: "sub_1",
  failingSince: "2026-01-01T08:00:00.000Z",
  pausedAt: "2026-01-04T08:00:00.000Z",
  disablesAt: "2026-01-18T08:00:00.000Z",
};

describe("operational events", () => {
  it("are published once per id, to the partners they concern", async () => {
    const { mirror, clock, events } = mirrorWith();
    const operational = new OperationalEvents({ ...testContext({ clock }), mirror });
    const reported = {
      instance: "~prt_1",
      partner: "prt_1",
      type: "bridge.endpoint_paused",
      id: "e1:1",
      data,
    } as const;
    await operational.report(reported);
    clock.advance(1_000);
    await operational.report(reported);
    await operational.report({ ...reported, id: "e1:2" });
    expect(events).toHaveLength(2);
    const kept = Math.floor((clock.now() + defaultTimings.eventRetention) / 1_000);
    expect(mirror.items.map(({ expiresAt }) => expiresAt)).toEqual([kept - 1, kept]);
    expect(events[0]).toMatchObject({
      type: "bridge.endpoint_paused",
      partner: "prt_1",
      instance: "~prt_1",
      data,
    });
  });
});
