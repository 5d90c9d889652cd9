import type { RecordResource } from "../../kernel/catalogue.ts";
import type { FieldChange } from "../../kernel/envelope.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import type { Fact } from "../mirror-item.ts";
import type { Closedness } from "./record-observation.ts";

type Statuses = ReadonlyMap<string, Closedness>;

export type Alteration = {
  readonly resource: RecordResource;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly changes: readonly FieldChange[];
  readonly statuses: Statuses;
};

/**
 * What a change tells, in the order of its parts: the update, then the change of state. A state's own field belongs to
 * the state change, which comes alone when nothing else changed; every change gives at least one fact (hazard 29).
 */
export function factsOf(alteration: Alteration): Fact[] {
  const { resource, changes } = alteration;
  const state = stateChangeOf(alteration);
  const ofState = changes.filter(({ field }) => field === state?.field);
  const rest = changes.filter(({ field }) => field !== state?.field);
  const updated = fact(`${resource}.updated`, rest);
  if (state === undefined) return [updated];
  const told = fact(`${resource}.${state.verb}`, ofState);
  return rest.length === 0 ? [told] : [updated, told];
}

/** The statuses of an activity before and after, where they differ and not both are known yet. */
export function statusesToLearn({ resource, before, after, statuses }: Omit<Alteration, "changes">): string[] {
  if (resource !== "activity") return [];
  const ids = [statusOf(before), statusOf(after)];
  if (ids[0] === ids[1]) return [];
  return ids.filter((id) => id !== undefined).filter((id) => !statuses.has(id));
}

function fact(type: string, changes: FieldChange[]): Fact {
  return changes.length === 0 ? { type, key: "" } : { type, key: "", changes };
}

const verbs = { company: ["deactivated", "reactivated"], project: ["closed", "reopened"] } as const;

function stateChangeOf(alteration: Alteration): { readonly verb: string; readonly field: string } | undefined {
  const { resource, before, after, statuses } = alteration;
  if (resource !== "activity" && resource !== "company" && resource !== "project") return undefined;
  if (resource === "activity") {
    const verb = verbBetween(closed(statuses, before), closed(statuses, after), ["closed", "reopened"]);
    return verb === undefined ? undefined : { verb, field: "status" };
  }
  const verb = verbBetween(inactive(before), inactive(after), verbs[resource]);
  return verb === undefined ? undefined : { verb, field: "isActive" };
}

/** Nothing is said where one side isn't known: absent isn't false. */
function verbBetween(
  before: boolean | undefined,
  after: boolean | undefined,
  [ended, resumed]: readonly [string, string],
): string | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  return after ? ended : resumed;
}

function inactive({ isActive }: JsonObject): boolean | undefined {
  if (isActive === true || isActive === "true") return false;
  return isActive === false || isActive === "false" ? true : undefined;
}

function closed(statuses: Statuses, body: JsonObject): boolean | undefined {
  const closedness = statuses.get(statusOf(body) ?? "");
  return closedness === undefined || closedness === "unknown" ? undefined : closedness === "closed";
}

function statusOf({ status }: JsonObject): string | undefined {
  const id = isJsonObject(status) ? status["id"] : status;
  return typeof id === "string" && id !== "" ? id : undefined;
}
