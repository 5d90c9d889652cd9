import { expect } from "vitest";
import { type Answer, upload } from "../sandbox-client.ts";
import { cursorCells, offsetCells, timelineCells } from "./list-cells.ts";
import { badIdCells, type Cells, type ContractRow, expectProblem, type World } from "./world.ts";

/** An owner with three documents, as the path of one of its lists. */
const listPath =
  (path: string) =>
  async (world: World): Promise<string> => {
    const known = knownOwners.get(world);
    if (known !== undefined) return `${path}?${known}`;
    const owner = await world.owner();
    const folder = await world.folder(owner);
    for (const name of ["b.txt", "a.txt", "c.txt", "d.txt"]) await world.document(owner, { folderId: folder.id }, name);
    knownOwners.set(world, owner.query);
    return `${path}?${owner.query}`;
  };
const knownOwners = new WeakMap<World, string>();

const ownerCells = (path: string): Cells => ({
  "400 missing or unresolved owner": async (world) => {
    const { id } = await world.first("/company");
    expectProblem(await world.get(path), 400);
    expectProblem(await world.get(`${path}?entityType=Company`), 400, "entityId");
    expectProblem(await world.get(`${path}?entityType=Invoice&entityId=${id}`), 400, "entityType");
    expectProblem(await world.get(`${path}?entityType=Room&entityId=${id}`), 400, "entityType");
    expectProblem(await world.get(`${path}?entityType=Company&entityId=not-an-id`), 400, "entityId");
    expectProblem(await world.get(`${path}?entityType=Company&entityId=${world.missing("company")}`), 400, "entityId");
  },
  "200 query filters": async (world) => {
    const { body } = await world.get(`${await listPath(path)(world)}&query=A.TXT`);
    expect(body.items.map((item: { name: string }) => item.name)).toEqual(["a.txt"]);
  },
});

export const inFolder = async (world: World, name = "note.txt") => {
  const owner = await world.owner();
  const folder = await world.folder(owner);
  const document = await world.document(owner, { folderId: folder.id }, name);
  return { owner, folder, document };
};

export const send = (world: World, method: string, path: string, form: FormData): Promise<Answer> =>
  world.call(method, path, form);

