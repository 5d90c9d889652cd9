import { hasChangeLog, mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import type { BridgeWorld } from "../bridge-world.ts";
import type { Rise } from "../witness.ts";

/**
 * Checks that every increase of `seq` is published as exactly one event, which reached the bus, and that nothing else
 * is published.
 */
export function judgeEvents(world: BridgeWorld): void {
  const { witness, stream } = world;
  if (stream.size > 0) witness.violates(`${stream.size} changes of the mirror are still unpublished`);
  const byPlace = new Map<string, string[]>();
  for (const { envelope } of witness.reported.values()) {
    const { instance, type, subject, owner } = envelope;
    const under = subject.type === "document" || owner === undefined ? "" : `${owner.type}#${owner.id}`;
    const place = [instance, subject.type, subject.id, under, subject.seq, subject.part, type].join(" ");
    byPlace.set(place, [...(byPlace.get(place) ?? []), envelope.id]);
  }
  for (const rise of witness.rises) {
    const { instance, resource, id, owner, seq, part, type } = rise;
    const under = resource === "document" ? "" : owner;
    const place = [instance, resource, id, under, seq, part, type].join(" ");
    const ids = byPlace.get(place) ?? [];
    if (ids.length === 0 && !(stream.hasLost && mayStayUnpublished(world, rise)))
      witness.violates(`nothing publishes ${type} of ${id} seq ${seq} part ${part}`);
    if (ids.length > 1)
      witness.violates(`${type} of ${id} seq ${seq} part ${part} is published as ${ids.join(" and ")}`);
    byPlace.delete(place);
  }
  for (const [place, ids] of byPlace) witness.violates(`${ids.join(" ")} shows what didn't happen: ${place}`);
  for (const id of witness.reported.keys())
    if (!witness.onBus.has(id)) witness.violates(`event ${id} never reached the bus`);
}

/**
 * The stream may lose changes that can no longer be published. What an erasure removed isn't restored. The last
 * release's code keeps no log of a record that it removes, so its events can't be made again.
 */
function mayStayUnpublished({ tables, releases }: BridgeWorld, { instance, resource, id, seq }: Rise): boolean {
  const items = tables.mirror.memory.items.filter((item) => item["id"] === id && item["instance"] === instance);
  return items.filter(hasChangeLog).some((stored) => {
    const item = mirrorItem.parse(stored);
    if (item.resource !== resource) return false;
    const wasRemovedByLastRelease =
      item.state === "deleted" && releases.ran.has("poll@last") && item.changeLog.every((entry) => entry.seq !== seq);
    return seq < (item.forgetBelow ?? 0) || wasRemovedByLastRelease;
  });
}
