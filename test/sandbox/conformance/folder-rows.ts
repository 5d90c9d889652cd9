import { crc32 } from "node:zlib";
import { unzipSync } from "fflate";
import { expect } from "vitest";
import { type Cells, type ContractRow, expectProblem, type World } from "./world.ts";

type Owner = Awaited<ReturnType<World["owner"]>>;

/** Ids that don't lead to a folder of the declared owner. */
const folderIdCells = (request: (id: string, query: string) => [string, string, unknown?]): Cells => ({
  "400 bad id or entityType": async (world) => {
    const owner = await world.owner();
    expectProblem(await world.call(...request("not-an-id", owner.query)), 400);
    const folder = await world.folder(owner);
    expectProblem(
      await world.call(...request(folder.id, `entityType=Room&entityId=${owner.entityId}`)),
      400,
      "entityType",
    );
  },
  "404 no such folder, or another owner's": async (world) => {
    const owner = await world.owner();
    const foreign = await world.folder(await world.owner());
    expectProblem(await world.call(...request(world.missing("folder"), owner.query)), 404);
    expectProblem(await world.call(...request(foreign.id, owner.query)), 404);
  },
});

const systemFolder = async (world: World): Promise<{ owner: Owner; id: string }> => {
  const owner = await world.owner();
  const { entityType, entityId } = owner;
  return { owner, id: (await world.helper("POST", "/system-folder", { entityType, entityId })).body.id };
};

const systemFolderCell = (
  status: number,
  request: (id: string, query: string) => [string, string, unknown?],
): Cells => ({
  [`${status} system folder`]: async (world) => {
    const { owner, id } = await systemFolder(world);
    expectProblem(await world.call(...request(id, owner.query)), status);
    expect((await world.get(`/document/folder?${owner.query}`)).body).toEqual([]);
  },
});

const rename = (id: string, query: string): [string, string, unknown] => [
  "PUT",
  `/document/folder/${id}?${query}`,
  { name: "x" },
];
const move = (id: string, query: string): [string, string, unknown] => [
  "PUT",
  `/document/folder/${id}/move?${query}`,
  { destinationFolderId: null },
];
const bundle = (id: string, query: string): [string, string] => ["GET", `/document/folder/${id}/content?${query}`];
const remove = (id: string, query: string): [string, string] => ["DELETE", `/document/folder/${id}?${query}`];

/** The names that an independent unzip sees. The contents match the CRCs in the archive's directory. */
function zipNames(bytes: Buffer): string[] {
  const contents = unzipSync(bytes);
  let at = bytes.readUInt32LE(bytes.length - 6);
  for (const name of Object.keys(contents)) {
    const end = at + 46 + bytes.readUInt16LE(at + 28);
    expect(bytes.toString("utf8", at + 46, end)).toBe(name);
    expect(bytes.readUInt32LE(at + 16)).toBe(crc32(contents[name]!));
    at = end;
  }
  return Object.keys(contents).toSorted();
}

async function download(world: World, id: string, query: string) {
  const path = `/${world.client.instanceName}/api/v1/en/document/folder/${id}/content?${query}`;
  const headers = { authorization: `Bearer ${world.client.token}` };
  const response = await world.sandbox.app.request(path, { headers });
  return { response, names: zipNames(Buffer.from(await response.arrayBuffer())) };
}

