import type { Order } from "./as-published.ts";
import type { Subject } from "./contract.ts";
import { type Difference, differencesOf } from "./differences.ts";
import type { Failure } from "./failure.ts";
import { memberOf, type Node, type ObjectNode, textIn, textOf } from "./json-text.ts";
import { judgeChanges } from "./judge-changes.ts";
import { equality, identity, judgeText, judgeWhole, lost, typesOf, unasked } from "./judge-whole.ts";
import type { PublishedEvent } from "./published-event.ts";
import { momentOf } from "./scalars.ts";

/** A record between two looks, and the events in between. */
export type Passage = {
  readonly subject: Subject;
  /** What the source showed at first; undefined for nothing. */
  readonly was: ObjectNode | undefined;
  readonly is: ObjectNode | undefined;
  /** The bridge knew the record before and published its removal. */
  readonly wasRemoved: boolean;
  /** In the order of `seq` and `part`. */
  readonly events: readonly PublishedEvent[];
  /** The source alternated between old and new states, so the change may come in parts. */
  readonly inParts: boolean;
  /** The ids of the activity statuses that mean closed. */
  readonly closed: ReadonlySet<string>;
};

const allOfThem = "docs/events.md#rules-for-all-of-them";

/** The mistakes in a passage's events; empty if they say exactly what happened. */
export function judgeRecord(passage: Passage): readonly Failure[] {
  const { subject, was, is, wasRemoved, events } = passage;
  const whole = (verb: string, state: ObjectNode) =>
    judgeWhole(events, `${subject}.${verb}`, (event, order) => judgeData(event, state, order));
  if (is === undefined) return was === undefined ? unasked(events, equality) : whole("removed", was);
  if (was === undefined) return whole(wasRemoved ? "restored" : "created", is);
  const groups = [...Map.groupBy(events, ({ seq }) => seq).values()];
  const changes = differencesOf(subject, was, is);
  if (groups.length === 0)
    return changes.length === 0 ? [] : [{ kind: "lost", rule: lost, what: `no event for ${listed(changes)}` }];
  if (groups.length > 1 && !passage.inParts)
    return [{ kind: "invented", rule: identity, what: `${groups.length} changes published, not one` }];
  let before = was;
  for (const group of groups) {
    const shown = group === groups.at(-1) ? is : withChanges(before, is, group);
    const after = passage.inParts ? (group[0]?.data ?? shown) : is;
    const wrong = judgeGroup(passage, before, after, group);
    if (wrong.length > 0) return wrong;
    before = after;
  }
  const left = differencesOf(subject, before, is);
  return left.length === 0 ? [] : [{ kind: "lost", rule: lost, what: `published but for ${listed(left)}` }];
}

/**
 * The state after a part of a change whose event is too large for its data: its named members have their current
 * values.
 */
function withChanges(before: ObjectNode, is: ObjectNode, group: readonly PublishedEvent[]): ObjectNode {
  const named = new Set(group.flatMap(({ changes = [] }) => changes.map(({ path }) => path[0] ?? "")));
  const members = [
    ...before.members.filter(([name]) => !named.has(name)),
    ...is.members.filter(([name]) => named.has(name)),
  ];
  return { ...before, members };
}

const listed = (changes: readonly Difference[]): string => changes.map(({ path }) => path.join(".")).join(", ");

