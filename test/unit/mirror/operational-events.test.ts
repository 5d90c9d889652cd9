import { describe, expect, it } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { mirrorWith } from "./mirror-fixture.ts";

describe("operational events", () => {
  it("are told once per id, to whom they concern", async () => {
    const { mirror, clock, events } = mirrorWith();
    const operational = new OperationalEvents({ mirror, clock, timings: defaultTimings });
    const told = {
      instance: "~prt_1",
      partner: "prt_1",
      type: "bridge.endpoint_paused",
      id: "e1:1",
      data: { a: 1 },
    } as const;
    await operational.tell(told);
    clock.advance(1_000);
    await operational.tell(told);
    await operational.tell({ ...told, id: "e1:2" });
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      type: "bridge.endpoint_paused",
      partner: "prt_1",
      instance: "~prt_1",
      data: { a: 1 },
    });
  });
});
