import { backlogKey, readBacklogRow } from "../../delivery/backlog/backlog.ts";
import { firstOfRecord } from "../../delivery/ordered/ordered-backlog.ts";
import { orderPositionOf } from "../../delivery/ordered/record-lock.ts";
import { type DeliveryRow, newDeliveryRow } from "../../delivery/rows/delivery-row.ts";
import { defined } from "../../kernel/defined.ts";
import type { Caller } from "../../partners/authenticator.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { ApiServices } from "../api-services.ts";
import { instancesOf } from "./list-deliveries.ts";

/**
 * A delivery can wait in the backlog before its row is written. This function returns such a delivery as if it had a
 * row.
 */
export async function unsentDelivery(
  services: ApiServices,
  caller: Caller,
  { id: subscription, kind, ordered }: Subscription,
  event: string,
): Promise<DeliveryRow | undefined> {
  if (kind === "pull") return undefined;
  const position = ordered === true ? await positionOf(services, caller, event) : undefined;
  const first = { subscription, event, run: "0" };
  // Looks under both keys, because the delivery may have been held without a position.
  const keys = [backlogKey(first), ...(position === undefined ? [] : [backlogKey({ ...first, position })])];
  const item = (await services.deliveries.getAll(keys)).find((one) => one !== undefined);
  if (item === undefined) return undefined;
  const { held, due, postponed, type, ...message } = readBacklogRow(item);
  const row = newDeliveryRow(message, services.clock.now(), services.timings.deliveryRetention);
  return {
    ...row,
    state: held === true ? "held" : "waiting",
    ...(held !== true && { nextAt: due }),
    ...defined({ type, postponed }),
  };
}

export async function eventAhead(
  { deliveries }: ApiServices,
  { position, ...row }: DeliveryRow,
): Promise<string | undefined> {
  const first = position && (await firstOfRecord(deliveries, { ...row, position }));
  return first?.event === row.event && first.run === row.run ? undefined : first?.event;
}

async function positionOf(services: ApiServices, caller: Caller, id: string) {
  const addresses = (await instancesOf(services, caller)).map((instance) => ({ instance, id }));
  const found = (await services.events.getMany(addresses)).find((event) => event !== undefined);
  return found && orderPositionOf(found.envelope);
}
