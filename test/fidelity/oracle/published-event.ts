import { memberOf, type Node, type ObjectNode, readObject, textIn } from "./json-text.ts";

export type PublishedChange = {
  readonly path: readonly string[];
  readonly from: Node | undefined;
  readonly to: Node | undefined;
  /** The event says that it omits a long previous value (docs/events.md#large-records). */
  readonly fromOmitted: boolean;
};

/** An event as its text says. */
export type PublishedEvent = {
  readonly text: string;
  readonly node: ObjectNode;
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly recordId: string;
  readonly seq: number;
  readonly part: number;
  readonly data: ObjectNode | undefined;
  readonly changes: readonly PublishedChange[] | undefined;
  readonly owner: string | undefined;
  readonly has: (name: string) => boolean;
};

export function readEvent(text: string): PublishedEvent {
  const node = readObject(text);
  const subject = objectIn(node, "subject");
  const data = memberOf(node, "data");
  const owner = memberOf(node, "owner");
  const changes = memberOf(node, "changes");
  return {
    ...{ text, node },
    id: textIn(node, "id") ?? "",
    type: textIn(node, "type") ?? "",
    subject: textIn(subject, "type") ?? "",
    recordId: textIn(subject, "id") ?? "",
    seq: numberIn(subject, "seq"),
    part: numberIn(subject, "part"),
    data: data?.kind === "object" ? data : undefined,
    changes: changes?.kind === "array" ? changes.items.map(changeOf) : undefined,
    owner: owner?.kind === "object" ? `${textIn(owner, "type") ?? ""}#${textIn(owner, "id") ?? ""}` : undefined,
    has: (name) => memberOf(node, name) !== undefined,
  };
}

function changeOf(node: Node): PublishedChange {
  if (node.kind !== "object") throw new SyntaxError("a change is no object");
  const [field = "", pointer] = [textIn(node, "field"), textIn(node, "pointer")];
  const path =
    pointer === undefined
      ? field.split(".")
      : pointer
          .split("/")
          .slice(1)
          .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return {
    path,
    from: memberOf(node, "from"),
    to: memberOf(node, "to"),
    fromOmitted: memberOf(node, "fromOmitted")?.kind === "true",
  };
}

function objectIn(node: ObjectNode, name: string): ObjectNode {
  const value = memberOf(node, name);
  if (value?.kind !== "object") throw new SyntaxError(`no object ${name}`);
  return value;
}

function numberIn(node: ObjectNode, name: string): number {
  const value = memberOf(node, name);
  if (value?.kind !== "number") throw new SyntaxError(`no number ${name}`);
  return Number(value.text);
}
