type Node = Readonly<Record<string, unknown>>;

/**
 * Marks every enumeration in a response or event as open, because a newer bridge may send values that aren't listed.
 * Enumerations in requests stay closed, including those in schemas that requests share with responses.
 */
export function markOpenEnumerations(
  document: { readonly components: { readonly schemas: Node } },
  requestBodies: unknown,
): unknown {
  const inRequests = new Set<string>();
  collect(requestBodies, document.components.schemas, inRequests);
  return marked(document, inRequests, false);
}

/** Collects the names of the schemas that `value` references. */
function collect(value: unknown, schemas: Node, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, schemas, names);
    return;
  }
  if (!isNode(value)) return;
  const { $ref } = value;
  const name = typeof $ref === "string" ? $ref.replace("#/components/schemas/", "") : undefined;
  if (name !== undefined && !names.has(name)) {
    names.add(name);
    collect(schemas[name], schemas, names);
  }
  for (const member of Object.values(value)) collect(member, schemas, names);
}

function marked(value: unknown, closed: ReadonlySet<string>, isAnswer: boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => marked(element, closed, isAnswer));
  if (!isNode(value)) return value;
  const members = Object.entries(value).map(([name, member]): readonly [string, unknown] => {
    if (name === "example" || name === "examples") return [name, member];
    const opens = name === "responses" || name === "webhooks" || name === "schemas";
    const closes = name === "requestBody" && !isAnswer;
    const inner = closes || (closed.has(name) && isNode(member)) ? false : isAnswer || opens;
    return [name, marked(member, closed, inner)];
  });
  const copy: Record<string, unknown> = Object.fromEntries(members);
  const { enum: values } = value;
  return isAnswer && Array.isArray(values) && values.length > 1 ? { ...copy, "x-open-enum": true } : copy;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
