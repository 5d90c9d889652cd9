import { expect } from "vitest";
import type { RecordKind } from "../../../infra/sandbox/resources/put-record.ts";
import type { Answer } from "../sandbox-client.ts";
import { badFilterCell, cursorCells, filterCell, offsetCells, timelineCells, viewCells } from "./list-cells.ts";
import { badIdCells, type Cells, type ContractRow, expectProblem, type World } from "./world.ts";

/** Sends these fields. PUT and PATCH change a new record. */
type Write = (world: World, fields: object) => Promise<Answer>;

export function writesOf(kind: RecordKind): { readonly [method in "post" | "put" | "patch"]: Write } {
  const send = async (world: World, method: string, body: object) =>
    world.call(method, `/${kind}/${(await world.record(kind)).id}`, body);
  return {
    post: async (world, fields) => world.call("POST", `/${kind}`, { ...(await world.bodyOf(kind)), ...fields }),
    put: async (world, fields) => send(world, "PUT", { ...(await world.bodyOf(kind)), ...fields }),
    patch: (world, fields) => send(world, "PATCH", fields),
  };
}

/** `kinds`: what each field refers to. */
export const referenceCells = (
  write: Write,
  kinds: { readonly [field: string]: Parameters<World["missing"]>[0] },
): Cells =>
  Object.fromEntries(
    Object.entries(kinds).map(([field, kind]) => [
      `422 ${field} missing`,
      async (world: World) => {
        expectProblem(await write(world, { [field]: world.missing(kind) }), 422, field);
      },
    ]),
  );

/** Fields that a write refuses, each by its name. */
export const refusalCell = (cell: string, write: Write, fields: readonly (readonly [string, unknown])[]): Cells => ({
  [`400 ${cell}`]: async (world) => {
    for (const [field, value] of fields) expectProblem(await write(world, { [field]: value }), 400, field);
  },
});

/** A response to a POST, whose record can be read at its `Location`. */
export async function expectCreated(world: World, kind: RecordKind, { status, headers, body }: Answer): Promise<void> {
  expect(status).toBe(201);
  expect(headers.get("location")).toMatch(new RegExp(`/${kind}/${body.id}$`));
  expect((await world.get(`/${kind}/${body.id}`)).body).toEqual(body);
}

export const overrideCell = (kind: RecordKind): Cells => ({
  "201 created and createdBy overrides": async (world) => {
    const createdBy = (await world.first("/person")).id;
    const created = "2020-01-02T03:04:05.000006Z";
    expect(await world.record(kind, { created, createdBy })).toMatchObject({ created, createdBy });
  },
});

/** `shown`: what a read shows of any record. */
export const readRow = (kind: RecordKind, shown: object): ContractRow => ({
  row: `GET /${kind}/{${kind}Id}`,
  cells: {
    [`200 ${kind}`]: async (world) => {
      const { id } = await world.first(`/${kind}`);
      expect((await world.get(`/${kind}/${id}`)).body).toMatchObject({ id, ...shown });
    },
    ...badIdCells(kind, (id) => ["GET", `/${kind}/${id}`]),
  },
});

/** Valid for every kind, except that its references are malformed. */
const anyBody = {
  ...{ firstName: "x", lastName: "x", name: "x", countryCode: "NO" },
  ...{ ownerGroupId: "x", templateId: "x", projectId: "x" },
};

export const putIdCells = (kind: RecordKind): Cells => badIdCells(kind, (id) => ["PUT", `/${kind}/${id}`, anyBody]);

/** The rules of every PATCH, whatever it changes. */
export const patchCells = (kind: RecordKind): Cells => ({
  ...badIdCells(kind, (id) => ["PATCH", `/${kind}/${id}`, anyBody]),
  "415 another Content-Type": async (world) => {
    const { id } = await world.record(kind);
    expectProblem(await world.call("PATCH", `/${kind}/${id}`, {}, { "content-type": "application/json" }), 415);
  },
});

export const unknownModeCell = (kind: RecordKind): Cells => ({
  "400 unknown mode": async (world) => {
    const { id } = await world.record(kind);
    for (const mode of ["burn", ""])
      expectProblem(await world.call("DELETE", `/${kind}/${id}?mode=${mode}`), 400, "mode");
  },
});

type Listed = {
  readonly sorts: readonly string[];
  readonly filters: Parameters<typeof filterCell>[1];
  /** A filter whose values are ids. */
  readonly idFilter: string;
  /** Whether the timeline has the filters, too. */
  readonly filtersTimeline?: true;
  /** A field of the full view alone, if the lists have a `view` and the timeline has a `key`. */
  readonly fullOnly?: string;
  /** More cells of the list by offset. */
  readonly more?: Cells;
};

/** The three lists of a record. */
export function listRows(kind: RecordKind, listed: Listed): readonly ContractRow[] {
  const { sorts, fullOnly } = listed;
  const [path, cursor, timeline] = [`/${kind}`, `/${kind}/cursor`, `/${kind}/timeline`];
  const filters = (at: string): Cells => ({
    ...filterCell(() => at, listed.filters),
    ...badFilterCell(() => at, listed.idFilter),
  });
  const views = (at: string): Cells => (fullOnly === undefined ? {} : viewCells(() => at, path, fullOnly));
  const keys = fullOnly === undefined ? undefined : (["created", "modified"] as const);
  const foreign = kind === "person" ? "/company/cursor" : "/person/cursor";
  const byChange = timelineCells(
    () => timeline,
    () => cursor,
    keys,
  );
  const byCursor = cursorCells(
    () => cursor,
    () => foreign,
  );
  return [
    {
      row: `GET ${path}`,
      cells: { ...offsetCells(() => path, sorts), ...filters(path), ...views(path), ...listed.more },
    },
    { row: `GET ${cursor}`, cells: { ...byCursor, ...filters(cursor), ...views(cursor) } },
    {
      row: `GET ${timeline}`,
      cells: { ...byChange, ...(listed.filtersTimeline && filters(timeline)), ...views(`${timeline}?key=created`) },
    },
  ];
}
