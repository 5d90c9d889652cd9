import type { Item, Put } from "../kernel/ports/table.ts";
import { heartbeatItem } from "../mirror/mirror-item.ts";

/**
 * Returns the write that notes a heartbeat's arrival through the stream. It goes to the `feeds` table (pk
 * `instance#beats`, sk the mirror shard). Undefined for an item that isn't a heartbeat (pk `instance#beat#shard`, sk
 * `beat`). An older heartbeat that is delivered again doesn't replace a newer one.
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
