import { expect } from "vitest";
import { badFilterCell, cursorCells, filterCell, offsetCells, timelineCells } from "./list-cells.ts";
import { badIdCells, type Cells, type ContractRow, expectProblem, type World } from "./world.ts";

type Write = (world: World, fields: object) => Promise<Awaited<ReturnType<World["call"]>>>;

const post: Write = async (world, fields) =>
  world.call("POST", "/project", { ...(await world.projectBody()), ...fields });
const put: Write = async (world, fields) => {
  const { id } = await world.project();
  return world.call("PUT", `/project/${id}`, { ...(await world.projectBody()), ...fields });
};
const patch: Write = async (world, fields) => world.call("PATCH", `/project/${(await world.project()).id}`, fields);

const referenceCells = (write: Write, isCreate: boolean): Cells => {
  const kinds = {
    templateId: "project-template",
    companyId: "company",
    ownerGroupId: "group",
    parentId: "project",
    responsiblePersonId: "person",
    ...(isCreate && { createdBy: "person" as const }),
    modifiedBy: "person",
  } as const;
  return Object.fromEntries(
    Object.entries<Parameters<World["missing"]>[0]>(kinds).map(([field, kind]) => [
      `422 ${field} missing`,
      async (world: World) => {
        expectProblem(await write(world, { [field]: world.missing(kind) }), 422, field);
      },
    ]),
  );
};

const validationCell = (write: Write): Cells => ({
  "400 validation": async (world) => {
    expectProblem(await write(world, { name: "" }), 400, "name");
    expectProblem(await write(world, { projectStart: "2026-01-01" }), 400, "projectStart");
    expectProblem(await write(world, { isChargable: 3 }), 400, "isChargable");
    expectProblem(await write(world, { templateId: "x" }), 400, "templateId");
  },
});

const projectFilters = async (world: World) => {
  const company = await world.company();
  const { id } = await world.project({ companyId: company.id });
  await world.call("DELETE", `/project/${id}`);
  return { isActive: ["false", id] as [string, string], companyId: [company.id, id] as [string, string] };
};

const listCells = (path: string): Cells => ({
  ...filterCell(() => path, projectFilters),
  ...badFilterCell(() => path, "companyId"),
});

