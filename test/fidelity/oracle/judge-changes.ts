import { deviation, type Order } from "./as-published.ts";
import type { Difference } from "./differences.ts";
import type { Failure } from "./failure.ts";
import { memberOf, type Node, type ObjectNode, textOf } from "./json-text.ts";
import type { PublishedChange, PublishedEvent } from "./published-event.ts";

type Judged = {
  readonly event: PublishedEvent;
  readonly was: ObjectNode;
  readonly is: ObjectNode;
  /** What this event's changes have to name. */
  readonly differences: readonly Difference[];
};

const rule = "docs/events.md#what-counts-as-a-change";

/** Whether `changes` names every difference once and nothing else, with both values as the source spelled them. */
export function judgeChanges({ event, was, is, differences }: Judged): readonly Failure[] {
  const { changes = [] } = event;
  const failures: Failure[] = [];
  const fail = (what: string) => failures.push({ kind: "changes", rule, what: `${event.type}: ${what}` });
  for (const change of changes) {
    const path = change.path.join(".");
    const about = differences.filter((difference) => isWithin(difference.path, change.path));
    if (about.length === 0) fail(`names ${path}, which is as before`);
    const isWhole = about.some((difference) => difference.path.length > change.path.length && !difference.inReference);
    if (isWhole) fail(`names ${path} where only a part of it differs`);
    const [from, to] = [valueAt(was, change.path), valueAt(is, change.path)];
    if (isShortened(event, change, from, to)) continue;
    const isOmitted = change.fromOmitted && change.from === undefined && mayOmit(event, from);
    const wrongFrom = isOmitted ? undefined : wrong(from, change.from, "any");
    const wrongTo = wrong(to, change.to, "kept");
    if (wrongFrom !== undefined) fail(`from of ${path}: ${wrongFrom}`);
    if (wrongTo !== undefined) fail(`to of ${path}: ${wrongTo}`);
  }
  for (const { path } of differences) {
    const naming = changes.filter((change) => isWithin(path, change.path)).length;
    if (naming !== 1) fail(`names the difference ${path.join(".")} ${naming} times`);
  }
  return failures;
}

function isWithin(path: readonly string[], outer: readonly string[]): boolean {
  return outer.every((name, at) => path[at] === name);
}

function valueAt(state: ObjectNode, path: readonly string[]): Node | undefined {
  let value: Node | undefined = state;
  for (const name of path) value = value?.kind === "object" ? memberOf(value, name) : undefined;
  return value?.kind === "null" ? undefined : value;
}

function wrong(source: Node | undefined, published: Node | undefined, order: Order): string | undefined {
  if (source === undefined) return published === undefined ? undefined : `${excerpt(published)} of what is absent`;
  if (published === undefined) return `absent, the source had ${excerpt(source)}`;
  const found = deviation(source, published, order);
  return found === undefined ? undefined : `${excerpt(published)}, the source had ${excerpt(source)} (${found})`;
}

export function excerpt(node: Node): string {
  const text = textOf(node);
  return text.length > 120 ? `${text.slice(0, 100)}… (${text.length})` : text;
}

const longestShort = 1_024;
/** The bytes of an event, without the 1 KB that the bus needs for source and type. */
const mostBytes = 255 * 1_024;

/** A long previous value is left out if the event would be too large with it (docs/events.md#large-records). */
function mayOmit({ text }: PublishedEvent, was: Node | undefined): boolean {
  const bytes = was === undefined ? 0 : Buffer.byteLength(textOf(was));
  return bytes > longestShort && Buffer.byteLength(text) + bytes > mostBytes;
}

/** A truncated event names only the field if one of its values is long (docs/events.md#large-records). */
function isShortened(
  { has }: PublishedEvent,
  { from, to }: PublishedChange,
  was: Node | undefined,
  is: Node | undefined,
): boolean {
  const isLong = (node: Node | undefined) => node !== undefined && Buffer.byteLength(textOf(node)) > longestShort;
  return has("truncated") && from === undefined && to === undefined && (isLong(was) || isLong(is));
}