export const documentRows: readonly ContractRow[] = [
  {
    row: "GET /document/{documentId}",
    cells: {
      "200 document": async (world) => {
        const { document } = await inFolder(world);
        expect((await world.get(`/document/${document.id}`)).body).toEqual(document);
      },
      ...badIdCells("document", (id) => ["GET", `/document/${id}`]),
    },
  },
  {
    row: "GET /document/{documentId}/content",
    cells: {
      "200 blob as attachment under its RFC 5987 name": async (world) => {
        const { document } = await inFolder(world, "brev æ.txt");
        const answer = await world.get(`/document/${document.id}/content`);
        expect(answer).toMatchObject({ status: 200, body: "content" });
        expect(answer.headers.get("content-type")).toBe("text/plain");
        expect(answer.headers.get("content-disposition")).toContain("filename*=UTF-8''brev%20%C3%A6.txt");
      },
      "200 falls back to application/octet-stream": async (world) => {
        const { entityType, entityId } = await world.owner();
        const form = new FormData();
        form.set("entityType", entityType);
        form.set("entityId", entityId);
        form.set("file", new File(["x"], "unknown"));
        const { id } = (await send(world, "POST", "/document", form)).body;
        expect((await world.get(`/document/${id}/content`)).headers.get("content-type")).toBe(
          "application/octet-stream",
        );
      },
      ...badIdCells("document", (id) => ["GET", `/document/${id}/content`]),
    },
  },
  {
    row: "GET /document",
    cells: {
      ...offsetCells(listPath("/document"), ["name", "created", "modified", "modifiedOrCreated"]),
      ...ownerCells("/document"),
    },
  },
  {
    row: "GET /document/cursor",
    cells: { ...cursorCells(listPath("/document/cursor"), () => "/person/cursor"), ...ownerCells("/document/cursor") },
  },
  {
    row: "GET /document/timeline",
    cells: {
      // The plain cursor list is the foreign one: its cursors return 400 here.
      ...timelineCells(listPath("/document/timeline"), listPath("/document/cursor")),
      ...ownerCells("/document/timeline"),
    },
  },
  {
    row: "PUT /document/{documentId}",
    cells: {
      "200 rename stamps modified; an omitted description is cleared": async (world) => {
        const owner = await world.owner();
        const document = await world.document(owner, { description: "old" });
        const { body } = await world.call("PUT", `/document/${document.id}`, { name: "new.txt" });
        expect(body).toMatchObject({ name: "new.txt", modified: expect.any(String) });
        expect(body).not.toHaveProperty("description");
      },
      "400 blank name": async (world) => {
        const { document } = await inFolder(world);
        expectProblem(await world.call("PUT", `/document/${document.id}`, { name: " " }), 400, "name");
      },
      ...badIdCells("document", (id) => ["PUT", `/document/${id}`, { name: "x" }]),
    },
  },
  {
    row: "PATCH /document/{documentId}",
    cells: {
      "200 a new description alone stamps nothing": async (world) => {
        const { document } = await inFolder(world);
        const { body } = await world.call("PATCH", `/document/${document.id}`, { description: "new" });
        expect(body).toEqual({ ...document, description: "new" });
        expect((await world.call("PATCH", `/document/${document.id}`, { description: null })).body).toEqual(document);
      },
      "400 invalid value or blank name": async (world) => {
        const { document } = await inFolder(world);
        for (const patch of [{ name: null }, { name: "" }, { name: 3 }, { description: 3 }]) {
          expectProblem(await world.call("PATCH", `/document/${document.id}`, patch), 400, Object.keys(patch)[0]);
        }
      },
      ...badIdCells("document", (id) => ["PATCH", `/document/${id}`, { name: "x" }]),
      "415 another Content-Type": async (world) => {
        const { document } = await inFolder(world);
        const headers = { "content-type": "application/json" };
        expectProblem(await world.call("PATCH", `/document/${document.id}`, {}, headers), 415);
      },
    },
  },
  {
    row: "PUT /document/{documentId}/content",
    cells: {
      "200 rewritten in place; id, placements and stamps stay": async (world) => {
        const { document } = await inFolder(world);
        const { body } = await send(world, "PUT", `/document/${document.id}/content`, upload({}, "rewritten!"));
        expect(body).toEqual({ ...document, size: 10 });
        expect((await world.get(`/document/${document.id}/content`)).body).toBe("rewritten!");
      },
      "400 missing or empty file": async (world) => {
        const { document } = await inFolder(world);
        for (const content of [undefined, ""]) {
          expectProblem(await send(world, "PUT", `/document/${document.id}/content`, upload({}, content)), 400, "file");
        }
      },
      ...badIdCells("document", (id) => ["PUT", `/document/${id}/content`, upload({}, "x")]),
    },
  },
  {
    row: "PUT /document/{documentId}/folder",
    cells: {
      "200 moved, to the top level too; modified stays": async (world) => {
        const { owner, document } = await inFolder(world);
        const target = await world.folder(owner, "Target");
        const path = `/document/${document.id}/folder?${owner.query}`;
        const moved = await world.call("PUT", path, { folderId: target.id });
        expect(moved.body).toMatchObject({ folderId: target.id, placements: [{ folderId: target.id }] });
        expect(moved.body).not.toHaveProperty("modified");
        expect((await world.call("PUT", path, { folderId: null })).body.placements[0].folderId).toBeNull();
      },
      "400 bad ids": async (world) => {
        const { owner, document } = await inFolder(world);
        expectProblem(
          await world.call("PUT", `/document/${document.id}/folder?${owner.query}`, { folderId: "x" }),
          400,
        );
        expectProblem(await world.call("PUT", `/document/${document.id}/folder`, { folderId: null }), 400);
        expectProblem(await world.call("PUT", `/document/x/folder?${owner.query}`, { folderId: null }), 400);
      },
      "404 document or folder, also another entity's": async (world) => {
        const { owner, document } = await inFolder(world);
        const other = await world.owner();
        const foreign = await world.folder(other);
        const put = (query: string, folderId: string | null, id = document.id) =>
          world.call("PUT", `/document/${id}/folder?${query}`, { folderId });
        expectProblem(await put(owner.query, world.missing("folder")), 404);
        expectProblem(await put(owner.query, foreign.id), 404);
        expectProblem(await put(other.query, foreign.id), 404);
        expectProblem(await put(owner.query, null, world.missing("document")), 404);
      },
      "409 the destination already holds a placement of the document": async (world) => {
        const { owner, folder, document } = await inFolder(world);
        expectProblem(
          await world.call("PUT", `/document/${document.id}/folder?${owner.query}`, { folderId: folder.id }),
          409,
        );
      },
      "422 not archived in a folder": async (world) => {
        const owner = await world.owner();
        const document = await world.document(owner);
        expectProblem(
          await world.call("PUT", `/document/${document.id}/folder?${owner.query}`, { folderId: null }),
          422,
        );
      },
    },
  },
  {
    row: "DELETE /document/{documentId}",
    cells: {
      "204, then 404": async (world) => {
        const { document } = await inFolder(world);
        expect((await world.call("DELETE", `/document/${document.id}`)).status).toBe(204);
        expectProblem(await world.get(`/document/${document.id}`), 404);
      },
      "409 shortcut placements not acknowledged": async (world) => {
        const { document } = await inFolder(world);
        const other = await world.owner();
        await world.helper("POST", `/documents/${document.id}/shortcuts`, {
          entityType: "Company",
          entityId: other.entityId,
        });
        expectProblem(await world.call("DELETE", `/document/${document.id}`), 409);
        expect((await world.call("DELETE", `/document/${document.id}?acknowledgeCascade=true`)).status).toBe(204);
        expect((await world.get(`/document?${other.query}`)).body.items).toEqual([]);
      },
      ...badIdCells("document", (id) => ["DELETE", `/document/${id}`]),
    },
  },
];
