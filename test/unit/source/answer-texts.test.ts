import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { changesBetween } from "../../../shared/mirror/changes-between.ts";
import { objectOf } from "../../../shared/source/answer-bodies.ts";
import { answer } from "../../support/scripted-source-http.ts";
import { mirrorWith } from "../mirror/mirror-fixture.ts";
import { answering } from "./opened-source.ts";

// What JSON leaves open (RFC 8259 §4, RFC 8259 §6), as docs/events.md#what-counts-as-a-change decides it.

function read(text: string): JsonObject {
  const answered = answer(200, text);
  const reading = answered.outcome === "answered" ? objectOf(answered) : undefined;
  const body = reading?.outcome === "ok" ? reading.value : undefined;
  if (body === undefined) throw new Error(`no object: ${text}`);
  return body;
}

/** An event's view of a record that came as this text. */
async function shown(text: string): Promise<string> {
  const { see, events } = mirrorWith();
  await see("company", [read(text)]);
  return JSON.stringify(events[0]?.data);
}

test("the last of two members with one name counts", async () => {
  expect(await shown('{"id":"c1","name":"A","name":"B"}')).toBe('{"id":"c1","name":"B"}');
  expect(changesBetween("company", read('{"id":"c1","a":1,"a":2}'), read('{"id":"c1","a":2}'))).toEqual([]);
  expect(changesBetween("company", read('{"id":"c1","a":2,"a":1}'), read('{"id":"c1","a":1,"a":2}'))).toHaveLength(1);
});

test.each(["-0", "-0.0", "-0e5"])("%s is 0, in comparisons and in views", async (zero) => {
  expect(await shown(`{"id":"c1","limit":${zero}}`)).toBe('{"id":"c1","limit":0}');
  expect(changesBetween("company", read(`{"limit":${zero}}`), read('{"limit":0}'))).toEqual([]);
  expect(changesBetween("company", read(`{"limit":${zero}}`), read('{"limit":1}'))).toHaveLength(1);
});

test("members with numeric names are shown first, by value, and no order is a change", async () => {
  expect(await shown('{"id":"c1","b":1,"10":1,"9":1}')).toBe('{"9":1,"10":1,"id":"c1","b":1}');
  const name = fc.oneof(
    fc.nat(20).map(String),
    fc.string({ maxLength: 2 }).filter((text) => text !== "id"),
  );
  const members = fc.uniqueArray(fc.tuple(name, fc.nat(3)), { selector: ([key]) => key, maxLength: 8 });
  const textOf = (entries: readonly (readonly [string, number])[]) =>
    `{"id":"c1"${entries.map(([key, value]) => `,${JSON.stringify(key)}:${String(value)}`).join("")}}`;
  const orders = members.chain((entries) =>
    fc.tuple(
      fc.constant(entries),
      fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(orders, async ([one, other]) => {
      const { see, events, mirror } = mirrorWith();
      await see("company", [read(textOf(one))]);
      mirror.put = () => Promise.reject(new Error("must not write"));
      await see("company", [read(textOf(other))]);
      expect(events).toHaveLength(1);
    }),
    { numRuns: 100 },
  );
});

test("a response that isn't UTF-8 is read with U+FFFD for the invalid bytes, and that is logged", async () => {
  const damaged = { ...answer(200, { id: "p1", firstName: "J\uFFFDrgen" }), invalidUtf8: true } as const;
  const { open, logger } = answering((_, call) => (call === 1 ? damaged : answer(200, {})));
  expect(await open().one({ path: "/person/p1" })).toMatchObject({ value: { firstName: "J\uFFFDrgen" } });
  await open().one({ path: "/person/p2" });
  expect(logger.lines.filter(({ event }) => event === "source.invalid_utf8")).toMatchObject([
    { level: "warn", fields: { instance: "acme", path: "/person/p1" } },
  ]);
});
