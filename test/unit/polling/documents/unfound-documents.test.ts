import { expect, test } from "vitest";
import { UnfoundDocuments } from "../../../../shared/polling/documents/unfound-documents.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const [minute, day] = [60_000, 86_400_000];
const row = (id: string, name = "one") => ({ id, body: { id, name } });

function memory() {
  const clock = new FakeClock(Date.parse("2026-01-05T08:00:00Z"));
  const table = new MemoryTable("feeds");
  return { clock, table, unfound: new UnfoundDocuments(table, clock) };
}

test("a document that wasn't found is kept apart from other instances and documents", async () => {
  const { unfound } = memory();
  await unfound.note("acme", row("d1"));
  expect(await unfound.isKnown("acme", row("d1"))).toBe(true);
  expect(await unfound.isKnown("other", row("d1"))).toBe(false);
  expect(await unfound.isKnown("acme", { ...row("d1"), id: "d2" })).toBe(false);
});

test("it is read again after a minute, and after twice as long each time, up to a day", async () => {
  const { clock, unfound } = memory();
  for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]) {
    await unfound.note("acme", row("d1"));
    clock.advance(minutes * minute - 1);
    expect(await unfound.isKnown("acme", row("d1")), `after ${minutes} min`).toBe(true);
    clock.advance(1);
    expect(await unfound.isKnown("acme", row("d1")), `after ${minutes} min`).toBe(false);
  }
});

test("another row of the same document is read at once, and starts with the first wait", async () => {
  const { clock, unfound } = memory();
  for (let time = 0; time < 5; time += 1) await unfound.note("acme", row("d1"));
  expect(await unfound.isKnown("acme", row("d1", "another"))).toBe(false);
  await unfound.note("acme", row("d1", "another"));
  clock.advance(minute);
  expect(await unfound.isKnown("acme", row("d1", "another"))).toBe(false);
});

test("it is forgotten a week after its last read", async () => {
  const { clock, table, unfound } = memory();
  await unfound.note("acme", row("d1"));
  const [item] = table.items;
  expect(item?.["expiresAt"]).toBe(Math.floor((clock.now() + 7 * day) / 1_000));
});