export const projectRows: readonly ContractRow[] = [
  {
    row: "POST /project",
    cells: {
      "201 full project with number, template defaults and projectStart, Location": async (world) => {
        const answer = await post(world, {});
        expect(answer.status).toBe(201);
        expect(answer.headers.get("location")).toMatch(new RegExp(`/project/${answer.body.id}$`));
        expect(answer.body).toMatchObject({
          number: expect.stringMatching(/^\d+$/),
          isActive: true,
          isChargable: true,
          isPublicAccess: true,
          projectType: "PROJECT_TYPE_PROJECT",
          projectStart: answer.body.created,
        });
        expect(answer.body).not.toHaveProperty("modified");
        expect((await world.get(`/project/${answer.body.id}`)).body).toEqual(answer.body);
      },
      "201 loose scalars and overrides": async (world) => {
        const created = "2020-01-02T03:04:05.000006Z";
        const { body } = await post(world, { projectYear: "2027", isPublicAccess: "true", created });
        expect(body).toMatchObject({ projectYear: 2027, isPublicAccess: true, created });
      },
      ...validationCell(post),
      ...referenceCells(post, true),
    },
  },
  {
    row: "GET /project/{projectId}",
    cells: {
      "200 project": async (world) => {
        const { id } = await world.first("/project");
        expect((await world.get(`/project/${id}`)).body).toMatchObject({ id, template: { name: expect.any(String) } });
      },
      ...badIdCells("project", (id) => ["GET", `/project/${id}`]),
    },
  },
  {
    row: "GET /project",
    cells: {
      ...offsetCells(() => "/project", ["created", "modified", "name"]),
      ...listCells("/project"),
      "200 list items leave fields out": async (world) => {
        const parent = await world.project();
        await world.project({ parentId: parent.id });
        const { items } = (await world.get("/project?limit=1000")).body;
        for (const item of items) expect(item).not.toHaveProperty("parentId");
      },
    },
  },
  {
    row: "GET /project/cursor",
    cells: {
      ...cursorCells(
        () => "/project/cursor",
        () => "/person/cursor",
      ),
      ...listCells("/project/cursor"),
    },
  },
  {
    row: "GET /project/timeline",
    cells: timelineCells(
      () => "/project/timeline",
      () => "/project/cursor",
    ),
  },
  {
    row: "PUT /project/{projectId}",
    cells: {
      "200 project; omitted fields are cleared, created is ignored": async (world) => {
        const project = await world.project({ externalReference: "x", projectYear: 2027 });
        const body = { ...(await world.projectBody()), name: "Renamed", created: "2001-01-01T00:00:00Z" };
        const answer = await world.call("PUT", `/project/${project.id}`, body);
        expect(answer).toMatchObject({
          status: 200,
          body: { name: "Renamed", created: project.created, number: project.number },
        });
        for (const field of ["externalReference", "projectYear", "projectStart"])
          expect(answer.body).not.toHaveProperty(field);
      },
      ...validationCell(put),
      ...badIdCells("project", (id) => ["PUT", `/project/${id}`, { name: "x", templateId: "x", ownerGroupId: "x" }]),
      ...referenceCells(put, false),
    },
  },
  {
    row: "PATCH /project/{projectId}",
    cells: {
      "200 present sets, null clears, absent stays, {} changes nothing": async (world) => {
        const project = await world.project({ externalReference: "x", internalReference: "y" });
        const path = `/project/${project.id}`;
        expect((await world.call("PATCH", path, {})).body).toEqual(project);
        const patched = await world.call("PATCH", path, { externalReference: null, name: "Renamed" });
        expect(patched.body).toMatchObject({
          name: "Renamed",
          internalReference: "y",
          projectStart: project.projectStart,
        });
        expect(patched.body).not.toHaveProperty("externalReference");
      },
      ...validationCell(patch),
      ...badIdCells("project", (id) => ["PATCH", `/project/${id}`, { name: "x" }]),
      "415 another Content-Type": async (world) => {
        const { id } = await world.project();
        expectProblem(await world.call("PATCH", `/project/${id}`, {}, { "content-type": "application/json" }), 415);
      },
      ...referenceCells(patch, false),
    },
  },
  {
    row: "DELETE /project/{projectId}",
    cells: {
      "204 project closed, not removed": async (world) => {
        const { id } = await world.project();
        expect((await world.call("DELETE", `/project/${id}`)).status).toBe(204);
        expect((await world.get(`/project/${id}`)).body).toMatchObject({ isActive: false });
        expect((await world.call("DELETE", `/project/${id}`)).status).toBe(204);
      },
      ...badIdCells("project", (id) => ["DELETE", `/project/${id}`]),
    },
  },
  {
    row: "GET /project-template",
    cells: {
      ...offsetCells(() => "/project-template", []),
      ...badFilterCell(() => "/project-template", "templateTypeId"),
      "200 by name, filtered, with its own list fields": async (world) => {
        const { items } = (await world.get("/project-template")).body;
        expect(items.map((item: { name: string }) => item.name)).toEqual(["Advisory", "Annual assignment", "Internal"]);
        expect(items[0]).toMatchObject({ numProjects: expect.any(Number), templateTypeName: "Client engagement" });
        expect(items[0]).not.toHaveProperty("priceModel");
        const only = async (filter: string) => (await world.get(`/project-template?${filter}`)).body.items.length;
        expect(await only("isActive=true")).toBe(2);
        expect(await only(`templateTypeId=${items[0].templateTypeId}`)).toBe(2);
      },
    },
  },
  {
    row: "GET /project-template/{templateId}",
    cells: {
      "200 template": async (world) => {
        const { id } = await world.first("/project-template");
        const { body } = await world.get(`/project-template/${id}`);
        expect(body).toMatchObject({
          id,
          suggestedName: "{company} {year}",
          priceModel: "PRICE_MODEL_HOURLY_RATE",
          isChargable: true,
        });
      },
      ...badIdCells("project-template", (id) => ["GET", `/project-template/${id}`]),
    },
  },
];
