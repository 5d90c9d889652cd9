import { utcHour } from "../../../shared/kernel/calendar.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import type { InstanceAccessParts } from "../../../shared/polling/instance-access.ts";

/** Tells the loss and the return of an instance's access, each at most once an hour: several workers notice it together. */
export function accessNotices(operational: OperationalEvents, clock: Clock): InstanceAccessParts["notices"] {
  const idOf = (what: string, instance: string): string => {
    const hour = utcHour(clock.now());
    return `${what}:${instance}:${hour}`;
  };
  return {
    unauthorized: (instance, reason) =>
      operational.tell({
        instance,
        type: "bridge.instance_unauthorized",
        id: idOf("instance_unauthorized", instance),
        data: { reason },
      }),
    recovered: (instance) =>
      operational.tell({
        instance,
        type: "bridge.instance_recovered",
        id: idOf("instance_recovered", instance),
        data: {},
      }),
  };
}