export const folderRows: readonly ContractRow[] = [
  {
    row: "POST /document/folder",
    cells: {
      "201 node, Location; sibling names may repeat": async (world) => {
        const owner = await world.owner();
        const { entityType, entityId } = owner;
        const answer = await world.call("POST", "/document/folder", { entityType, entityId, name: "A" });
        expect(answer).toMatchObject({ status: 201, body: { name: "A", parentId: null, path: "A" } });
        expect(answer.headers.get("location")).toMatch(new RegExp(`/document/folder/${answer.body.id}$`));
        expect((await world.folder(owner, "A")).id).not.toBe(answer.body.id);
        expect(await world.folder(owner, "B", answer.body.id)).toMatchObject({ parentId: answer.body.id, path: "A/B" });
      },
      "400 blank name, unrecognised entityType, bad id": async (world) => {
        const { entityType, entityId } = await world.owner();
        const post = (fields: object) =>
          world.call("POST", "/document/folder", { entityType, entityId, name: "A", ...fields });
        expectProblem(await post({ name: " " }), 400, "name");
        expectProblem(await post({ entityType: "Room" }), 400, "entityType");
        expectProblem(await post({ entityId: "x" }), 400, "entityId");
        expectProblem(await post({ parentFolderId: "x" }), 400);
      },
      "404 no folder with parentFolderId": async (world) => {
        const { entityType, entityId } = await world.owner();
        const body = { entityType, entityId, name: "A", parentFolderId: world.missing("folder") };
        expectProblem(await world.call("POST", "/document/folder", body), 404);
      },
      "422 owner does not exist, or parent belongs to another entity": async (world) => {
        const { entityType, entityId } = await world.owner();
        const foreign = await world.folder(await world.owner());
        const post = (fields: object) =>
          world.call("POST", "/document/folder", { entityType, entityId, name: "A", ...fields });
        expectProblem(await post({ entityId: world.missing("company") }), 422, "entityId");
        expectProblem(await post({ parentFolderId: foreign.id }), 422);
      },
    },
  },
  {
    row: "GET /document/folder",
    cells: {
      "200 flat, parents before children; empty when there are none": async (world) => {
        const owner = await world.owner();
        expect((await world.get(`/document/folder?${owner.query}`)).body).toEqual([]);
        const late = await world.folder(owner, "late");
        const child = await world.folder(owner, "child");
        const [method, path] = move(child.id, owner.query);
        await world.call(method, path, { destinationFolderId: (await world.folder(owner, "newest")).id });
        const nodes: { id: string; parentId: string | null }[] = (await world.get(`/document/folder?${owner.query}`))
          .body;
        expect(nodes).toHaveLength(3);
        expect(nodes.map(({ id }) => id)).toContain(late.id);
        for (const [place, { parentId }] of nodes.entries()) {
          if (parentId !== null) expect(nodes.slice(0, place).map(({ id }) => id)).toContain(parentId);
        }
      },
      "400 entityType or id": async (world) => {
        expectProblem(await world.get("/document/folder"), 400);
        expectProblem(await world.get("/document/folder?entityType=Company&entityId=x"), 400, "entityId");
      },
      "422 owner does not exist": async (world) => {
        expectProblem(await world.get(`/document/folder?entityType=Company&entityId=${world.missing("company")}`), 422);
      },
    },
  },
  {
    row: "PUT /document/folder/{folderId}",
    cells: {
      "200 node": async (world) => {
        const owner = await world.owner();
        const folder = await world.folder(owner);
        expect(await world.call(...rename(folder.id, owner.query))).toMatchObject({
          status: 200,
          body: { id: folder.id, name: "x", path: "x" },
        });
      },
      "400 blank name": async (world) => {
        const owner = await world.owner();
        const { id } = await world.folder(owner);
        expectProblem(await world.call("PUT", `/document/folder/${id}?${owner.query}`, { name: "" }), 400, "name");
      },
      ...folderIdCells(rename),
      ...systemFolderCell(422, rename),
    },
  },
  {
    row: "PUT /document/folder/{folderId}/move",
    cells: {
      "204 with everything below it": async (world) => {
        const owner = await world.owner();
        const [a, b] = [await world.folder(owner, "A"), await world.folder(owner, "B")];
        const child = await world.folder(owner, "child", a.id);
        const path = `/document/folder/${a.id}/move?${owner.query}`;
        expect((await world.call("PUT", path, { destinationFolderId: b.id })).status).toBe(204);
        const nodes = (await world.get(`/document/folder?${owner.query}`)).body;
        expect(nodes.find((node: { id: string }) => node.id === child.id).path).toBe("B/A/child");
      },
      ...folderIdCells(move),
      "404 no such destination": async (world) => {
        const owner = await world.owner();
        const path = `/document/folder/${(await world.folder(owner)).id}/move?${owner.query}`;
        expectProblem(await world.call("PUT", path, { destinationFolderId: world.missing("folder") }), 404);
      },
      "409 into itself or a descendant": async (world) => {
        const owner = await world.owner();
        const a = await world.folder(owner, "A");
        const child = await world.folder(owner, "child", a.id);
        const path = `/document/folder/${a.id}/move?${owner.query}`;
        for (const { id } of [a, child]) expectProblem(await world.call("PUT", path, { destinationFolderId: id }), 409);
      },
      "422 destination belongs to another entity": async (world) => {
        const owner = await world.owner();
        const foreign = await world.folder(await world.owner());
        const path = `/document/folder/${(await world.folder(owner)).id}/move?${owner.query}`;
        expectProblem(await world.call("PUT", path, { destinationFolderId: foreign.id }), 422);
      },
      ...systemFolderCell(422, move),
    },
  },
  {
    row: "GET /document/folder/{folderId}/content",
    cells: {
      "200 zip mirroring the tree, names kept apart, mode in the file name": async (world) => {
        const owner = await world.owner();
        const root = await world.folder(owner, "Root");
        const twins = [await world.folder(owner, "Twin", root.id), await world.folder(owner, "Twin", root.id)];
        await world.document(owner, { folderId: root.id }, "a.txt");
        await world.document(owner, { folderId: twins[0].id }, "b.txt");
        const { document } = { document: await world.document(owner, { folderId: twins[0].id }, "c.txt") };
        await world.call("PUT", `/document/${document.id}`, { name: "b.txt" });
        const { response, names } = await download(world, root.id, owner.query);
        expect(response.headers.get("content-type")).toBe("application/zip");
        expect(response.headers.get("content-disposition")).toContain("Root (recursive).zip");
        expect(names).toEqual(["Twin (2)/", "Twin/", "Twin/b (2).txt", "Twin/b.txt", "a.txt"]);
        const flat = await download(world, root.id, `${owner.query}&recursive=false`);
        expect(flat.names).toEqual(["a.txt"]);
        expect(flat.response.headers.get("content-disposition")).toContain("Root (folder only).zip");
      },
      ...folderIdCells(bundle),
      ...systemFolderCell(404, bundle),
      "413 deeper than 32 levels": async (world) => {
        const owner = await world.owner();
        const top = await world.folder(owner, "1");
        let { id } = top;
        for (let level = 2; level <= 32; level += 1) ({ id } = await world.folder(owner, String(level), id));
        expect((await world.call(...bundle(top.id, owner.query))).status).toBe(200);
        await world.folder(owner, "33", id);
        expectProblem(await world.call(...bundle(top.id, owner.query)), 413);
      },
      "413 more than 5000 documents": async (world) => {
        const { owner, folder, row } = await fullFolder(world, 5000);
        expect((await world.call(...bundle(folder.id, owner.query))).status).toBe(200);
        world.instance.tables.document.put({ ...row, id: row.id + 5000 });
        expectProblem(await world.call(...bundle(folder.id, owner.query)), 413);
      },
    },
  },
  {
    row: "DELETE /document/folder/{folderId}",
    cells: {
      "204 nothing inside but shortcuts": async (world) => {
        const owner = await world.owner();
        const folder = await world.folder(owner);
        const document = await world.document(await world.owner());
        await world.helper("POST", `/documents/${document.id}/shortcuts`, {
          entityType: owner.entityType,
          entityId: owner.entityId,
          folderId: folder.id,
        });
        expect((await world.call(...remove(folder.id, owner.query))).status).toBe(204);
        expect((await world.get(`/document/${document.id}`)).status).toBe(200);
      },
      "409 cascade not acknowledged, nothing deleted": async (world) => {
        const owner = await world.owner();
        const folder = await world.folder(owner);
        const document = await world.document(owner, { folderId: folder.id });
        expectProblem(
          await world.call(...remove(folder.id, owner.query)),
          409,
          "1 documents and 0 shortcut placements",
        );
        expect((await world.get(`/document/${document.id}`)).status).toBe(200);
      },
      "204 acknowledged: documents are destroyed with their shortcuts under other owners": async (world) => {
        const owner = await world.owner();
        const folder = await world.folder(owner);
        const document = await world.document(owner, { folderId: folder.id });
        const other = await world.owner();
        await world.helper("POST", `/documents/${document.id}/shortcuts`, {
          entityType: other.entityType,
          entityId: other.entityId,
        });
        expect((await world.get(`/document?${other.query}`)).body.totalItems).toBe(1);
        const [method, path] = remove(folder.id, owner.query);
        expect((await world.call(method, `${path}&acknowledgeCascade=true`)).status).toBe(204);
        expectProblem(await world.get(`/document/${document.id}`), 404);
        expect((await world.get(`/document?${other.query}`)).body.totalItems).toBe(0);
        const { items } = (await world.get(`/document/changes?${other.query}`)).body;
        expect(items.at(-1)).toMatchObject({ operation: "DOCUMENT_DELETE", documentId: document.id });
      },
      ...folderIdCells(remove),
      ...systemFolderCell(422, remove),
    },
  },
];

/** Rows put directly into the table, because five thousand uploads would take the test's whole time. */
async function fullFolder(world: World, count: number) {
  const owner = await world.owner();
  const folder = await world.folder(owner);
  const document = await world.document(owner, { folderId: folder.id });
  const read = world.instance.ids.read("document", document.id);
  const row = world.instance.tables.document.get(read.outcome === "ok" ? read.number : 0)!;
  for (let place = 1; place < count; place += 1) world.instance.tables.document.put({ ...row, id: row.id + place });
  return { owner, folder, row };
}
