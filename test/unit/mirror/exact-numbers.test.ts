import { describe, expect, it } from "vitest";
import { parseExact } from "../../../shared/kernel/exact-json.ts";
import { jsonObject } from "../../../shared/kernel/json.ts";
import { JournalSink } from "../../../shared/mirror/journal/journal-sink.ts";
import { fingerprintOf } from "../../../shared/polling/journal/fingerprint-counts.ts";
import { testContext } from "../../support/test-context.ts";
import { sentAndPublished } from "./sent-and-published.ts";

const company = (fields: string) => `{"id":"c1","created":"2026-01-05T07:30:00Z",${fields}}`;

describe("numbers that a double can't hold", () => {
  it.each(["9007199254740993", "12345678901234567890.123456789", "1e400", "-1E-400", `1${"0".repeat(60)}1`])(
    "%s arrives as it was sent",
    async (number) => {
      const { send, texts } = sentAndPublished();
      const { events } = await send("company", company(`"custom":{"list":[${number},1]}`));
      expect(events.map(({ type }) => type)).toEqual(["company.created"]);
      const [stored, read, sent, , cloud] = await texts(events[0]!);
      for (const text of [stored, read, sent, cloud]) expect(text).toContain(`"custom":{"list":[${number},1]}`);
    },
  );

  it("a change of the last digit is published with both values", async () => {
    const { send, texts } = sentAndPublished();
    await send("company", company(`"limit":9007199254740992`));
    const { events } = await send("company", company(`"limit":9007199254740993`));
    expect(events).toHaveLength(1);
    for (const text of await texts(events[0]!)) {
      expect(text).toContain('"changes":[{"field":"limit","from":9007199254740992,"to":9007199254740993}]');
    }
    expect((await send("company", company(`"limit":9007199254740993.0`))).events).toEqual([]);
  });

  it("loose fields are equal as text and as number, to the last digit", async () => {
    const { send } = sentAndPublished();
    const project = (year: string) => company(`"projectYear":${year}`).replace("c1", "p1");
    await send("project", project("9007199254740993"));
    expect((await send("project", project('"9007199254740993"'))).events).toEqual([]);
    const size = (text: string) => company(`"isPrivate":${text}`);
    await send("company", size('"123456789012345.12345"'));
    expect((await send("company", size('"123456789012345.12346"'))).events).toHaveLength(1);
  });

  it("a journal entry keeps its size, and is distinguished by it", async () => {
    const { mirror, clock, events } = sentAndPublished();
    const sink = new JournalSink({ ...testContext({ clock }), mirror });
    const entries = ["9007199254740992", "9007199254740993"].map((size) => {
      const body = jsonObject.parse(parseExact(`{"documentId":"d1","size":${size}}`));
      return { fingerprint: fingerprintOf(body), occurrence: 0, body, baseline: false };
    });
    await sink.record("acme", { type: "Company", id: "c1" }, entries, 1);
    expect(events.map(({ data }) => JSON.stringify(data))).toEqual([
      '{"documentId":"d1","size":9007199254740992}',
      '{"documentId":"d1","size":9007199254740993}',
    ]);
  });
});
