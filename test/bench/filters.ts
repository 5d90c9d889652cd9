import { filterWarnings } from "../../shared/api/filters/filter-warnings.ts";
import { eventTypes } from "../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../shared/kernel/json.ts";
import { parseEventPattern } from "../../shared/subscriptions/patterns/event-pattern.ts";
import { EventPlace } from "../../shared/subscriptions/patterns/event-place.ts";
import { judge, maxSteps } from "../../shared/subscriptions/patterns/match-pattern.ts";
import { mismatchesOf } from "../../shared/subscriptions/patterns/mismatches.ts";
import { Steps } from "../../shared/subscriptions/patterns/steps.ts";
import { median } from "./median.ts";

/**
 * `npm run bench:filters` tests the most expensive filters that may be created on the largest events. Prints the CPU
 * time of one match, its explanation and the filter's warnings. A match may take 5 ms.
 */
const rounds = 9;

/** As many alternatives, fields or conditions as a new filter may have. */
function largest<T>(make: (at: number) => T, filter: (all: readonly T[]) => JsonObject): JsonObject {
  let [fits, tooMany] = [2, 2_000];
  const of = (count: number) => filter(Array.from({ length: count }, (_, at) => make(at)));
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    const parsed = parseEventPattern(of(count));
    if (parsed.outcome === "invalid" || parsed.excess !== undefined) tooMany = count;
    else fits = count;
  }
  return of(fits);
}

const or = (make: (at: number) => JsonObject) => largest(make, (all) => ({ a: { $or: [...all] } }));
const conditions = (make: (at: number) => JsonObject | number) => largest(make, (all) => ({ a: { b: [...all] } }));
const filters: Record<string, JsonObject> = {
  "absent alternatives": or(() => ({ b: [{ exists: false }] })),
  "absent fields": or((at) => ({ [`f${at}`]: [{ exists: false }] })),
  "other fields": or((at) => ({ [`f${at}`]: [at] })),
  "the same field": or((at) => ({ b: [at + 9e6] })),
  "the same field and another": or((at) => ({ b: [{ exists: true }], c: [at + 9e6] })),
  "nested alternatives": or((at) => ({ $or: [{ b: [at + 9e6] }, { c: { d: [at] } }] })),
  "exact values": conditions((at) => at + 9e6),
  prefixes: conditions((at) => ({ prefix: `~${at}` })),
  suffixes: conditions((at) => ({ suffix: `~${at}` })),
  "ignoring case": conditions((at) => ({ "equals-ignore-case": `~${at}` })),
  numbers: conditions((at) => ({ numeric: [">", 9e6 + at] })),
  "address ranges": conditions((at) => ({ cidr: `10.${at}.0.0/16` })),
  wildcards: conditions((at) => ({ wildcard: `*~${at}*` })),
  "a wildcard of many stars": largest(
    (at) => String.fromCharCode(97 + (at % 2)),
    (all) => ({ a: { b: [{ wildcard: `*${all.join("*")}*~` }] } }),
  ),
  "a long wildcard": { a: { b: [{ wildcard: `*${"a".repeat(2_000)}b${"a".repeat(2_000)}*` }] } },
  "anything but": conditions((at) => ({ "anything-but": { prefix: [String(at), "1", "a", "/", "x"] } })),
  depth: Array.from({ length: 13 }).reduce<JsonObject>(
    (inner) => ({ x: inner }),
    or(() => ({ b: [{ exists: false }] })),
  ),
};

const bytes = 256 * 1_024 - 100;
function filled(make: (at: number) => string): string {
  const parts: string[] = [];
  for (let length = 0, at = 0; length < bytes; at += 1) {
    const part = make(at);
    parts.push(part);
    length += part.length + 1;
  }
  return parts.join(",");
}
const events: Record<string, string> = {
  "empty objects": `{"a":[${filled(() => "{}")},{"b":1}]}`,
  "objects of a field": `{"a":[${filled((at) => `{"b":${at}}`)}]}`,
  "objects of a text": `{"a":[${filled((at) => `{"b":"x${at}"}`)}]}`,
  "objects of two fields": `{"a":[${filled((at) => `{"b":${at},"c":${at % 7}}`)}]}`,
  "a list of ones": `{"a":{"b":[${filled(() => "1")}]}}`,
  "a list of numbers": `{"a":{"b":[${filled(String)}]}}`,
  "a list of texts": `{"a":{"b":[${filled((at) => JSON.stringify(at.toString(36)))}]}}`,
  "a list of addresses": `{"a":{"b":[${filled((at) => `"1.1.${at % 256}.1"`)}]}}`,
  "texts of 1 kB": `{"a":{"b":[${filled((at) => JSON.stringify(`${"aB".repeat(500)}${at}`))}]}}`,
  "a text": `{"a":{"b":"${"a".repeat(bytes)}"}}`,
  "a text of capitals": `{"a":{"b":"${"Ä".repeat(bytes / 2)}"}}`,
  fields: `{"a":{${filled((at) => `"f${at}":1`)}}}`,
  "two objects of fields": `{"a":[{},{${filled((at) => `"f${at}":1`)}}]}`,
  depth: `${'{"x":'.repeat(13)}{"a":[${filled(() => "{}")}]}${"}".repeat(13)}`,
  "lists in lists": `{"a":${"[".repeat(400)}${filled(() => "{}")}${"]".repeat(400)}}`,
  changes: `{"a":[${Array.from({ length: 1_000 }, (_, at) => `{"b":"f${at}","c":"x"}`).join()}]}`,
};

const cpu = (work: () => unknown) => {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

type Row = { readonly name: string; readonly ms: number; readonly steps: number; readonly why: number };
const rows: Row[] = [];
for (const [filterName, filter] of Object.entries(filters)) {
  const parsed = parseEventPattern(filter);
  if (parsed.outcome === "invalid") throw new Error(`${filterName} isn't a filter`);
  for (const [eventName, text] of Object.entries(events)) {
    const event = JSON.parse(text) as JsonObject;
    const steps = new Steps(maxSteps);
    judge(parsed.pattern, EventPlace.of(event), steps);
    const times = Array.from({ length: rounds }, () => cpu(() => judge(parsed.pattern, EventPlace.of(event))));
    const place = EventPlace.of(event);
    const why = median(Array.from({ length: 3 }, () => cpu(() => mismatchesOf(parsed.pattern, place))));
    rows.push({ name: `${filterName} on ${eventName}`, ms: median(times), steps: steps.spent, why });
  }
}
rows.sort((one, other) => other.ms - one.ms);
for (const [name, text] of Object.entries(events)) {
  const times = Array.from({ length: rounds }, () => cpu(() => void JSON.parse(text)));
  console.log(`to parse ${name}: ${median(times).toFixed(2)} ms`);
}
for (const { name, ms, steps } of rows.slice(0, 15)) {
  console.log(`${name}: ${ms.toFixed(2)} ms, ${steps} steps${steps > maxSteps ? " (undecided)" : ""}`);
}
const longest = rows.toSorted((one, other) => other.why - one.why).slice(0, 5);
for (const { name, why } of longest) console.log(`explained: ${name}: ${why.toFixed(2)} ms`);
for (const [name, filter] of Object.entries(filters)) {
  const times = Array.from({ length: rounds }, () => cpu(() => filterWarnings({ filter, eventTypes })));
  console.log(`warnings: ${name}: ${median(times).toFixed(2)} ms`);
}
