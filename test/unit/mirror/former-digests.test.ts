import { expect, test } from "vitest";
import { recordResource } from "../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import { digestOf } from "../../../shared/mirror/canonical-record.ts";
import { hasChangeLog, mirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { readStoredState } from "../../stored-rows/stored-state.ts";
import { mirrorWith } from "./mirror-fixture.ts";

// Digests stored by the releases with the first rules, which treated every text that `Date.parse` could read as a
// moment.
const long = "x".repeat(2_000);
const kept = { id: "c1", name: "Acme", note: "2026-02-30T00:00:00Z", visitedAt: "2026-01-05T08:00:00+01:00" };
const body = { ...kept, more: [{ at: "2026-01-05T08:00:00+01:00", text: long }] };
const digest = "3f-SijplHYferKDxkwu3onAR2L2";
const forms = {
  whole: { body, digest },
  "without its long fields": { body: kept, digest, omitted: { more: "l4OE95m4nCrJahaF" } },
  "of which only its digest is kept": { body: { id: "c1" }, digest, omitted: "all" },
};

/** A mirror in which the last release left a company in this form. */
async function upgraded(full: JsonObject) {
  const world = mirrorWith();
  await world.see("company", [body]);
  await world.mirror.put([{ item: { ...(world.mirror.items[0] as Item), full } }]);
  world.events.length = 0;
  return world;
}

test.each(Object.entries(forms))("an unchanged record %s publishes no event, now or later", async (_, form) => {
  const { see, events, item } = await upgraded(form);
  const { seq } = item("c1");
  for (let poll = 0; poll < 3; poll += 1) await see("company", [body]);
  expect(events).toEqual([]);
  expect(item("c1").seq).toBe(seq);
});

test.each([
  ["whole", [{ field: "note", from: kept.note, to: "2026-03-02T00:00:00Z" }]],
  ["without its long fields", [{ field: "note", from: kept.note, to: "2026-03-02T00:00:00Z" }]],
] as const)("a record %s that changed across the upgrade publishes its event", async (form, changes) => {
  const { see, events } = await upgraded(forms[form]);
  await see("company", [{ ...body, note: "2026-03-02T00:00:00Z" }]);
  expect(events.map((event) => event.changes)).toEqual([changes]);
});

test("each record that the last release stored is unchanged when it is read again", async () => {
  const { see, events, mirror } = mirrorWith();
  const stored = readStoredState()
    .tables.mirror.filter(hasChangeLog)
    .map((item) => ({ item, parsed: mirrorItem.parse(item) }));
  const records = stored.filter(({ parsed }) => parsed.state !== "deleted" && parsed.instance === "acme");
  await mirror.put(records.map(({ item }) => ({ item })));
  events.length = 0;
  let seen = 0;
  for (const { parsed } of records) {
    const resource = recordResource.safeParse(parsed.resource).data;
    if (resource === undefined) continue;
    for (const form of ["lean", "full"] as const) {
      const standing = parsed[form];
      if (standing === undefined) continue;
      const unlisted = { body: standing.body, times: { created: parsed.created, modified: parsed.modified } };
      await see(resource, [{ ...unlisted.body, ...definedTimes(unlisted.times) }], { form, detectedBy: "walk" });
      seen += 1;
    }
  }
  expect(seen).toBeGreaterThan(20);
  expect(events).toEqual([]);
});

function definedTimes(times: { created: string | undefined; modified: string | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(times).flatMap(([name, time]) => (time === undefined ? [] : [[name, time]])),
  );
}

// Stored digests are compared with new ones: another framing would make every record look changed at once. These values
// were computed outside the code: SHA-256 over the text after its length, base64url, 27 characters.
test("digests of known bodies are the stored ones", () => {
  expect(digestOf("person", { id: "p1", firstName: "Kari" })).toBe("XNfLlIJdBWKoiJklNZuVvt_cxza");
  expect(digestOf("document", { id: "d1", name: "a.pdf", size: "10", description: "ø" })).toBe(
    "kL5Ar4WPu9dGkljamNihIjvXkXy",
  );
  expect(digestOf("folder", { id: "f1", name: "Contracts", path: "Old/Contracts", parentId: null })).toBe(
    "tLk1fV_5xPDg8jkrRuLXVEfliGW",
  );
});

test("a digest excludes change times, nulls and the order of fields", () => {
  const body = { modified: "2026-01-05T07:30:00Z", note: null, firstName: "Kari", id: "p1" };
  expect(digestOf("person", body)).toBe("XNfLlIJdBWKoiJklNZuVvt_cxza");
});
