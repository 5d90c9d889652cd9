import type { BridgeWorld } from "../bridge-world.ts";
import type { Dial } from "../subscribers.ts";
import { isSuccess, ownerOf } from "./subscription-facts.ts";

type Placed = { readonly dial: Dial; readonly seq: number; readonly part: number };

/**
 * Checks that an ordered subscription gets the events of a record one at a time, the oldest first, unless one is marked
 * as late.
 */
export function judgeOrder({ witness, people, subscribers }: BridgeWorld): void {
  const byRecord = new Map<string, Placed[]>();
  for (const dial of subscribers.dials) {
    const one = ownerOf(people, dial.url);
    const subject = witness.reported.get(dial.event)?.envelope.subject;
    if (one?.kind !== "ordered" || one.doubled || dial.isReplay || subject === undefined) continue;
    const record = `${one.id} ${subject.type} ${subject.id}`;
    byRecord.set(record, [...(byRecord.get(record) ?? []), { dial, seq: subject.seq, part: subject.part }]);
  }
  for (const [record, placed] of byRecord) {
    const taken = new Set<string>();
    let newest: Placed | undefined;
    for (const [at, one] of placed.entries()) {
      const before = placed.slice(0, at).find(({ dial }) => dial.endedAt > one.dial.at);
      if (before !== undefined)
        witness.violates(`${record}: ${one.dial.event} is sent while ${before.dial.event} is under way`);
      const isBehind =
        newest !== undefined && (newest.seq > one.seq || (newest.seq === one.seq && newest.part > one.part));
      if (isBehind && !one.dial.isLate && !taken.has(one.dial.event))
        witness.violates(`${record}: ${one.dial.event} is sent after ${newest?.dial.event ?? ""}, which is newer`);
      if (!isSuccess(one.dial.status)) continue;
      taken.add(one.dial.event);
      if (!isBehind) newest = one;
    }
  }
}
