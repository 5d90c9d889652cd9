import type { BusEvent } from "../../../docs/types/feedhook-events.d.ts";

type Wanted = BusEvent<"person.created" | "person.updated" | "person.removed" | "person.restored" | "company.updated">;
type Queued = { readonly Records: readonly { readonly messageId: string; readonly body: string }[] };

/** The newest known `seq` of each record. A real consumer keeps these numbers in its database. */
const newest = new Map<string, number>();

/** Handles each event separately: only failed events are received again. */
export function handler({ Records }: Queued): { batchItemFailures: { itemIdentifier: string }[] } {
  const batchItemFailures = Records.flatMap(({ messageId, body }) => {
    try {
      take(eventIn(body));
      return [];
    } catch {
      return [{ itemIdentifier: messageId }];
    }
  });
  return { batchItemFailures };
}

function eventIn(body: string): Wanted {
  const event: unknown = JSON.parse(body);
  if (!isEvent(event)) throw new TypeError("the message isn't a Feedhook event");
  return event;
}

/** The rule lets nothing else through, so no other check is needed. */
function isEvent(value: unknown): value is Wanted {
  return typeof value === "object" && value !== null && "detail" in value;
}

function take({ detail }: Wanted): void {
  const { type, id, seq } = detail.subject;
  // Events are delivered at least once and in no guaranteed order. Skip events that aren't newer than the known state.
  const record = `${detail.instance}/${type}/${id}`;
  if (seq <= (newest.get(record) ?? 0)) return;
  newest.set(record, seq);
}
