import { describe, expect, it } from "vitest";
import type { RecordResource } from "../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { acme, OwnersFixture } from "../polling/support/owners-fixture.ts";
import { mirrorWith } from "./mirror-fixture.ts";

const record = { id: "x", name: "A", created: "2026-01-05T07:30:00Z" };

describe("no event by decision (docs/events.md):", () => {
  it.each<[what: string, resource: RecordResource, was: JsonObject, is: JsonObject]>([
    ["modified alone", "company", {}, { modified: "2026-01-05T07:40:00Z" }],
    ["modifiedBy alone", "company", { modifiedBy: { id: "p1" } }, { modifiedBy: { id: "p2" } }],
    ["createdBy alone", "person", { createdBy: { id: "p1" } }, { createdBy: { id: "p2" } }],
    ["the count of a company template", "company_template", { numCompanies: 1 }, { numCompanies: 2 }],
    ["the count of a project template", "project_template", { numProjects: 1 }, { numProjects: 2 }],
  ])("%s, and the next event has the new value", async (_, resource, was, is) => {
    const { see, events, source } = mirrorWith();
    const show = async (body: JsonObject) => {
      source.records.set(`/${resource.replace("_", "-")}/x`, body);
      await see(resource, [body]);
    };
    await show({ ...record, ...was });
    await show({ ...record, ...is });
    expect(events).toHaveLength(1);
    await show({ ...record, ...is, name: "B" });
    expect(events.slice(1)).toMatchObject([
      { type: `${resource}.updated`, data: is, changes: [{ field: "name", from: "A", to: "B" }] },
    ]);
  });

  it("a folder's fields other than its name and its parent, and again the next event has them", async () => {
    const fixture = new OwnersFixture();
    const folder = fixture.source.addFolder("f", acme);
    expect(await fixture.see()).toHaveLength(1);
    Object.assign(folder, { colour: "red" });
    fixture.source.record(acme, { operation: "FOLDER_UPDATE", changedField: "COLOUR" });
    fixture.clock.advance(10_000);
    expect(await fixture.see()).toEqual([]);
    folder.name = "g";
    fixture.source.record(acme, { operation: "FOLDER_UPDATE", changedField: "FOLDER_NAME" });
    fixture.clock.advance(10_000);
    expect(await fixture.see()).toMatchObject([{ type: "folder.renamed", data: { name: "g", colour: "red" } }]);
  });

  it("archiving a document to the top level, which the journal's entry publishes", async () => {
    const fixture = new OwnersFixture();
    const document = fixture.source.add("d", acme, { placements: [] });
    expect(await fixture.see()).toHaveLength(1);
    document.placements = [{ owner: acme, folderId: null }];
    fixture.source.record(acme, { operation: "DOCUMENT_INSERT", documentId: "d", folderPath: [] });
    fixture.clock.advance(10_000);
    expect(await fixture.see()).toEqual([]);
    expect(fixture.events.map(({ type }) => type)).toEqual(["document.created", "document_change.recorded"]);
  });
});
