import type { Failure } from "./failure.ts";
import { type ObjectNode, textIn } from "./json-text.ts";
import { judgeText } from "./judge-whole.ts";
import type { PublishedEvent } from "./published-event.ts";

export type FolderPassage = {
  readonly was: ObjectNode | undefined;
  readonly is: ObjectNode | undefined;
  readonly wasRemoved: boolean;
  readonly events: readonly PublishedEvent[];
};

const page = "docs/events.md#documents-and-folders";

/** The mistakes in a folder's events: its name and its parent count. */
export function judgeFolder({ was, is, wasRemoved, events }: FolderPassage): readonly Failure[] {
  const expected = typesBetween(was, is, wasRemoved);
  const reported = events.map(({ type }) => type);
  if (reported.toSorted().join() !== expected.toSorted().join())
    return [
      {
        kind: reported.length < expected.length ? "lost" : "invented",
        rule: page,
        what: `${reported.join(", ") || "nothing"} came, ${expected.join(", ") || "nothing"} was expected`,
      },
    ];
  const state = is ?? was;
  return state === undefined ? [] : events.flatMap((event) => judgeText(event, state, page));
}

function typesBetween(was: ObjectNode | undefined, is: ObjectNode | undefined, wasRemoved: boolean): string[] {
  if (is === undefined) return was === undefined ? [] : ["folder.removed"];
  if (was === undefined) return [wasRemoved ? "folder.restored" : "folder.created"];
  const differs = (name: string) => textIn(was, name) !== textIn(is, name);
  return [...(differs("name") ? ["folder.renamed"] : []), ...(differs("parentId") ? ["folder.moved"] : [])];
}
