import type { Member, Node, ObjectNode } from "./json-text.ts";
import { isSameNumber } from "./scalars.ts";

/** `any` for a past state, because another order of its members is no news (docs/events.md#what-counts-as-a-change). */
export type Order = "kept" | "any";

/**
 * Compares a published value with the source's text: members in the source's order, numbers to the last digit.
 * Undefined if they are equal; otherwise, the path of the first difference.
 */
export function deviation(source: Node, published: Node, order: Order = "kept", path = ""): string | undefined {
  if (source.kind === "object" && published.kind === "object") return ofMembers(source, published, order, path);
  if (source.kind === "array" && published.kind === "array") {
    if (source.items.length !== published.items.length) return `${path}: another length`;
    for (const [at, item] of source.items.entries()) {
      const other = published.items[at];
      const found = other === undefined ? `${path}/${at}` : deviation(item, other, order, `${path}/${at}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (source.kind === "number" && published.kind === "number")
    return isSameNumber(source.text, published.text) ? undefined : `${path}: ${source.text} is ${published.text}`;
  if (source.kind === "string" && published.kind === "string")
    return source.value === published.value ? undefined : `${path}: another text`;
  return source.kind === published.kind ? undefined : `${path}: ${source.kind} is ${published.kind}`;
}

function ofMembers(source: ObjectNode, reported: ObjectNode, order: Order, path: string): string | undefined {
  const [expected, published] =
    order === "any" ? [sorted(arranged(source)), sorted(reported)] : [arranged(source), reported];
  const names = ({ members }: ObjectNode) => members.map(([name]) => name).join(", ");
  if (names(expected) !== names(published))
    return `${path}: members ${names(expected).slice(0, 300)} are ${names(published).slice(0, 300)}`;
  for (const [at, [name, value]] of expected.members.entries()) {
    const other = published.members[at]?.[1];
    const found = other === undefined ? `${path}/${name}` : deviation(value, other, order, `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const sorted = ({ members }: ObjectNode): ObjectNode => ({
  kind: "object",
  members: members.toSorted(([one], [other]) => (one < other ? -1 : 1)),
});

const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(name);

/**
 * The members as an event holds them (docs/events.md#what-counts-as-a-change): of a repeated name the last value, in
 * the first place; names that are whole numbers first, in ascending order.
 */
function arranged(node: ObjectNode): ObjectNode {
  const byName = new Map<string, Member>();
  for (const [name, value] of node.members) byName.set(name, [name, value]);
  const all = [...byName.values()];
  const indexes = all.filter(([name]) => isIndex(name)).toSorted(([one], [other]) => Number(one) - Number(other));
  return { kind: "object", members: [...indexes, ...all.filter(([name]) => !isIndex(name))] };
}
