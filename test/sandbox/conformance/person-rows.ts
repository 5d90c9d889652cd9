import { expect } from "vitest";
import { badFilterCell, cursorCells, filterCell, offsetCells, timelineCells, viewCells } from "./list-cells.ts";
import { badIdCells, type Cells, type ContractRow, expectProblem, type World } from "./world.ts";

const body = { firstName: "Liv", lastName: "Test" };

const referenceCells = (
  request: (world: World, fields: object) => Promise<{ status: number }>,
  fields: readonly string[],
): Cells =>
  Object.fromEntries(
    fields.map((field) => [
      `422 ${field} missing`,
      async (world: World) => {
        const missing: Record<string, string> = {
          createdBy: world.missing("person"),
          modifiedBy: world.missing("person"),
          companyId: world.missing("company"),
          groupId: world.missing("group"),
          countryCode: "XX",
        };
        const answer = await request(world, { [field]: missing[field] });
        expect(answer.status).toBe(422);
      },
    ]),
  );

const personFilters = async (world: World) => {
  const company = await world.company();
  const { groups } = await world.directory();
  const person = await world.person({
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

const listCells = (path: string): Cells => ({
  ...filterCell(() => path, personFilters),
  ...badFilterCell(() => path, "companyId"),
  ...viewCells(() => path, "/person", "directPhone"),
});

export const personRows: readonly ContractRow[] = [
  {
    row: "POST /person",
    cells: {
      "201 full person, Location": async (world) => {
        const answer = await world.call("POST", "/person", { ...body, emailAliases: [{ email: "a@example.com" }] });
        expect(answer.status).toBe(201);
        expect(answer.headers.get("location")).toMatch(new RegExp(`/person/${answer.body.id}$`));
        expect((await world.get(`/person/${answer.body.id}`)).body).toEqual(answer.body);
        expect(answer.body).not.toHaveProperty("modified");
        expect(answer.body.emailAliases[0].id).toEqual(expect.any(String));
      },
      "201 created and createdBy overrides": async (world) => {
        const createdBy = (await world.first("/person")).id;
        const created = "2020-01-02T03:04:05.000006Z";
        expect(await world.person({ created, createdBy })).toMatchObject({ created, createdBy });
      },
      "400 validation": async (world) => {
        expectProblem(await world.call("POST", "/person", { firstName: "Liv" }), 400, "lastName");
        expectProblem(await world.call("POST", "/person", { ...body, birthDate: "12.3.1980" }), 400, "birthDate");
        expectProblem(await world.call("POST", "/person", { ...body, companyId: "x" }), 400, "companyId");
        expectProblem(await world.call("POST", "/person", "{"), 400);
      },
      ...referenceCells(
        (world, fields) => world.call("POST", "/person", { ...body, ...fields }),
        ["createdBy", "modifiedBy", "companyId", "countryCode", "groupId"],
      ),
    },
  },
  {
    row: "GET /person/{personId}",
    cells: {
      "200 person": async (world) => {
        const { id } = await world.first("/person");
        expect((await world.get(`/person/${id}`)).body).toMatchObject({ id, isActive: true });
      },
      ...badIdCells("person", (id) => ["GET", `/person/${id}`]),
    },
  },
  {
    row: "GET /person",
    cells: { ...offsetCells(() => "/person", ["created", "modified", "lastName"]), ...listCells("/person") },
  },
  {
    row: "GET /person/cursor",
    cells: {
      ...cursorCells(
        () => "/person/cursor",
        () => "/company/cursor",
      ),
      ...listCells("/person/cursor"),
    },
  },
  {
    row: "GET /person/timeline",
    cells: {
      ...timelineCells(
        () => "/person/timeline",
        () => "/person/cursor",
        ["created", "modified"],
      ),
      ...viewCells(() => "/person/timeline?key=created", "/person", "directPhone"),
    },
  },
  {
    row: "GET /person/duplicates",
    cells: {
      "200 name tokens, birth date, any address; email matches first": async (world) => {
        const named = await world.person({ firstName: "Unlikely", lastName: "Name-Twin", birthDate: "1980-01-02" });
        const mailed = await world.person({ emailAliases: [{ email: "Twin@example.com" }] });
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
        const person = await world.person({ jobTitle: "Counsel", externalReference: "x" });
        const answer = await world.call("PUT", `/person/${person.id}`, { ...body, jobTitle: "Partner" });
        expect(answer.body).toMatchObject({ jobTitle: "Partner", modified: expect.any(String) });
        expect(answer.body).not.toHaveProperty("externalReference");
      },
      "200 modified and modifiedBy overrides": async (world) => {
        const { id } = await world.person();
        const override = { modified: "2019-05-05T00:00:00.000000Z", modifiedBy: id };
        expect((await world.call("PUT", `/person/${id}`, { ...body, ...override })).body).toMatchObject(override);
      },
      "400 validation": async (world) => {
        const { id } = await world.person();
        expectProblem(await world.call("PUT", `/person/${id}`, { firstName: "Liv" }), 400, "lastName");
      },
      ...badIdCells("person", (id) => ["PUT", `/person/${id}`, body]),
      ...referenceCells(
        async (world, fields) => world.call("PUT", `/person/${(await world.person()).id}`, { ...body, ...fields }),
        ["modifiedBy", "companyId", "countryCode", "groupId"],
      ),
    },
  },
  {
    row: "PATCH /person/{personId}",
    cells: {
      "200 present sets, null clears, absent stays, {} changes nothing": async (world) => {
        const person = await world.person({ jobTitle: "Counsel", externalReference: "x" });
        const path = `/person/${person.id}`;
        expect((await world.call("PATCH", path, {})).body).toEqual(person);
        const patched = await world.call("PATCH", path, { jobTitle: "Partner", externalReference: null });
        expect(patched.body).toMatchObject({ jobTitle: "Partner", lastName: "Test" });
        expect(patched.body).not.toHaveProperty("externalReference");
      },
      "400 invalid value": async (world) => {
        const { id } = await world.person();
        expectProblem(await world.call("PATCH", `/person/${id}`, { primaryEmail: "nobody" }), 400, "primaryEmail");
        expectProblem(await world.call("PATCH", `/person/${id}`, { lastName: null }), 400, "lastName");
      },
      "415 another Content-Type": async (world) => {
        const { id } = await world.person();
        const headers = { "content-type": "application/json" };
        expectProblem(await world.call("PATCH", `/person/${id}`, { jobTitle: "x" }, headers), 415);
      },
      ...badIdCells("person", (id) => ["PATCH", `/person/${id}`, { jobTitle: "x" }]),
      ...referenceCells(
        async (world, fields) => world.call("PATCH", `/person/${(await world.person()).id}`, fields),
        ["modifiedBy", "companyId", "countryCode", "groupId"],
      ),
    },
  },
  {
    row: "DELETE /person/{personId}",
    cells: {
      "204, then 404 on repeat": async (world) => {
        const { id } = await world.person();
        expect((await world.call("DELETE", `/person/${id}`)).status).toBe(204);
        expectProblem(await world.call("DELETE", `/person/${id}`), 404);
        expectProblem(await world.get(`/person/${id}`), 404);
      },
      ...badIdCells("person", (id) => ["DELETE", `/person/${id}`]),
    },
  },
];
