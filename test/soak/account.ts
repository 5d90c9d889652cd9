import type { Envelope } from "../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../shared/kernel/json.ts";
import { type OwnerWasRead, wrongDocumentFacts } from "../e2e/support/document-facts.ts";
import { journalText, type OracleEntry, stateText } from "../e2e/support/oracle.ts";
import { longestUndisturbed, type Trouble } from "./undisturbed.ts";

/** One mistake: its subject (`person/12`) and what is wrong. `ids` are all ids that evidence of it may mention. */
export type Finding = { readonly subject: string; readonly what: string; readonly ids: readonly string[] };

export type Accounts = {
  /** What happened at the source and wasn't published. */
  readonly lost: readonly Finding[];
  /** What was published and didn't happen. */
  readonly invented: readonly Finding[];
  /**
   * What the source makes impossible to publish: states that passed quickly, and those of owners that went soon after.
   */
  readonly excused: { readonly states: number; readonly entries: number };
};

export type AccountInput = {
  /** Everything committed at the source, from its first entry. */
  readonly oracle: readonly OracleEntry[];
  /** Only what was committed after this entry had to be published. Earlier records existed at first contact. */
  readonly after: number;
  /** The events that the subscriber accepted, each once. */
  readonly events: readonly Envelope[];
  readonly troubles: readonly Trouble[];
  /** A record's state that lasts this long (ms) without trouble is read. */
  readonly surelyRead: number;
  /** The same for an owner's change feed and its documents. */
  readonly ownerSurelyRead: number;
};

export const recordTypes: ReadonlySet<string> = new Set(["person", "company", "project", "activity"]);

/** Compares everything that happened at the source with everything the subscriber got. */
export function account(input: AccountInput): Accounts {
  const parts = [records(input), sequences(input), changeFeeds(input), documents(input)];
  return {
    lost: parts.flatMap(({ lost }) => lost),
    invented: parts.flatMap(({ invented }) => invented),
    excused: {
      states: parts.reduce((sum, { states = 0 }) => sum + states, 0),
      entries: parts.reduce((sum, { entries = 0 }) => sum + entries, 0),
    },
  };
}

type Part = {
  readonly lost: readonly Finding[];
  readonly invented: readonly Finding[];
  readonly states?: number;
  readonly entries?: number;
};

/** `subject`: its type and id. */
function finding(subject: string, what: string, ...ids: readonly string[]): Finding {
  return { subject, what, ids: [subject.slice(subject.indexOf("/") + 1), ...ids] };
}

const at = ({ visibleAt }: OracleEntry): number => Date.parse(visibleAt);
const subjectOf = ({ subject: { type, id } }: Envelope): string => `${type}/${id}`;
/** An event's record state, and a change's result: equal texts for equal states. */
export const reported = remembered(({ type, subject, data }: Envelope): string =>
  type.endsWith(".removed") ? "gone" : stateOf(subject.type, data),
);
export const was = remembered(({ change: { operation, resource, body } }: OracleEntry): string =>
  operation === "delete" ? "gone" : stateOf(resource, body),
);

/** A soak compares the same entries and events many times, so their texts are made once. */
function remembered<Thing extends object>(textOf: (thing: Thing) => string): (thing: Thing) => string {
  const texts = new WeakMap<Thing, string>();
  return (thing) => {
    const known = texts.get(thing) ?? textOf(thing);
    texts.set(thing, known);
    return known;
  };
}

/**
 * Without who changed it when, because that alone isn't published (docs/events.md). An activity's lean row names its
 * project's company, which no read by id shows, and which isn't the activity's own.
 */
function stateOf(resource: string, given: JsonObject = {}): string {
  const compared = Object.entries(given).filter(
    ([field]) => !unreported.has(field) && !(field === "company" && resource === "activity"),
  );
  return stateText(Object.fromEntries(compared));
}
const unreported: ReadonlySet<string> = new Set(["modified", "modifiedBy", "createdBy"]);