function judgeGroup(
  { subject, closed, inParts }: Passage,
  was: ObjectNode,
  is: ObjectNode,
  group: readonly PublishedEvent[],
): readonly Failure[] {
  const differences = differencesOf(subject, was, is);
  if (differences.length === 0)
    return [{ kind: "invented", rule: equality, what: `${typesOf(group)} without a difference` }];
  const state = stateChange(subject, was, is, closed);
  const ofState = differences.filter(({ path }) => path[0] === state?.field);
  const rest = differences.filter((one) => !ofState.includes(one));
  const expected = [
    ...(rest.length > 0 || state === undefined ? [{ type: `${subject}.updated`, differences: rest }] : []),
    ...(state === undefined ? [] : [{ type: state.type, differences: ofState }]),
  ];
  if (typesOf(group) !== typesOf(expected))
    return [{ kind: "wrong type", rule: allOfThem, what: `${typesOf(group)} came, ${typesOf(expected)} was expected` }];
  return group.flatMap((event, at): readonly Failure[] => {
    if (event.part !== at + 1)
      return [{ kind: "order", rule: allOfThem, what: `part ${event.part} is number ${at + 1}` }];
    const wrong = judgeData(event, is);
    if (wrong.length > 0) return wrong;
    const about = expected[at]?.differences ?? [];
    return [...judgeChanges({ event, was, is, differences: about }), ...judgeTime(event, was, is, inParts)];
  });
}

const most = 256 * 1_024;
/** The bytes of an event in addition to its data and its changes. */
const around = 4 * 1_024;

/** `data` is the source's text, or omitted if the event would be too large (docs/events.md#large-records). */
function judgeData(event: PublishedEvent, state: ObjectNode, order?: Order): readonly Failure[] {
  const { type, text, data, has } = event;
  const rule = "docs/events.md#large-records";
  if (Buffer.byteLength(text) > most)
    return [{ kind: "data", rule, what: `${type} has ${Buffer.byteLength(text)} bytes` }];
  if (data === undefined) {
    const bytes = Buffer.byteLength(textOf(state));
    if (has("truncated") && bytes > most - around) return [];
    return [{ kind: "data", rule, what: `${type} comes without data, which has ${bytes} bytes` }];
  }
  return judgeText(event, state, equality, order);
}

/**
 * The source says when it happened, if its change time moved. A part without data doesn't show whether its read by id
 * already had the new time.
 */
function judgeTime(
  { type, node, data }: PublishedEvent,
  was: ObjectNode,
  is: ObjectNode,
  inParts: boolean,
): readonly Failure[] {
  const timeOf = (state: ObjectNode) => momentOf(textIn(state, "modified") ?? textIn(state, "created") ?? "");
  const [before, after] = [timeOf(was), timeOf(is)];
  const moved = after !== undefined && before !== after;
  const from = textIn(node, "timestampFrom");
  const reported = momentOf(textIn(node, "timestamp") ?? "");
  if (inParts && data === undefined && from === "detected") return [];
  if (moved ? from === "source" && reported === after : from === "detected") return [];
  return [
    {
      kind: "time",
      rule: "docs/events.md",
      what: `${type} happened at ${reported ?? "?"} (${from ?? "?"}), the source says ${after ?? "nothing"}`,
    },
  ];
}

/** A record that ended or continues, if both states say so. */
function stateChange(
  subject: Subject,
  was: ObjectNode,
  is: ObjectNode,
  closed: ReadonlySet<string>,
): { readonly type: string; readonly field: string } | undefined {
  const verbs = {
    company: ["deactivated", "reactivated"],
    project: ["closed", "reopened"],
    activity: ["closed", "reopened"],
  };
  if (subject !== "company" && subject !== "project" && subject !== "activity") return undefined;
  const field = subject === "activity" ? "status" : "isActive";
  const ended = (state: ObjectNode) => {
    const value = memberOf(state, field);
    return subject === "activity" ? isClosed(value, closed) : isInactive(value);
  };
  const [before, after] = [ended(was), ended(is)];
  if (before === undefined || after === undefined || before === after) return undefined;
  return { type: `${subject}.${verbs[subject][after ? 0 : 1] ?? ""}`, field };
}

function isInactive(value: Node | undefined): boolean | undefined {
  const says = value?.kind === "string" ? value.value : value?.kind;
  return says === "true" ? false : says === "false" ? true : undefined;
}

function isClosed(value: Node | undefined, closed: ReadonlySet<string>): boolean | undefined {
  const id = value?.kind === "object" ? textIn(value, "id") : value?.kind === "string" ? value.value : undefined;
  return id === undefined || id === "" ? undefined : closed.has(id);
}
