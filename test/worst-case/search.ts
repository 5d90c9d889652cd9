import * as fc from "fast-check";
import type { Work } from "./counted-work.ts";
import type { Candidate, Operation } from "./operations.ts";
import type { World } from "./world.ts";

export type Found = {
  readonly candidate: Candidate;
  readonly work: Work & { readonly answered: number };
  readonly status: number;
};

/** The most expensive request found for each measure. */
export type Worst = { readonly [measure in keyof Found["work"]]: Found };

export type Effort = { readonly seed: number; readonly rounds: number };

const measures = ["calls", "items", "stored", "steps", "answered"] as const;

/**
 * Looks for an operation's most expensive requests: it starts with the documented example, changes one to three slots
 * at a time to generated values, and continues from what cost more by the current measure.
 */
export async function search(world: World, operation: Operation, { seed, rounds }: Effort): Promise<Worst> {
  const names = Object.keys(operation.slots);
  const values = Object.fromEntries(
    Object.entries(operation.slots).map(([name, arbitrary]) => [name, fc.sample(arbitrary, { seed, numRuns: rounds })]),
  );
  const [anyNumber] = fc.sample(fc.infiniteStream(fc.nat(1_000_000)), { seed, numRuns: 1 });
  const pick = (below: number) => Number(anyNumber?.next().value ?? 0) % below;
  const fixed = (name: string) =>
    name.startsWith("path:") || name === "query:instance" || name.endsWith("Idempotency-Key");
  const begin = Object.fromEntries(
    names.filter(fixed).map((name) => [name, values[name]?.find((one) => one !== null && one !== undefined)]),
  );
  let best = await firstOf(world, operation, { ...begin, ...operation.example });
  const worst: Record<string, Found> = Object.fromEntries(measures.map((measure) => [measure, best]));
  const incumbents: Record<string, Found> = { ...worst };
  for (let round = 0; round < rounds && names.length > 0; round += 1) {
    const measure = measures[round % measures.length] ?? "calls";
    const next: Record<string, unknown> = { ...incumbents[measure]?.candidate };
    for (let changes = 1 + pick(3); changes > 0; changes -= 1) {
      const name = names[pick(names.length)] ?? "";
      next[name] = values[name]?.[pick(rounds)];
    }
    best = await tried(world, operation, next);
    for (const each of measures) {
      if (best.work[each] > (worst[each]?.work[each] ?? 0)) worst[each] = best;
      // A request that costs more is near those that are accepted.
      const known = incumbents[each];
      const isBetter = known === undefined || known.status >= 400 || best.work[each] >= known.work[each];
      if (best.status < 400 && isBetter) incumbents[each] = best;
    }
  }
  return worst as Worst;
}

/** The documented example, without the field for which this world refuses it. */
async function firstOf(world: World, operation: Operation, example: Candidate): Promise<Found> {
  const whole = await tried(world, operation, example);
  if (whole.status < 400) return whole;
  for (const name of Object.keys(example)) {
    const one = await tried(world, operation, { ...example, [name]: undefined });
    if (one.status < 400) return one;
  }
  return whole;
}

async function tried(world: World, operation: Operation, candidate: Candidate): Promise<Found> {
  let [status, answered] = [0, 0];
  const work = await world.work.of(async () => {
    const answer = await send(world, operation, candidate);
    [status, answered] = [answer.status, answer.bytes];
  });
  return { candidate, work: { ...work, answered }, status };
}

/** Sends a candidate with an authorized key, and waits for the whole response. */
export async function send(
  { api, partnerKey, operatorKey, portalToken }: World,
  operation: Operation,
  candidate: Candidate,
) {
  // Requests are spread over time, or the limit would respond for the routes.
  api.clock.advance(250);
  const of = (place: string) =>
    Object.entries(candidate).flatMap(([name, value]): [string, unknown][] =>
      name.startsWith(`${place}:`) && value !== undefined && value !== null
        ? [[name.slice(place.length + 1), value]]
        : [],
    );
  const path = of("path").reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const query = of("query")
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  const headers = Object.fromEntries(
    of("header").map(([name, value]) => [name, String(value).replaceAll(/[^ -~]/g, "x")]),
  );
  const takesBody = Object.keys(operation.slots).includes("body:");
  const [[, whole] = []] = of("body");
  const json = Object.fromEntries(
    Object.entries(candidate).flatMap(([name, value]) =>
      name.startsWith("json:") && value !== undefined ? [[name.slice(5), value]] : [],
    ),
  );
  const ofPartner = operation.id === "openPortalSession" ? portalToken : partnerKey;
  const key = operation.who === "operator" ? operatorKey : ofPartner;
  const response = await api.app.request(`${path}${query === "" ? "" : `?${query}`}`, {
    method: operation.method,
    headers: { ...headers, authorization: `Bearer ${key}`, ...(takesBody && { "content-type": "application/json" }) },
    ...(takesBody && { body: typeof whole === "string" ? whole : JSON.stringify(json) }),
  });
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
}
