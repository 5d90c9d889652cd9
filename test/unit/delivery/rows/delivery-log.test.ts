import { describe, expect, it } from "vitest";
import { decideClaim } from "../../../../shared/delivery/rows/delivery-log.ts";
import { type DeliveryRow, newDeliveryRow } from "../../../../shared/delivery/rows/delivery-row.ts";
import { idOf } from "../../fanout/an-event.ts";

const now = Date.UTC(2026, 10, 21, 9);
const claimRetention = 60_000;
const identity = { subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(1), run: "0", attempt: 1 };
const row = (fields: Partial<DeliveryRow>): DeliveryRow => ({ ...newDeliveryRow(identity, now, 1_000), ...fields });

const recorded = row({ attempt: 2, nextAt: now + 5_000 });
const live = row({ attempt: 2, claimedAt: now - claimRetention + 1 });
const dead = row({ attempt: 2, claimedAt: now - claimRetention });

describe("a message's next step", () => {
  it.each([
    ["nothing is known of it", undefined, 1, 2, "attempt"],
    ["a later attempt that nothing is known of", undefined, 3, 1, "attempt"],
    ["the attempt before is recorded", recorded, 3, 1, "attempt"],
    ["the attempt before was blocked", row({ attempt: 2, state: "blocked" }), 3, 1, "attempt"],
    ["its worker may have died after the record", recorded, 2, 2, "finish"],
    ["a duplicate of a recorded attempt", recorded, 2, 1, "drop"],
    ["a duplicate of an attempt being made", live, 2, 1, "drop"],
    ["another worker makes it", live, 2, 2, "wait"],
    ["its worker died during the POST", dead, 2, 2, "attempt"],
    ["a later attempt is recorded", recorded, 1, 2, "drop"],
    ["an attempt was left out", recorded, 4, 1, "drop"],
    ["delivered", row({ attempt: 2, state: "delivered" }), 3, 1, "drop"],
    ["delivered, and repeated by the queue", row({ attempt: 2, state: "delivered" }), 2, 2, "finish"],
    ["expired", row({ attempt: 2, state: "expired" }), 3, 1, "drop"],
    ["held, and released", row({ attempt: 2, state: "held" }), 3, 1, "attempt"],
    ["held before any attempt", row({ state: "held" }), 1, 2, "attempt"],
  ])("%s", (_, standing, attempt, receiveCount, expected) => {
    expect(decideClaim(standing, { attempt, isRepeat: receiveCount > 1 }, { now, claimRetention })).toBe(expected);
  });
});
