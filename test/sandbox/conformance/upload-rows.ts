import { expect } from "vitest";
import { upload } from "../sandbox-client.ts";
import { inFolder, send } from "./document-rows.ts";
import { type ContractRow, expectProblem } from "./world.ts";

export const uploadRows: readonly ContractRow[] = [
  {
    row: "POST /document",
    cells: {
      "201 document, Location": async (world) => {
        const owner = await world.owner();
        const { entityType, entityId } = owner;
        const answer = await send(
          world,
          "POST",
          "/document",
          upload({ entityType, entityId, description: "d" }, "hello"),
        );
        expect(answer.status).toBe(201);
        expect(answer.headers.get("location")).toMatch(new RegExp(`/document/${answer.body.id}$`));
        expect(answer.body).toMatchObject({
          name: "note.txt",
          size: 5,
          mimeType: "text/plain",
          entityType,
          entityId,
          placements: [],
        });
        expect((await world.get(`/document/${answer.body.id}`)).body).toEqual(answer.body);
      },
      "201 onConflict=replace (default) keeps id and placements": async (world) => {
        const { owner, folder, document } = await inFolder(world);
        const { entityType, entityId } = owner;
        const form = upload(
          { entityType, entityId, folderId: folder.id, created: "2001-01-01T00:00:00Z" },
          "longer content",
        );
        const { body } = await send(world, "POST", "/document", form);
        expect(body).toMatchObject({
          id: document.id,
          size: 14,
          created: document.created,
          placements: document.placements,
        });
      },
      "201 onConflict=skip returns the existing document": async (world) => {
        const { owner, folder, document } = await inFolder(world);
        expect(await world.document(owner, { folderId: folder.id, onConflict: "skip" })).toEqual(document);
      },
      "201 onConflict=keepAll makes a second one under another name": async (world) => {
        const { owner, folder, document } = await inFolder(world);
        const second = await world.document(owner, { folderId: folder.id, onConflict: "keepAll" });
        expect(second).toMatchObject({ name: "note (2).txt" });
        expect(second.id).not.toBe(document.id);
      },
      "201 without folderId all three make a new document": async (world) => {
        const owner = await world.owner();
        const first = await world.document(owner);
        expect((await world.document(owner, { onConflict: "skip" })).id).not.toBe(first.id);
      },
      "201 created and createdBy backdate": async (world) => {
        const { id } = await world.record("person");
        const owner = await world.owner();
        const overrides = { created: "2019-01-01T00:00:00.000000Z", createdBy: id };
        expect(await world.document(owner, overrides)).toMatchObject(overrides);
      },
      "400 missing or empty file": async (world) => {
        const { entityType, entityId } = await world.owner();
        expectProblem(await send(world, "POST", "/document", upload({ entityType, entityId }, undefined)), 400, "file");
        expectProblem(await send(world, "POST", "/document", upload({ entityType, entityId }, "")), 400, "file");
      },
      "400 unrecognised entityType or onConflict, bad id": async (world) => {
        const { entityType, entityId } = await world.owner();
        const post = (fields: Record<string, string>) =>
          send(world, "POST", "/document", upload({ entityType, entityId, ...fields }, "x"));
        expectProblem(await post({ entityType: "Room" }), 400, "entityType");
        expectProblem(await post({ onConflict: "merge" }), 400, "onConflict");
        expectProblem(await post({ entityId: "not-an-id" }), 400, "entityId");
        expectProblem(await post({ created: "yesterday" }), 400, "created");
      },
      "422 owner does not exist": async (world) => {
        const form = upload({ entityType: "Company", entityId: world.missing("company") }, "x");
        expectProblem(await send(world, "POST", "/document", form), 422, "entityId");
      },
      "422 createdBy is not an existing person": async (world) => {
        const { entityType, entityId } = await world.owner();
        const form = upload({ entityType, entityId, createdBy: world.missing("person") }, "x");
        expectProblem(await send(world, "POST", "/document", form), 422, "createdBy");
      },
    },
  },
];
