import type { BridgeWorld } from "../bridge-world.ts";

/** Every rise of `seq` is told by exactly one event, which reached the bus, and nothing else is told. */
export function judgeEvents({ witness, stream }: BridgeWorld): void {
  if (stream.size > 0) witness.violates(`${stream.size} changes of the mirror are still unpublished`);
  const byPlace = new Map<string, string[]>();
  for (const { envelope } of witness.told.values()) {
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
    if (ids.length === 0) witness.violates(`nothing tells ${type} of ${id} seq ${seq} part ${part}`);
    if (ids.length > 1) witness.violates(`${type} of ${id} seq ${seq} part ${part} is told as ${ids.join(" and ")}`);
    byPlace.delete(place);
  }
  for (const [place, ids] of byPlace) witness.violates(`${ids.join(" ")} tells what didn't happen: ${place}`);
  for (const id of witness.told.keys())
    if (!witness.onBus.has(id)) witness.violates(`event ${id} never reached the bus`);
}