/**
 * A record that was gone before it could be read by id is published as its list showed it: with fewer fields, all of
 * them true.
 */
function isLeanRowOf(life: readonly OracleEntry[], { data = {} }: Envelope): boolean {
  const fields = Object.keys(data).filter((field) => field !== "company");
  const only = (body: JsonObject) => stateText(Object.fromEntries(fields.map((field) => [field, body[field] ?? null])));
  const isGone = life.at(-1)?.change.operation === "delete";
  return isGone && life.some(({ change: { body } }) => body !== undefined && only(body) === only(data));
}

const inOrder = (one: Envelope, other: Envelope): number =>
  one.subject.seq - other.subject.seq || one.subject.part - other.subject.part;

/** Every record's states: the last one, and each that lasted long enough, must be published, and nothing else. */
function records({ oracle, after, events, troubles, surelyRead }: AccountInput): Part {
  const lost: Finding[] = [];
  const invented: Finding[] = [];
  let states = 0;
  const byRecord = Map.groupBy(
    oracle.filter(({ change }) => recordTypes.has(change.resource)),
    ({ change }) => `${change.resource}/${change.id}`,
  );
  const eventsOf = Map.groupBy(
    events.filter(({ subject }) => recordTypes.has(subject.type)),
    subjectOf,
  );
  for (const [record, events] of eventsOf)
    if (!byRecord.has(record)) invented.push(finding(record, `${events[0]?.id}: there is no such record`));
  for (const [record, life] of byRecord) {
    const events = (eventsOf.get(record) ?? []).toSorted(inOrder);
    const known = new Set(life.map(was));
    // Records from before the connection are known without an event.
    const baseline = life.findLast(({ sequence }) => sequence <= after);
    const said = new Set([...events.map(reported), ...(baseline === undefined ? [] : [was(baseline)])]);
    const neverWas = events.filter((event) => !known.has(reported(event)) && !isLeanRowOf(life, event));
    invented.push(...neverWas.map(({ id, type }) => finding(record, `${id}: ${type} shows what never was`)));
    const last = life.at(-1);
    if (last === undefined || last.sequence <= after) continue;
    const lived = life.map((entry, place) => {
      const next = life[place + 1];
      const state = was(entry);
      const until = next === undefined ? Number.POSITIVE_INFINITY : at(next);
      return { entry, state, isSure: longestUndisturbed(at(entry), until, troubles) >= surelyRead };
    });
    const seen = events.length > 0 || baseline !== undefined;
    const end = lived.at(-1)?.state ?? "gone";
    const isMissed = end === "gone" && !seen && lived.slice(0, -1).every(({ isSure }) => !isSure);
    const lastPublished = events.at(-1);
    const lastKnown = lastPublished === undefined ? baseline && was(baseline) : reported(lastPublished);
    if (!isMissed && lastKnown !== end)
      lost.push(
        finding(
          record,
          `ends with ${lastPublished === undefined ? "nothing published" : reported(lastPublished)}, not ${end}`,
        ),
      );
    for (const { entry, state, isSure } of lived.slice(0, -1)) {
      if (entry.sequence <= after || said.has(state)) continue;
      if (isSure) lost.push(finding(record, `never published ${state}, which holds from ${entry.visibleAt}`));
      else states += 1;
    }
  }
  return { lost, invented, states };
}

/** Each subject's `seq` rises by one from event to event, so a gap is an event that never arrived. */
function sequences({ events }: AccountInput): Part {
  const lost: Finding[] = [];
  const invented: Finding[] = [];
  for (const [subject, ofSubject] of Map.groupBy(events, subjectOf)) {
    const bySeq = Map.groupBy(ofSubject, ({ subject: { seq } }) => seq);
    const seqs = [...bySeq.keys()].toSorted((one, other) => one - other);
    for (const [place, seq] of seqs.entries()) {
      const before = seqs[place - 1];
      if (before !== undefined && seq !== before + 1)
        lost.push(finding(subject, `nothing between seq ${before} and ${seq}`));
      const places = (bySeq.get(seq) ?? []).map(({ subject: { part } }) => part);
      if (new Set(places).size < places.length)
        invented.push(finding(subject, `seq ${seq} was published under several ids`));
    }
  }
  return { lost, invented };
}

