import { differencesOf } from "./differences.ts";
import type { Failure } from "./failure.ts";
import { type Node, type ObjectNode, textIn, textOf } from "./json-text.ts";
import { judgeChanges } from "./judge-changes.ts";
import { equality, identity, judgeText, judgeWhole, lost, unasked } from "./judge-whole.ts";
import type { PublishedEvent } from "./published-event.ts";

/** A document as the source shows it: its body by id, and its place by owner ("" is no folder or the top level). */
export type ShownDocument = {
  readonly body: ObjectNode;
  readonly owner: string;
  readonly placements: ReadonlyMap<string, readonly string[]>;
};

export type DocumentPassage = {
  readonly was: ShownDocument | undefined;
  readonly is: ShownDocument | undefined;
  readonly wasRemoved: boolean;
  /** How often its content may have been replaced in between, and how often a change feed recorded that. */
  readonly replacements: { readonly happened: number; readonly recorded: number };
  readonly events: readonly PublishedEvent[];
  /** A list and the change feed showed different moments, so the change may come in parts. */
  readonly inParts: boolean;
  /** Reads by id lag for some time: a recorded replacement comes without its size, which follows. */
  readonly lags: boolean;
  /** Reads by id don't show its place. */
  readonly hidesPlacements: boolean;
};

const page = "docs/events.md#documents-and-folders";

const typeOfField: { readonly [field: string]: string } = {
  name: "document.renamed",
  size: "document.content_replaced",
  mimeType: "document.content_replaced",
  description: "document.described",
};
const ofPlace = new Set([
  "document.relocated",
  "document.moved",
  "document.placement_added",
  "document.placement_removed",
]);
const replaced = "document.content_replaced";

/** The mistakes in a document's events; empty if they say exactly what happened. */
export function judgeDocument(passage: DocumentPassage): readonly Failure[] {
  const { was, is, wasRemoved, events } = passage;
  const whole = (its: readonly PublishedEvent[], verb: string, { body }: ShownDocument) =>
    judgeWhole(its, `document.${verb}`, (event, order) => judgeText(event, body, equality, order));
  if (is === undefined) return was === undefined ? unasked(events, page) : whole(events, "removed", was);
  if (was === undefined) {
    const own = passage.hidesPlacements ? events.filter((event) => !isShortcut(event, is)) : events;
    return whole(own, wasRemoved ? "restored" : "created", is);
  }
  return [
    ...judgePlaces(passage, was, is),
    ...judgeFields(passage, was, is),
    ...(passage.inParts ? [] : events.flatMap((event) => judgeText(event, is.body, page))),
  ];
}

/** Each field's change comes once, under its own type. */
function judgeFields(passage: DocumentPassage, was: ShownDocument, is: ShownDocument): readonly Failure[] {
  const { events, replacements, inParts, lags } = passage;
  const differences = differencesOf("document", was.body, is.body);
  const byType = Map.groupBy(differences, ({ path }) => typeOfField[path[0] ?? ""] ?? "document.updated");
  const ofFields = events.filter(({ type }) => !ofPlace.has(type));
  const failures: Failure[] = [];
  for (const type of new Set([
    ...byType.keys(),
    ...ofFields.map((event) => event.type),
    ...(replacements.recorded > 0 ? [replaced] : []),
  ])) {
    const its = ofFields.filter((event) => event.type === type);
    const isDue = byType.has(type) || (type === replaced && replacements.recorded > 0);
    const mostReplaced = replacements.happened + (lags ? replacements.recorded : 0);
    const most = type === replaced ? mostReplaced : isDue ? 1 : 0;
    if (its.length === 0 && isDue) failures.push({ kind: "lost", rule: lost, what: `no ${type}` });
    if (its.length > most)
      failures.push({ kind: "invented", rule: identity, what: `${its.length} ${type} came, ${most} happened` });
    const times = its.map(({ node }) => textIn(node, "timestamp"));
    if (new Set(times).size < times.length)
      failures.push({ kind: "invented", rule: identity, what: `two ${type} at ${times.join(", ")}` });
    const [only] = its;
    if (its.length === 1 && only !== undefined && !inParts)
      failures.push(...judgeChanges({ event: only, was: was.body, is: is.body, differences: byType.get(type) ?? [] }));
  }
  return failures;
}

