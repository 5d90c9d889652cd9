import { type Direction, schemaBreaks } from "./compare-schemas.ts";
import type { Api, Operation, Parameter, Schema, Surface } from "./surface.ts";

/** The most operations or events that a sentence lists. */
const listedPlaces = 5;

/** Says in words which programs of users break if one version replaces another, one sentence per change. */
export function breakingChanges(before: Surface, now: Surface): readonly string[] {
  return [...operationBreaks(before.api, now.api), ...eventBreaks(before.api, now.api), ...exportBreaks(before, now)];
}

/** Collects the places of each change, so that a change in a schema that many operations share is one sentence. */
class Findings {
  readonly #places = new Map<string, string[]>();

  add(kind: string, place: string, changes: readonly string[]): void {
    for (const change of changes) {
      const key = `${kind}\n${change}`;
      this.#places.set(key, [...(this.#places.get(key) ?? []), place]);
    }
  }

  sentences(): readonly string[] {
    return [...this.#places].map(([key, all]) => {
      const [kind = "", change = ""] = key.split("\n");
      const places = [...new Set(all)];
      const left = places.length - listedPlaces;
      const list = places.slice(0, listedPlaces).map((place) => `\`${place}\``);
      return `${kind} ${list.join(", ")}${left > 0 ? ` and ${left} more` : ""}: ${change}.`;
    });
  }
}

function operationBreaks(before: Api, now: Api): readonly string[] {
  const current = operationsOf(now);
  const findings = new Findings();
  const removed: string[] = [];
  const compared = (old: Schema, successor: Schema, direction: Direction, at = "") =>
    schemaBreaks(old, successor, direction, { before: before.components.schemas, now: now.components.schemas }, at);

  for (const [name, old] of operationsOf(before)) {
    const successor = current.get(name);
    if (successor === undefined) {
      removed.push(`\`${name}\` is removed.`);
      continue;
    }
    findings.add("Requests of", name, accessBreaks(old, successor));
    findings.add("Requests of", name, parameterBreaks(parametersOf(old, before), parametersOf(successor, now)));
    findings.add("Requests of", name, bodyBreaks(old.requestBody, successor.requestBody));
    findings.add("Responses of", name, responseBreaks(old, successor));
  }
  return [...removed, ...findings.sentences()];

  function parameterBreaks(olds: Parameters, currents: Parameters): readonly string[] {
    const added = [...currents.values()].filter(({ name, in: place, required }) => {
      return required === true && olds.get(`${place} ${name}`)?.required !== true;
    });
    return [
      ...added.map(({ name }) => `the parameter \`${name}\` is now required`),
      ...[...olds].flatMap(([key, { name, schema }]) => {
        const successor = currents.get(key);
        if (successor === undefined) return [`the parameter \`${name}\` is removed`];
        return compared(schema, successor.schema, "request", name);
      }),
    ];
  }

  function bodyBreaks(old: Operation["requestBody"], successor: Operation["requestBody"]): readonly string[] {
    const isNewlyRequired = successor?.required === true && old?.required !== true;
    return [
      ...(isNewlyRequired ? ["a body is now required"] : []),
      ...(old === undefined ? [] : contentBreaks(old.content, successor?.content, "request")),
    ];
  }

  function responseBreaks(old: Operation, successor: Operation): readonly string[] {
    return Object.entries(old.responses).flatMap(([status, { content, headers = {} }]) => {
      const response = successor.responses[status];
      // A client doesn't need an error to occur.
      if (response === undefined) return /^[45]/.test(status) ? [] : [`the response ${status} is removed`];
      const lost = Object.keys(headers).filter((name) => response.headers?.[name] === undefined);
      return [
        ...lost.map((name) => `the header \`${name}\` of the response ${status} is removed`),
        ...(content === undefined ? [] : contentBreaks(content, response.content, "response")),
      ];
    });
  }

  function contentBreaks(old: Content, successor: Content | undefined, direction: Direction): readonly string[] {
    return Object.entries(old).flatMap(([type, { schema }]) => {
      const body = successor?.[type];
      return body === undefined ? [`a body of \`${type}\` is removed`] : compared(schema, body.schema, direction);
    });
  }
}

type Content = NonNullable<Operation["requestBody"]>["content"];
type Parameters = ReadonlyMap<string, Parameter>;

function operationsOf({ paths }: Api): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
}

function parametersOf({ parameters = [] }: Operation, { components }: Api): Parameters {
  const all = parameters.flatMap((one) => {
    return "$ref" in one ? (components.parameters[one.$ref.replace("#/components/parameters/", "")] ?? []) : one;
  });
  return new Map(all.map((one) => [`${one.in} ${one.name}`, one]));
}

function accessBreaks(
  { "x-feedhook-access": old }: Operation,
  { "x-feedhook-access": now }: Operation,
): readonly string[] {
  return [
    ...(now?.who === "operator" && old?.who !== "operator" ? ["an operator's key is now required"] : []),
    ...(now !== undefined && now.scope !== old?.scope ? [`the scope \`${now.scope}\` is now required`] : []),
  ];
}

function eventBreaks(before: Api, now: Api): readonly string[] {
  const [olds, currents] = [eventSchemas(before), eventSchemas(now)];
  const components = { before: before.components.schemas, now: now.components.schemas };
  const findings = new Findings();
  for (const [type, old] of olds) {
    const current = currents.get(type);
    const changes =
      current === undefined ? ["the type is removed"] : schemaBreaks(old, current, "response", components);
    findings.add("Events of type", type, changes);
  }
  return findings.sentences();
}

function eventSchemas({ components }: Api): ReadonlyMap<string, Schema> {
  const { WebhookEvent: { discriminator } = {} } = components.schemas;
  return new Map(Object.entries(discriminator?.mapping ?? {}).map(([type, $ref]) => [type, { $ref }]));
}

function exportBreaks(before: Surface, now: Surface): readonly string[] {
  return Object.entries(before.exports).flatMap(([module, olds]) => {
    const currents = now.exports[module];
    if (currents === undefined) return [`The module \`${module}\` is removed.`];
    const [oldNames, names] = [new Set(olds.map(nameOf)), new Set(currents.map(nameOf))];
    const ownerOf = (name: string) => name.split(".")[0] ?? name;
    const removed = [...oldNames].filter((name) => {
      // A removed export takes its members with it.
      return !names.has(name) && (name === ownerOf(name) || names.has(ownerOf(name)));
    });
    // Users create these objects. They only read the others, where a new member does no harm.
    const isInput = (name: string) => /(?:Options|Props)$/.test(ownerOf(name)) && oldNames.has(ownerOf(name));
    const required = currents.filter((name) => isInput(name) && !name.endsWith("?") && !olds.includes(name));
    return [
      ...removed.map((name) => `\`${module}\` no longer exports \`${name}\`.`),
      ...required.map((name) => `\`${module}\` now requires \`${name}\`.`),
    ];
  });
}

const nameOf = (given: string) => given.replace(/\?$/, "");