/** Entries of change feeds are compared as multisets: two equal entries are two events (hazard 37). */
function changeFeeds({ oracle, after, events, troubles, ownerSurelyRead }: AccountInput): Part {
  const ends = new Map<string, number>();
  for (const entry of oracle) {
    const { resource, id, operation } = entry.change;
    if (operation === "delete" && recordTypes.has(resource)) ends.set(`${resource} ${id}`, at(entry));
  }
  const left = new Map<string, OracleEntry[]>();
  const before = new Map<string, number>();
  for (const entry of oracle) {
    const { resource, body, owner } = entry.change;
    if (resource !== "document-change" || body === undefined || owner === undefined) continue;
    const text = journalText(owner.entityType, owner.entityId, body);
    if (entry.sequence <= after) before.set(text, (before.get(text) ?? 0) + 1);
    else left.set(text, [...(left.get(text) ?? []), entry]);
  }
  const invented: Finding[] = [];
  for (const { id, type, owner, data, baseline } of events) {
    if (type !== "document_change.recorded" || owner === undefined || baseline === true) continue;
    const text = journalText(owner.type, owner.id, data ?? {});
    if (left.get(text)?.pop() === undefined) invented.push(finding(`${owner.type}/${owner.id}`, `${id}: ${text}`));
  }
  const lost: Finding[] = [];
  let entries = 0;
  for (const [text, entry] of [...left].flatMap(([text, some]) => some.map((one) => [text, one] as const))) {
    const { entityType = "", entityId = "" } = entry.change.owner ?? {};
    // An owner's feed goes with it (docs/partner-api.md#owner-deleted).
    const end = ends.get(`${entityType.toLowerCase()} ${entityId}`) ?? Number.POSITIVE_INFINITY;
    if (longestUndisturbed(at(entry), end, troubles) < ownerSurelyRead) entries += 1;
    else
      lost.push(
        finding(
          `${entityType}/${entityId}`,
          `never published the entry ${text} of ${entry.visibleAt}`,
          entry.change.id,
        ),
      );
  }
  return { lost, invented, entries };
}

function documents({ oracle, after, events, troubles, ownerSurelyRead }: AccountInput): Part {
  const longest = Math.max(0, ...troubles.map(({ from, until }) => until - from));
  const documentTypes = new Map([
    ["document", "document"],
    ["document-folder", "folder"],
  ]);
  const eventsOf = Map.groupBy(
    events.filter(({ subject: { type } }) => type === "document" || type === "folder"),
    subjectOf,
  );
  const lives = Map.groupBy(
    oracle.filter(({ sequence, change }) => sequence > after && documentTypes.has(change.resource)),
    ({ change }) => `${documentTypes.get(change.resource)}/${change.id}`,
  );
  const wasRead: OwnerWasRead = (_, from, until) => until - from >= ownerSurelyRead + longest;
  const lost = [...lives].flatMap(([subject, life]) =>
    wrongDocumentFacts(life, eventsOf.get(subject) ?? [], wasRead).map((what) =>
      finding(subject, what, ...ownersOf(life)),
    ),
  );
  return { lost, invented: [] };
}

function ownersOf(life: readonly OracleEntry[]): readonly string[] {
  return [...new Set(life.flatMap(({ change: { owner } }) => owner?.entityId ?? []))];
}

/** A finding as a line of the report. */
export const findingText = ({ subject, what }: Finding): string => `${subject}: ${what}`;
