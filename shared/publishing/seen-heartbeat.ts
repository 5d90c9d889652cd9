import type { Item, Put } from "../kernel/ports/table.ts";
import { heartbeatItem } from "../mirror/mirror-item.ts";

/**
 * The record that a beat was seen, for the `feeds` table: pk `instance#beats`, sk the mirror shard. Undefined where the
 * item isn't a beat (pk `instance#beat#shard`, sk `beat`). A beat replayed later doesn't take back a newer one.
 */
export function seenHeartbeat(item: Item): Put | undefined {
  const parsed = heartbeatItem.safeParse(item);
  if (!parsed.success) return undefined;
  const [instance, kind, shard] = parsed.data.pk.split("#");
  if (instance === undefined || kind !== "beat" || shard === undefined) return undefined;
  const { beat } = parsed.data;
  return {
    item: { pk: `${instance}#beats`, sk: shard, beat },
    when: [{ attribute: "beat", is: "absentOrAtMost", value: beat }],
  };
}
