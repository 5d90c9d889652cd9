import { expect } from "vitest";
import { upload } from "../sandbox-client.ts";
import { type Cells, type ContractRow, expectProblem, type World } from "./world.ts";

const path = "/document/changes";
const events = async (world: World, query: string) => (await world.get(`${path}?${query}`)).body.items;

async function archived(world: World) {
  const owner = await world.owner();
  const folder = await world.folder(owner, "Inbox");
  const document = await world.document(owner, { folderId: folder.id });
  return { owner, folder, document };
}

/** What each operation records, and what it doesn't. */
const operationCells: Cells = {
  "200 creation: FOLDER_INSERT, DOCUMENT_INSERT": async (world) => {
    const { owner, document } = await archived(world);
    expect(await events(world, owner.query)).toMatchObject([
      { operation: "FOLDER_INSERT", folderPath: ["Inbox"] },
      {
        operation: "DOCUMENT_INSERT",
        documentId: document.id,
        fileName: "note.txt",
        size: 7,
        folderPath: ["Inbox"],
        changed: document.created,
      },
    ]);
  },
  "200 a backdated created is the event's changed; feed order is unaffected": async (world) => {
    const { owner, folder } = await archived(world);
    await world.document(owner, { folderId: folder.id, created: "2001-01-01T00:00:00Z" }, "old.txt");
    expect((await events(world, owner.query)).at(-1)).toMatchObject({
      fileName: "old.txt",
      changed: "2001-01-01T00:00:00.000000Z",
    });
  },
  "200 rename, content, move: FILE_NAME, FILE_CONTENT, FOLDER": async (world) => {
    const { owner, document } = await archived(world);
    await world.call("PATCH", `/document/${document.id}`, { name: "new.txt" });
    await world.call("PUT", `/document/${document.id}/content`, upload({}, "longer content"));
    await world.call("PUT", `/document/${document.id}/folder?${owner.query}`, { folderId: null });
    expect((await events(world, owner.query)).slice(2)).toMatchObject([
      { operation: "DOCUMENT_UPDATE", changedField: "FILE_NAME", previousFileName: "note.txt", fileName: "new.txt" },
      { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT", size: 14 },
      { operation: "DOCUMENT_UPDATE", changedField: "FOLDER", previousFolderPath: ["Inbox"], folderPath: [] },
    ]);
  },
  "200 folder rename and reparent record the folder only": async (world) => {
    const { owner, folder } = await archived(world);
    const parent = await world.folder(owner, "Parent");
    await world.call("PUT", `/document/folder/${folder.id}?${owner.query}`, { name: "Renamed" });
    await world.call("PUT", `/document/folder/${folder.id}/move?${owner.query}`, { destinationFolderId: parent.id });
    const recorded = (await events(world, owner.query)).slice(3);
    expect(recorded).toMatchObject([
      {
        operation: "FOLDER_UPDATE",
        changedField: "FOLDER_NAME",
        previousFolderPath: ["Inbox"],
        folderPath: ["Renamed"],
      },
      {
        operation: "FOLDER_UPDATE",
        changedField: "FOLDER_PARENT",
        previousFolderPath: ["Renamed"],
        folderPath: ["Parent", "Renamed"],
      },
    ]);
    for (const event of recorded) expect(event).not.toHaveProperty("documentId");
  },
  "200 deletions: DOCUMENT_DELETE, FOLDER_DELETE": async (world) => {
    const { owner, folder, document } = await archived(world);
    await world.call("DELETE", `/document/folder/${folder.id}?${owner.query}&acknowledgeCascade=true`);
    expect((await events(world, owner.query)).slice(2)).toMatchObject([
      {
        operation: "DOCUMENT_DELETE",
        documentId: document.id,
        previousFileName: "note.txt",
        previousFolderPath: ["Inbox"],
      },
      { operation: "FOLDER_DELETE", previousFolderPath: ["Inbox"] },
    ]);
  },
  "200 one event per placement": async (world) => {
    const { owner, document } = await archived(world);
    const { entityType, entityId } = owner;
    await world.helper("POST", `/documents/${document.id}/shortcuts`, { entityType, entityId });
    await world.call("PATCH", `/document/${document.id}`, { name: "new.txt" });
    const renames = (await events(world, owner.query)).filter(
      (event: { changedField?: string }) => event.changedField === "FILE_NAME",
    );
    expect(renames).toHaveLength(2);
  },
};

/** The completeness limits. */
const limitCells: Cells = {
  "200 limit: a document outside every folder records nothing": async (world) => {
    const owner = await world.owner();
    const document = await world.document(owner);
    await world.call("PATCH", `/document/${document.id}`, { name: "new.txt" });
    await world.call("DELETE", `/document/${document.id}`);
    expect(await events(world, owner.query)).toEqual([]);
  },
  "200 limit: a description is never recorded": async (world) => {
    const { owner, document } = await archived(world);
    await world.call("PATCH", `/document/${document.id}`, { description: "new" });
    expect(await events(world, owner.query)).toHaveLength(2);
  },
  "200 limit: a rename with a new description records the rename only": async (world) => {
    const { owner, document } = await archived(world);
    await world.call("PATCH", `/document/${document.id}`, { name: "new.txt", description: "new" });
    expect((await events(world, owner.query)).slice(2)).toMatchObject([{ changedField: "FILE_NAME" }]);
  },
  "200 limit: a relocation is recorded on the gaining side only": async (world) => {
    const { owner, document } = await archived(world);
    const gaining = await world.owner();
    const { entityType, entityId } = gaining;
    await world.helper("POST", `/documents/${document.id}/relocation`, { entityType, entityId });
    expect(await events(world, owner.query)).toHaveLength(2);
    expect(await events(world, gaining.query)).toMatchObject([
      { operation: "DOCUMENT_INSERT", documentId: document.id },
    ]);
    expect((await world.get(`/document/${document.id}`)).body).toMatchObject({ entityId });
  },
  "200 limit: a project's feed is flat": async (world) => {
    const parent = await world.record("project");
    const child = await world.record("project", { parentId: parent.id });
    await world.folder({ entityType: "Project", entityId: child.id });
    expect(await events(world, `entityType=Project&entityId=${parent.id}`)).toEqual([]);
    expect(await events(world, `entityType=Project&entityId=${child.id}`)).toHaveLength(1);
  },
  "200 limit: a room's pointer document tells of changes to the primary copy": async (world) => {
    const { document } = await archived(world);
    const [me] = [...world.instance.tables.person.all()];
    const room = (await world.helper("POST", "/rooms", { ownerPersonId: world.instance.ids.mask("person", me!.id) }))
      .body;
    await world.helper("POST", `/documents/${document.id}/shortcuts`, { entityType: "Room", entityId: room.id });
    await world.call("PATCH", `/document/${document.id}`, { name: "new.txt" });
    expect(await events(world, `entityType=Room&entityId=${room.id}`)).toMatchObject([
      { operation: "DOCUMENT_INSERT", documentId: document.id },
      { operation: "DOCUMENT_UPDATE", changedField: "FILE_NAME", documentId: document.id },
    ]);
  },
};

export const feedRows: readonly ContractRow[] = [
  {
    row: `GET ${path}`,
    cells: {
      "200 forward pages; the end has no nextCursor; the last cursor resumes": async (world) => {
        const { owner, folder } = await archived(world);
        const first = (await world.get(`${path}?${owner.query}&limit=1`)).body;
        expect(first.links).toMatchObject({ self: expect.any(String), next: expect.any(String) });
        const at = `${path}?${owner.query}&limit=1&cursor=${first.nextCursor}`;
        const end = (await world.get(at)).body;
        expect(end).not.toHaveProperty("nextCursor");
        expect(end.links).not.toHaveProperty("prev");
        await world.document(owner, { folderId: folder.id }, "later.txt");
        expect((await world.get(at)).body.items).toEqual(end.items);
        await world.sandbox.clock.sleep(30 * 86_400_000);
        const client = await world.clientWith(world.sandbox.access[0]!, "read");
        expect((await client.walk(`${path}?${owner.query}&limit=2`)).map(({ operation }) => operation)).toEqual([
          "FOLDER_INSERT",
          "DOCUMENT_INSERT",
          "DOCUMENT_INSERT",
        ]);
        expect((await client.get(at)).status, "feed cursors never expire").toBe(200);
      },
      ...operationCells,
      ...limitCells,
      "400 missing or unrecognised entityType, missing or bad entityId": async (world) => {
        const { entityId } = await world.owner();
        expectProblem(await world.get(`${path}?entityId=${entityId}`), 400, "entityType");
        expectProblem(await world.get(`${path}?entityType=Company`), 400, "entityId");
        expectProblem(await world.get(`${path}?entityType=Invoice&entityId=${entityId}`), 400, "entityType");
        expectProblem(await world.get(`${path}?entityType=Company&entityId=x`), 400, "entityId");
      },
      "400 invalid or foreign cursor": async (world) => {
        const { owner } = await archived(world);
        const other = await archived(world);
        const { nextCursor } = (await world.get(`${path}?${other.owner.query}&limit=1`)).body;
        expectProblem(await world.get(`${path}?${owner.query}&cursor=${nextCursor}`), 400, "cursor");
        expectProblem(await world.get(`${path}?${owner.query}&cursor=nonsense`), 400, "cursor");
      },
      "400 limit below 1 or above 1000": async (world) => {
        const { query } = await world.owner();
        for (const limit of [0, 1001]) expectProblem(await world.get(`${path}?${query}&limit=${limit}`), 400, "limit");
      },
      "403 the token lacks the read scope": async (world) => {
        const { query } = await world.owner();
        const client = await world.clientWith(world.sandbox.access[0]!, "write");
        expectProblem(await client.get(`${path}?${query}`), 403);
      },
      "422 entityId does not resolve for the type": async (world) => {
        const { id } = await world.record("person");
        expectProblem(await world.get(`${path}?entityType=Company&entityId=${world.missing("company")}`), 422);
        expectProblem(await world.get(`${path}?entityType=Company&entityId=${id}`), 422);
      },
      "422 room: not a member, expired and nonexistent look the same": async (world) => {
        const [me, other] = [...world.instance.tables.person.all()].map(({ id }) =>
          world.instance.ids.mask("person", id),
        );
        const room = async (body: object) => (await world.helper("POST", "/rooms", body)).body.id;
        const read = (id: string) => world.get(`${path}?entityType=Room&entityId=${id}`);
        const expires = "2020-01-01T00:00:00Z";
        const refused = [
          await read(await room({ ownerPersonId: other })),
          await read(await room({ ownerPersonId: other, memberIds: [me], expires })),
          await read(world.missing("room")),
        ];
        for (const answer of refused) expectProblem(answer, 422);
        expect(new Set(refused.map(({ body }) => body.detail)).size).toBe(1);
        expect((await read(await room({ ownerPersonId: other, memberIds: [me] }))).status).toBe(200);
        expect((await read(await room({ ownerPersonId: me, expires }))).status).toBe(200);
      },
    },
  },
];
