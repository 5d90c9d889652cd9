import { expect } from "vitest";
import { badFilterCell, offsetCells } from "./list-cells.ts";
import {
  expectCreated,
  listRows,
  patchCells,
  putIdCells,
  readRow,
  referenceCells,
  refusalCell,
  writesOf,
} from "./record-cells.ts";
import { badIdCells, type ContractRow, type World } from "./world.ts";

const { post, put, patch } = writesOf("project");

const references = {
  templateId: "project-template",
  companyId: "company",
  ownerGroupId: "group",
  parentId: "project",
  responsiblePersonId: "person",
  modifiedBy: "person",
} as const;

const invalidFields: readonly (readonly [field: string, value: unknown])[] = [
  ["name", ""],
  ["projectStart", "2026-01-01"],
  ["isChargable", 3],
  ["templateId", "x"],
];

const projectFilters = async (world: World) => {
  const company = await world.record("company");
  const { id } = await world.record("project", { companyId: company.id });
  await world.call("DELETE", `/project/${id}`);
  return { isActive: ["false", id] as [string, string], companyId: [company.id, id] as [string, string] };
};

export const projectRows: readonly ContractRow[] = [
  {
    row: "POST /project",
    cells: {
      "201 full project with number, template defaults and projectStart, Location": async (world) => {
        const answer = await post(world, {});
        await expectCreated(world, "project", answer);
        expect(answer.body).toMatchObject({
          number: expect.stringMatching(/^\d+$/),
          isActive: true,
          isChargable: true,
          isPublicAccess: true,
          projectType: "PROJECT_TYPE_PROJECT",
          projectStart: answer.body.created,
        });
        expect(answer.body).not.toHaveProperty("modified");
      },
      "201 loose scalars and overrides": async (world) => {
        const created = "2020-01-02T03:04:05.000006Z";
        const { body } = await post(world, { projectYear: "2027", isPublicAccess: "true", created });
        expect(body).toMatchObject({ projectYear: 2027, isPublicAccess: true, created });
      },
      ...refusalCell("validation", post, invalidFields),
      ...referenceCells(post, { ...references, createdBy: "person" }),
    },
  },
  readRow("project", { template: { name: expect.any(String) } }),
  ...listRows("project", {
    sorts: ["created", "modified", "name"],
    filters: projectFilters,
    idFilter: "companyId",
    more: {
      "200 list items leave fields out": async (world) => {
        const parent = await world.record("project");
        await world.record("project", { parentId: parent.id });
        const { items } = (await world.get("/project?limit=1000")).body;
        for (const item of items) expect(item).not.toHaveProperty("parentId");
      },
    },
  }),
  {
    row: "PUT /project/{projectId}",
    cells: {
      "200 project; omitted fields are cleared, created is ignored": async (world) => {
        const project = await world.record("project", { externalReference: "x", projectYear: 2027 });
        const body = { ...(await world.bodyOf("project")), name: "Renamed", created: "2001-01-01T00:00:00Z" };
        const answer = await world.call("PUT", `/project/${project.id}`, body);
        expect(answer).toMatchObject({
          status: 200,
          body: { name: "Renamed", created: project.created, number: project.number },
        });
        for (const field of ["externalReference", "projectYear", "projectStart"])
          expect(answer.body).not.toHaveProperty(field);
      },
      ...refusalCell("validation", put, invalidFields),
      ...putIdCells("project"),
      ...referenceCells(put, references),
    },
  },
  {
    row: "PATCH /project/{projectId}",
    cells: {
      "200 present sets, null clears, absent stays, {} changes nothing": async (world) => {
        const project = await world.record("project", { externalReference: "x", internalReference: "y" });
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
      ...refusalCell("validation", patch, invalidFields),
      ...patchCells("project"),
      ...referenceCells(patch, references),
    },
  },
  {
    row: "DELETE /project/{projectId}",
    cells: {
      "204 project closed, not removed": async (world) => {
        const { id } = await world.record("project");
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
