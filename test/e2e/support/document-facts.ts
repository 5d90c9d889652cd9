import type { Envelope } from "../../../shared/kernel/envelope.ts";
import type { Json, JsonObject } from "../../../shared/kernel/json.ts";
import type { OracleEntry, OracleOwner } from "./oracle.ts";

/** The events that show the changes of a field: each starts where the previous one ended. */
const chains = [
  { subject: "document", field: "name", type: "document.renamed" },
  { subject: "document", field: "folderId", type: "document.moved" },
  { subject: "document", field: "description", type: "document.described" },
  { subject: "folder", field: "name", type: "folder.renamed" },
  { subject: "folder", field: "parentId", type: "folder.moved" },
] as const;

/** Whether an owner's documents and folders between two moments (unix ms) must have been read. */
export type OwnerWasRead = (owner: OracleOwner, from: number, until: number) => boolean;

/**
 * The mistakes in the events of documents and folders, given the sandbox's actions. A poll sees states and not moves,
 * so two renames may be one event, but no change may be published twice, in the wrong order, or not at all.
 */
export function wrongDocumentFacts(
  entries: readonly OracleEntry[],
  events: readonly Envelope[],
  wasRead: OwnerWasRead,
): readonly string[] {
  return (["document", "folder"] as const).flatMap((subject) => {
    const resource = subject === "folder" ? "document-folder" : subject;
    const lives = Map.groupBy(
      entries.filter(({ change }) => change.resource === resource),
      ({ change }) => change.id,
    );
    return [...lives].flatMap(([id, life]) => {
      const reported = events
        .filter((event) => event.subject.type === subject && event.subject.id === id)
        .sort((one, other) => one.subject.seq - other.subject.seq || one.subject.part - other.subject.part);
      return wrongWith(subject, life, reported, wasRead).map((what) => `${subject} ${id}: ${what}`);
    });
  });
}

function wrongWith(
  subject: "document" | "folder",
  life: readonly OracleEntry[],
  reported: readonly Envelope[],
  wasRead: OwnerWasRead,
): readonly string[] {
  const [birth] = life;
  const last = life.at(-1);
  if (birth === undefined || last === undefined || birth.change.operation !== "create") return [];
  const removed = last.change.operation === "delete";
  const count = (verb: string) => reported.filter(({ type }) => type === `${subject}.${verb}`).length;
  if (reported.length === 0) {
    const until = removed ? at(last) : Number.POSITIVE_INFINITY;
    return mustBeKnown(wasRead, birth, until) ? ["never appeared"] : [];
  }
  const allowed = new Set([
    ...chains.filter((chain) => chain.subject === subject).map(({ type }) => type as string),
    ...["created", "removed"].map((verb) => `${subject}.${verb}`),
    "document.content_replaced",
  ]);
  return [
    ...reported.filter(({ type }) => !allowed.has(type)).map(({ type }) => `${type} isn't what happened`),
    ...(count("created") === 1 ? [] : [`created ${count("created")} times`]),
    ...(count("removed") === (removed ? 1 : 0) ? [] : [`removed ${count("removed")} times`]),
    ...chains
      .filter((chain) => chain.subject === subject)
      .flatMap(({ field, type }) =>
        brokenChain(
          field,
          reported.filter((event) => event.type === type),
          life,
          removed,
        ),
      ),
    ...(subject === "document" ? wrongReplacements(life, count("content_replaced"), wasRead) : []),
  ];
}

/**
 * Whether the result of `entry`, which lasted until then (unix ms), must be known by now. Current results must be known
 * in the end.
 */
function mustBeKnown(wasRead: OwnerWasRead, entry: OracleEntry, until: number): boolean {
  const { owner } = entry.change;
  return until === Number.POSITIVE_INFINITY || (owner !== undefined && wasRead(owner, at(entry), until));
}

/** Removed documents and folders that had to be known before. */
export function goneAndKnown(entries: readonly OracleEntry[], wasRead: OwnerWasRead): readonly string[] {
  const lives = Map.groupBy(
    entries.filter(({ change }) => change.resource === "document" || change.resource === "document-folder"),
    ({ change }) => `${change.resource}/${change.id}`,
  );
  return [...lives].flatMap(([subject, life]) => {
    const [birth] = life;
    const end = life.at(-1);
    if (birth === undefined || end?.change.operation !== "delete") return [];
    return mustBeKnown(wasRead, birth, at(end)) ? [subject] : [];
  });
}

/** Each event starts where the previous one ended, and the last one ends at the current state. */
function brokenChain(
  field: string,
  reported: readonly Envelope[],
  life: readonly OracleEntry[],
  removed: boolean,
): readonly string[] {
  const states = life.flatMap(({ change }) => (change.body === undefined ? [] : [text(change.body[field])]));
  const wrong: string[] = [];
  let at: string | undefined;
  for (const { type, changes } of reported) {
    const change = changes?.find((one) => one.field === field);
    const [from, to] = [text(change?.from), text(change?.to)];
    if (at !== undefined && at !== from) wrong.push(`${type} begins at ${from}, not at ${at}`);
    if (!states.includes(to)) wrong.push(`${type} shows ${to}, which never was`);
    at = to;
  }
  const end = states.at(-1);
  if (at !== undefined && !removed && at !== end) wrong.push(`${field} ends at ${at}, not at ${end}`);
  return wrong;
}

/** Even of an equal size, because the journal records those. */
function wrongReplacements(life: readonly OracleEntry[], reported: number, wasRead: OwnerWasRead): readonly string[] {
  const bodies = life.filter(({ change }) => change.body !== undefined);
  const replacements = bodies.filter((entry, position) => {
    const before = bodies[position - 1];
    return before !== undefined && isReplacement(before.change.body ?? {}, entry.change.body ?? {});
  });
  const [birth] = life;
  const end = life.at(-1);
  if (birth === undefined || end === undefined) return [];
  const until = end.change.operation === "delete" ? at(end) : Number.POSITIVE_INFINITY;
  const mustBePublished = replacements.some(
    (one) => mustBeKnown(wasRead, birth, at(one)) && mustBeKnown(wasRead, one, until),
  );
  if (reported > replacements.length) return [`${reported} of ${replacements.length} replacements published`];
  return mustBePublished && reported === 0 ? ["its replacement was never published"] : [];
}

/** The oracle shows states, so a change in no metadata replaced the content by one of the same size. */
function isReplacement(before: JsonObject, after: JsonObject): boolean {
  const same = (field: string) => text(before[field]) === text(after[field]);
  return ["name", "description", "folderId", "placements"].every(same);
}

const at = ({ visibleAt }: OracleEntry): number => Date.parse(visibleAt);
const text = (value: Json | undefined): string => (value === undefined || value === null ? "" : JSON.stringify(value));
