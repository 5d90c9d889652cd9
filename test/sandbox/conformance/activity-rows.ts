import { expect } from "vitest";
import {
  expectCreated,
  listRows,
  patchCells,
  putIdCells,
  readRow,
  refusalCell,
  unknownModeCell,
  writesOf,
} from "./record-cells.ts";
import { badIdCells, type Cells, type ContractRow, expectProblem, type World } from "./world.ts";

const { post, put, patch } = writesOf("activity");
type Write = typeof post;

/** An existing id, but not on the template of the test projects' assignment twin. */
const unavailable = async (world: World, write: Write, list: string, field: string) => {
  const directory = await world.directory();
  const assignment = (await world.get("/project-template")).body.items[1];
  const project = await world.record("project", { templateId: assignment.id });
  return write(world, { projectId: project.id, [field]: directory[list].at(-1).id });
};

const referenceCells = (write: Write): Cells => ({
  "422 project missing": async (world) => {
    expectProblem(await write(world, { projectId: world.missing("project") }), 422, "projectId");
  },
  "422 phase missing, or another project's": async (world) => {
    expectProblem(await write(world, { projectPhaseId: world.missing("phase") }), 422, "projectPhaseId");
    const { phases } = await world.directory();
    expectProblem(await write(world, { projectPhaseId: phases[0].id }), 422, "projectPhaseId");
  },
  "422 responsible person missing": async (world) => {
    expectProblem(await write(world, { responsiblePersonId: world.missing("person") }), 422, "responsiblePersonId");
  },
  ...Object.fromEntries(
    [
      ["typeId", "types"],
      ["priorityId", "priorities"],
      ["severityId", "severities"],
      ["resolutionId", "resolutions"],
    ].map(([field, list]) => [
      `422 ${field} not available on the project's template`,
      async (world: World) => {
        expectProblem(await unavailable(world, write, list!, field!), 422, field);
      },
    ]),
  ),
});

const activityFilters = async (world: World) => {
  const company = await world.record("company");
  const project = await world.record("project", { companyId: company.id });
  const responsible = await world.record("person");
  const activity = await world.record("activity", {
    name: "Findable quarry",
    projectId: project.id,
    responsiblePersonId: responsible.id,
    dueDate: "2020-01-01",
  });
  await world.call("DELETE", `/activity/${activity.id}`);
  const { statuses } = await world.directory();
  const found = (value: string): [string, string] => [value, activity.id];
  return {
    projectId: found(project.id),
    companyId: found(company.id),
    responsibleId: found(responsible.id),
    statusId: found(statuses[2].id),
    isActive: found("false"),
    query: found("QUARRY"),
    dueBefore: found("2020-01-02"),
  };
};

export const activityRows: readonly ContractRow[] = [
  {
    row: "POST /activity",
    cells: {
      "201 full activity at the project's default status, Location": async (world) => {
        const directory = await world.directory();
        const answer = await post(world, {
          estimate: "2.5",
          typeId: directory.types[0].id,
          status: "Closed",
          created: "2001-01-01T00:00:00Z",
        });
        await expectCreated(world, "activity", answer);
        expect(answer.body).toMatchObject({
          status: { name: "Open" },
          type: { name: "Task" },
          estimate: 2.5,
          includeInAssignmentAgreement: false,
          createdBy: { name: expect.any(String) },
        });
        expect(answer.body.created).not.toMatch(/^2001/);
      },
      ...refusalCell("name or projectId missing", post, [
        ["name", undefined],
        ["projectId", undefined],
        ["dueDate", "soon"],
      ]),
      ...referenceCells(post),
    },
  },
  readRow("activity", { responsible: { name: expect.any(String) } }),
  ...listRows("activity", {
    sorts: ["created", "modified", "name", "dueDate"],
    filters: activityFilters,
    idFilter: "statusId",
    filtersTimeline: true,
  }),
  {
    row: "PUT /activity/{activityId}",
    cells: {
      "200 omitted fields are cleared, classifications and flags are kept": async (world) => {
        const { types, priorities } = await world.directory();
        const activity = await world.record("activity", {
          description: "x",
          estimate: 3,
          typeId: types[0].id,
          priorityId: priorities[1].id,
          includeInAssignmentAgreement: true,
        });
        const answer = await world.call("PUT", `/activity/${activity.id}`, {
          name: "New",
          projectId: activity.project.id,
        });
        expect(answer.body).toMatchObject({
          name: "New",
          type: activity.type,
          priority: activity.priority,
          includeInAssignmentAgreement: true,
          modified: expect.any(String),
        });
        for (const field of ["description", "estimate"]) expect(answer.body).not.toHaveProperty(field);
      },
      ...refusalCell("name or projectId missing", put, [["projectId", undefined]]),
      ...putIdCells("activity"),
      ...referenceCells(put),
    },
  },
  {
    row: "PATCH /activity/{activityId}",
    cells: {
      "200 present sets, null clears, status is not patchable": async (world) => {
        const { types, statuses } = await world.directory();
        const activity = await world.record("activity", { description: "x", typeId: types[0].id });
        const path = `/activity/${activity.id}`;
        expect((await world.call("PATCH", path, {})).body).toEqual(activity);
        const patched = await world.call("PATCH", path, {
          typeId: null,
          name: "New",
          statusId: statuses[2].id,
          status: "x",
        });
        expect(patched.body).toMatchObject({ name: "New", description: "x", status: activity.status });
        expect(patched.body).not.toHaveProperty("type");
      },
      ...refusalCell("unparseable value", patch, [["estimate", "many"]]),
      ...refusalCell("a non-nullable field cleared", patch, [
        ["name", null],
        ["projectId", null],
        ["productTxRequiredWhenDone", null],
      ]),
      ...patchCells("activity"),
      ...referenceCells(patch),
    },
  },
  {
    row: "DELETE /activity/{activityId}",
    cells: {
      "204 close is the default": async (world) => {
        const { id } = await world.record("activity");
        expect((await world.call("DELETE", `/activity/${id}`)).status).toBe(204);
        expect((await world.get(`/activity/${id}`)).body.status).toMatchObject({ name: "Closed" });
      },
      "204 mode=delete is permanent": async (world) => {
        const { id } = await world.record("activity");
        expect((await world.call("DELETE", `/activity/${id}?mode=delete`)).status).toBe(204);
        expectProblem(await world.get(`/activity/${id}`), 404);
      },
      ...unknownModeCell("activity"),
      ...badIdCells("activity", (id) => ["DELETE", `/activity/${id}`]),
    },
  },
];
