import { expect } from "vitest";
import {
  expectCreated,
  listRows,
  overrideCell,
  patchCells,
  putIdCells,
  readRow,
  referenceCells,
  refusalCell,
  writesOf,
} from "./record-cells.ts";
import { badIdCells, type ContractRow, expectProblem, type World } from "./world.ts";

const { post, put, patch } = writesOf("person");
const body = { firstName: "Liv", lastName: "Test" };

const personCells = (write: typeof post) => ({
  ...referenceCells(write, { modifiedBy: "person", companyId: "company", groupId: "group" }),
  "422 countryCode missing": async (world: World) => {
    expectProblem(await write(world, { countryCode: "XX" }), 422, "countryCode");
  },
});

const personFilters = async (world: World) => {
  const company = await world.record("company");
  const { groups } = await world.directory();
  const person = await world.record("person", {
    lastName: "Findable",
    primaryEmail: "Find.Me@example.com",
    employeeNumber: "77001",
    externalReference: "ext-1",
    companyId: company.id,
    groupId: groups[2].id,
    isActive: false,
  });
  const found = (value: string): [string, string] => [value, person.id];
  return {
    query: found("findable 77001"),
    isActive: found("false"),
    companyId: found(company.id),
    groupId: found(groups[2].id),
    employeeNumber: found("77001"),
    externalReference: found("ext-1"),
    email: found("find.me@EXAMPLE.com"),
  };
};

export const personRows: readonly ContractRow[] = [
  {
    row: "POST /person",
    cells: {
      "201 full person, Location": async (world) => {
        const answer = await post(world, { emailAliases: [{ email: "a@example.com" }] });
        await expectCreated(world, "person", answer);
        expect(answer.body).not.toHaveProperty("modified");
        expect(answer.body.emailAliases[0].id).toEqual(expect.any(String));
      },
      ...overrideCell("person"),
      "400 validation": async (world) => {
        expectProblem(await post(world, { lastName: undefined }), 400, "lastName");
        expectProblem(await post(world, { birthDate: "12.3.1980" }), 400, "birthDate");
        expectProblem(await post(world, { companyId: "x" }), 400, "companyId");
        expectProblem(await world.call("POST", "/person", "{"), 400);
      },
      ...referenceCells(post, { createdBy: "person" }),
      ...personCells(post),
    },
  },
  readRow("person", { isActive: true }),
  ...listRows("person", {
    sorts: ["created", "modified", "lastName"],
    filters: personFilters,
    idFilter: "companyId",
    fullOnly: "directPhone",
  }),
  {
    row: "GET /person/duplicates",
    cells: {
      "200 name tokens, birth date, any address; email matches first": async (world) => {
        const named = await world.record("person", {
          firstName: "Unlikely",
          lastName: "Name-Twin",
          birthDate: "1980-01-02",
        });
        const mailed = await world.record("person", { emailAliases: [{ email: "Twin@example.com" }] });
        const ids = async (query: string) =>
          (await world.get(`/person/duplicates?${query}`)).body.items.map((item: { id: string }) => item.id);
        expect(await ids("firstName=UNLIKELY&lastName=twin")).toEqual([named.id]);
        expect(await ids("lastName=twin&birthDate=1980-01-02")).toEqual([named.id]);
        expect(await ids("lastName=twin&birthDate=1981-01-02")).toEqual([]);
        expect(await ids("lastName=twin&email=twin@EXAMPLE.com")).toEqual([mailed.id, named.id]);
        expect(await ids("lastName=nobody")).toEqual([]);
      },
      "200 limit above 100 is clamped": async (world) => {
        expect((await world.get("/person/duplicates?lastName=berg&limit=5000")).status).toBe(200);
      },
      "400 no signal": async (world) => {
        expectProblem(await world.get("/person/duplicates"), 400);
      },
      "400 birthDate without a name": async (world) => {
        expectProblem(await world.get("/person/duplicates?email=a@example.com&birthDate=1980-01-02"), 400, "birthDate");
      },
      "400 invalid email": async (world) => {
        expectProblem(await world.get("/person/duplicates?email=nobody"), 400, "email");
      },
      "400 limit below 1": async (world) => {
        expectProblem(await world.get("/person/duplicates?lastName=a&limit=0"), 400, "limit");
      },
    },
  },
  {
    row: "PUT /person/{personId}",
    cells: {
      "200 person; omitted optional fields are cleared": async (world) => {
        const person = await world.record("person", { jobTitle: "Counsel", externalReference: "x" });
        const answer = await world.call("PUT", `/person/${person.id}`, { ...body, jobTitle: "Partner" });
        expect(answer.body).toMatchObject({ jobTitle: "Partner", modified: expect.any(String) });
        expect(answer.body).not.toHaveProperty("externalReference");
      },
      "200 modified and modifiedBy overrides": async (world) => {
        const { id } = await world.record("person");
        const override = { modified: "2019-05-05T00:00:00.000000Z", modifiedBy: id };
        expect((await world.call("PUT", `/person/${id}`, { ...body, ...override })).body).toMatchObject(override);
      },
      ...refusalCell("validation", put, [["lastName", undefined]]),
      ...putIdCells("person"),
      ...personCells(put),
    },
  },
  {
    row: "PATCH /person/{personId}",
    cells: {
      "200 present sets, null clears, absent stays, {} changes nothing": async (world) => {
        const person = await world.record("person", { jobTitle: "Counsel", externalReference: "x" });
        const path = `/person/${person.id}`;
        expect((await world.call("PATCH", path, {})).body).toEqual(person);
        const patched = await world.call("PATCH", path, { jobTitle: "Partner", externalReference: null });
        expect(patched.body).toMatchObject({ jobTitle: "Partner", lastName: "Test" });
        expect(patched.body).not.toHaveProperty("externalReference");
      },
      ...refusalCell("invalid value", patch, [
        ["primaryEmail", "nobody"],
        ["lastName", null],
      ]),
      ...patchCells("person"),
      ...personCells(patch),
    },
  },
  {
    row: "DELETE /person/{personId}",
    cells: {
      "204, then 404 on repeat": async (world) => {
        const { id } = await world.record("person");
        expect((await world.call("DELETE", `/person/${id}`)).status).toBe(204);
        expectProblem(await world.call("DELETE", `/person/${id}`), 404);
        expectProblem(await world.get(`/person/${id}`), 404);
      },
      ...badIdCells("person", (id) => ["DELETE", `/person/${id}`]),
    },
  },
];