/** A document's move: relocated, moved, or gained and lost by an owner, and never two of these. */
function judgePlaces(
  { events, hidesPlacements, lags }: DocumentPassage,
  was: ShownDocument,
  is: ShownDocument,
): readonly Failure[] {
  const expected = placesBetween(was, is).toSorted();
  const ofPlaces = events.filter(({ type }) => ofPlace.has(type)).map(spelledPlace);
  const isRelocated = was.owner !== is.owner;
  const isAllowed = (one: string) =>
    isRelocated && ((hidesPlacements && isArrival(one, is)) || (lags && isFirstSeen(one, is)));
  const reported = ofPlaces.filter((one) => !isAllowed(one)).toSorted();
  if (expected.join("\n") === reported.join("\n")) return [];
  const what = `places: ${reported.join("; ") || "nothing"} came, ${expected.join("; ") || "nothing"} was expected`;
  return [{ kind: reported.length < expected.length ? "lost" : "invented", rule: page, what }];
}

/** Into the folder of the gaining owner, which its list alone shows (docs/events.md#relocated-out-of-sight). */
function isArrival(reported: string, { owner, placements }: ShownDocument): boolean {
  return (
    reported.startsWith(`document.moved of ${owner}: `) && reported.endsWith(` → ${placements.get(owner)?.[0] ?? ""}`)
  );
}

/** A shortcut to a new or returned document, which only its owner's list shows. */
function isShortcut(event: PublishedEvent, { owner, placements }: ShownDocument): boolean {
  const { type, owner: holder = "" } = event;
  const [folder] = placements.get(holder) ?? [];
  if (type !== "document.placement_added" || holder === owner || folder === undefined) return false;
  return spelledPlace(event) === place(type, holder, "", folder);
}

/** In the list of the gaining owner, while a read by id shows the former one (docs/events.md#relocated-out-of-sight). */
function isFirstSeen(reported: string, { owner, placements }: ShownDocument): boolean {
  return reported === place("document.placement_added", owner, "", placements.get(owner)?.[0]);
}

function placesBetween(was: ShownDocument, is: ShownDocument): string[] {
  const relocated = was.owner === is.owner ? [] : [was.owner, is.owner];
  const owners = new Set([...was.placements.keys(), ...is.placements.keys()]);
  const ways = [...owners]
    .filter((owner) => !relocated.includes(owner))
    .flatMap((owner): string[] => {
      const [before, after] = [was.placements.get(owner) ?? [], is.placements.get(owner) ?? []];
      const left = before.filter((folder) => !after.includes(folder));
      const taken = after.filter((folder) => !before.includes(folder));
      const moves = Math.min(left.length, taken.length);
      return [
        ...left.slice(0, moves).map((from, at) => place("document.moved", owner, from, taken[at])),
        ...left.slice(moves).map((from) => place("document.placement_removed", owner, from, "")),
        ...taken.slice(moves).map((to) => place("document.placement_added", owner, "", to)),
      ];
    });
  return [...(relocated.length > 0 ? [place("document.relocated", is.owner, was.owner, is.owner)] : []), ...ways];
}

const place = (type: string, owner: string, from = "", to = ""): string => `${type} of ${owner}: ${from} → ${to}`;

function spelledPlace({ type, owner = "", changes = [] }: PublishedEvent): string {
  const [change] = changes;
  return place(type, owner, shown(change?.from), shown(change?.to));
}

function shown(node: Node | undefined): string {
  if (node === undefined) return "";
  if (node.kind === "string") return node.value;
  return node.kind === "object" ? `${textIn(node, "type") ?? ""}#${textIn(node, "id") ?? ""}` : textOf(node);
}
