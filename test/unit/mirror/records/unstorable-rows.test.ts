import { describe, expect, it } from "vitest";
import { sentAndPublished } from "../sent-and-published.ts";

const nested = (levels: number): string => `${'{"in":'.repeat(levels)}{}${"}".repeat(levels)}`;

describe("rows that no table holds unchanged", () => {
  it.each([
    ["a number beyond any table's", '"estimate":1e200'],
    ["one too near zero", '"estimate":1e-200'],
    ["one beyond any double", '"estimate":1e400'],
    ["nesting deeper than any table's", `"extra":${nested(40)}`],
    ["nesting as deep as we read", `"extra":${nested(490)}`],
    ["half a surrogate pair, in a value and in a name", '"note":"a\\ud83d","\\udc00":1'],
    ["a member without a name", '"custom":{"":[""]}'],
  ])("are published as they were sent, and so are their changes: %s", async (_, fields) => {
    const { send, texts } = sentAndPublished();
    const row = (name: string) => `{"id":"c1","created":"2026-01-05T07:30:00Z","name":"${name}",${fields}}`;
    const { events } = await send("company", row("A"));
    expect((await texts(events[0]!))[0]).toContain(row("A"));
    const changed = await send("company", row("B"));
    expect(changed.events).toMatchObject([{ changes: [{ field: "name", from: "A", to: "B" }] }]);
    expect((await texts(changed.events[0]!))[0]).toContain(row("B"));
    const gone = await send("company", '{"id":"c1","created":"2026-01-05T07:30:00Z","name":"B"}');
    expect(gone.events).toHaveLength(1);
    expect(gone.events[0]!.changes!.length).toBeGreaterThan(0);
  });
});
