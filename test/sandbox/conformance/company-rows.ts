import { expect } from "vitest";
import { badFilterCell, cursorCells, filterCell, offsetCells, timelineCells, viewCells } from "./list-cells.ts";
import { badIdCells, type Cells, type ContractRow, expectProblem, World } from "./world.ts";

type Write = (world: World, fields: object) => Promise<Awaited<ReturnType<World["call"]>>>;

const post: Write = async (world, fields) =>
  world.call("POST", "/company", { ...(await world.companyBody()), ...fields });
const put: Write = async (world, fields) => {
  const { id } = await world.company();
  return world.call("PUT", `/company/${id}`, { ...(await world.companyBody()), ...fields });
};
const patch: Write = async (world, fields) => world.call("PATCH", `/company/${(await world.company()).id}`, fields);

const referenceCells = (write: Write, isCreate: boolean): Cells => {
  const kinds = {
    ...(isCreate && { createdBy: "person" as const }),
    modifiedBy: "person",
    parentId: "company",
    ownerGroupId: "group",
    templateId: "company-template",
    responsiblePersonId: "person",
    invoiceCompanyId: "company",
    invoiceRecipientId: "person",
  } as const;
  return {
    ...Object.fromEntries(
      Object.entries<Parameters<World["missing"]>[0]>(kinds).map(([field, kind]) => [
        `422 ${field} missing`,
        async (world: World) => {
          expectProblem(await write(world, { [field]: world.missing(kind) }), 422, field);
        },
      ]),
    ),
    "422 unknown country": async (world) => {
      expectProblem(await write(world, { countryCode: "XX" }), 422, "countryCode");
      expectProblem(await write(world, { invoiceCountryCode: "XX" }), 422, "invoiceCountryCode");
    },
  };
};

const conflictCells = (write: Write): Cells => ({
  "409 companyNumber already used": async (world) => {
    await world.company({ companyNumber: "4711" });
    expectProblem(await write(world, { companyNumber: "4711" }), 409, "companyNumber");
  },
  "409 organisation number already used": async (world) => {
    const organizationalNumbers = [{ orgNumber: "987654321", countryCode: "NO" }];
    await world.company({ organizationalNumbers });
    expectProblem(await write(world, { organizationalNumbers }), 409, "organizationalNumbers");
  },
});

const invalidFields: readonly (readonly [field: string, value: unknown])[] = [
  ["name", " "],
  ["mainPhone", "call me"],
  ["email", "nobody"],
  ["homePage", "no url"],
  ["isActive", "perhaps"],
  ["ownerGroupId", "not-an-id"],
  [
    "organizationalNumbers",
    [
      { orgNumber: "1", countryCode: "NO" },
      { orgNumber: "2", countryCode: "NO" },
    ],
  ],
];

const validationCell = (write: Write): Cells => ({
  "400 validation": async (world) => {
    for (const [field, value] of invalidFields) expectProblem(await write(world, { [field]: value }), 400, field);
  },
});

const companyFilters = async (world: World) => {
  const { groups } = await world.directory();
  const { id } = await world.company({
    name: "Findable Quarry",
    ownerGroupId: groups[2].id,
    isActive: false,
    companyNumber: "4711",
    externalReference: "ext-1",
    organizationalNumbers: [{ orgNumber: "987654321", countryCode: "NO" }],
  });
  const found = (value: string): [string, string] => [value, id];
  return {
    query: found("quarry"),
    isActive: found("false"),
    ownerGroupId: found(groups[2].id),
    orgNumber: found("987654321"),
    companyNumber: found("4711"),
    externalReference: found("ext-1"),
  };
};

const listCells = (path: string): Cells => ({
  ...filterCell(() => path, companyFilters),
  ...badFilterCell(() => path, "ownerGroupId"),
  ...viewCells(() => path, "/company", "postAddress"),
});

export const companyRows: readonly ContractRow[] = [
  {
    row: "POST /company",
    cells: {
      "201 full company, Location": async (world) => {
        const organizationalNumbers = [{ orgNumber: "987654321", countryCode: "SE" }];
        const answer = await post(world, { organizationalNumbers, isPrivate: "false", postAddress: "Storgata 1" });
        expect(answer.status).toBe(201);
        expect(answer.headers.get("location")).toMatch(new RegExp(`/company/${answer.body.id}$`));
        expect(answer.body).toMatchObject({
          name: "Test AS",
          isPrivate: false,
          invoiceAddress: "Storgata 1",
          organizationalNumbers: [{ orgNumber: "987654321", country: { code: "SE", name: "Sweden" } }],
        });
        expect((await world.get(`/company/${answer.body.id}`)).body).toEqual(answer.body);
      },
      "201 created and createdBy overrides": async (world) => {
        const createdBy = (await world.first("/person")).id;
        const created = "2020-01-02T03:04:05.000006Z";
        expect(await world.company({ created, createdBy })).toMatchObject({ created, createdBy });
      },
      ...validationCell(post),
      ...conflictCells(post),
      ...referenceCells(post, true),
    },
  },
  {
    row: "GET /company/{companyId}",
    cells: {
      "200 company": async (world) => {
        const { id } = await world.first("/company");
        expect((await world.get(`/company/${id}`)).body).toMatchObject({ id, amlIsMonitored: expect.any(Boolean) });
      },
      ...badIdCells("company", (id) => ["GET", `/company/${id}`]),
    },
  },
  {
    row: "GET /company",
    cells: { ...offsetCells(() => "/company", ["created", "modified", "name"]), ...listCells("/company") },
  },
  {
    row: "GET /company/cursor",
    cells: {
      ...cursorCells(
        () => "/company/cursor",
        () => "/person/cursor",
      ),
      ...listCells("/company/cursor"),
    },
  },
  {
    row: "GET /company/timeline",
    cells: {
      ...timelineCells(
        () => "/company/timeline",
        () => "/company/cursor",
        ["created", "modified"],
      ),
      ...viewCells(() => "/company/timeline?key=created", "/company", "postAddress"),
    },
  },
  {
    row: "GET /company/duplicates",
    cells: {
      "200 organisation-number matches first": async (world) => {
        const byNumber = await world.company({ companyNumber: "4711" });
        const byOrg = await world.company({ organizationalNumbers: [{ orgNumber: "987654321", countryCode: "NO" }] });
        const { body } = await world.get("/company/duplicates?orgNumber=987654321&companyNumber=4711");
        expect(body.items.map((item: { company: { id: string } }) => item.company.id)).toEqual([byOrg.id, byNumber.id]);
        expect((await world.get("/company/duplicates?orgNumber=1&limit=900")).body.items).toEqual([]);
      },
      "200 the holder is left out when the caller may not see it": async () => {
        // Only a larger world has a private company.
        const world = await World.open({});
        const hidden = [...world.instance.tables.company.all()].find((row) => row.isPrivate)!;
        const { body } = await world.get(`/company/duplicates?companyNumber=${hidden.texts.companyNumber}`);
        expect(body.items).toEqual([{ matchedOn: "companyNumber" }]);
      },
      "400 no signal": async (world) => {
        expectProblem(await world.get("/company/duplicates"), 400);
      },
      "400 limit below 1": async (world) => {
        expectProblem(await world.get("/company/duplicates?orgNumber=1&limit=0"), 400, "limit");
      },
    },
  },
  {
    row: "PUT /company/{companyId}",
    cells: {
      "200 company; omitted optional fields are cleared": async (world) => {
        const company = await world.company({ homePage: "https://example.com", companyNumber: "4711" });
        const answer = await world.call("PUT", `/company/${company.id}`, {
          ...(await world.companyBody()),
          companyNumber: "4711",
        });
        expect(answer).toMatchObject({ status: 200, body: { companyNumber: "4711", modified: expect.any(String) } });
        expect(answer.body).not.toHaveProperty("homePage");
      },
      ...validationCell(put),
      ...badIdCells("company", (id) => ["PUT", `/company/${id}`, { name: "x", countryCode: "NO", ownerGroupId: "x" }]),
      ...conflictCells(put),
      ...referenceCells(put, false),
    },
  },
  {
    row: "PATCH /company/{companyId}",
    cells: {
      "200 present sets, null clears, absent stays, {} changes nothing": async (world) => {
        const company = await world.company({ homePage: "https://example.com", email: "a@example.com" });
        const path = `/company/${company.id}`;
        expect((await world.call("PATCH", path, {})).body).toEqual(company);
        const patched = await world.call("PATCH", path, { homePage: null, riskValue: "high" });
        expect(patched.body).toMatchObject({ email: "a@example.com", riskValue: "high", amlRiskValue: "high" });
        expect(patched.body).not.toHaveProperty("homePage");
      },
      "400 a required field cleared": async (world) => {
        expectProblem(await patch(world, { name: null }), 400, "name");
        expectProblem(await patch(world, { isActive: null }), 400, "isActive");
      },
      ...validationCell(patch),
      ...badIdCells("company", (id) => ["PATCH", `/company/${id}`, { name: "x" }]),
      ...conflictCells(patch),
      "415 another Content-Type": async (world) => {
        const { id } = await world.company();
        expectProblem(await world.call("PATCH", `/company/${id}`, {}, { "content-type": "application/json" }), 415);
      },
      ...referenceCells(patch, false),
    },
  },
  {
    row: "DELETE /company/{companyId}",
    cells: {
      "204 deactivate is the default": async (world) => {
        const { id } = await world.company();
        expect((await world.call("DELETE", `/company/${id}`)).status).toBe(204);
        expect((await world.get(`/company/${id}`)).body.isActive).toBe(false);
      },
      "204 mode=delete, then 404 on repeat": async (world) => {
        const { id } = await world.company();
        expect((await world.call("DELETE", `/company/${id}?mode=delete`)).status).toBe(204);
        expectProblem(await world.call("DELETE", `/company/${id}?mode=delete`), 404);
      },
      "400 unknown mode": async (world) => {
        expectProblem(await world.call("DELETE", `/company/${(await world.company()).id}?mode=burn`), 400, "mode");
        expectProblem(await world.call("DELETE", `/company/${(await world.company()).id}?mode=`), 400, "mode");
      },
      ...badIdCells("company", (id) => ["DELETE", `/company/${id}`]),
    },
  },
  {
    row: "GET /company-template",
    cells: {
      ...offsetCells(() => "/company-template", []),
      "200 by name, filtered, with its own list fields": async (world) => {
        const { items } = (await world.get("/company-template")).body;
        expect(items.map((item: { name: string }) => item.name)).toEqual(["Client", "Prospect", "Supplier"]);
        expect(items[0]).toMatchObject({ numCompanies: expect.any(Number), isDefaultPublicAccess: false });
        expect(items[0]).not.toHaveProperty("shouldBeRiskAssessed");
        const only = async (filter: string) =>
          (await world.get(`/company-template?${filter}`)).body.items.map((item: { name: string }) => item.name);
        expect(await only("isActive=false")).toEqual(["Prospect"]);
        expect(await only("shouldBeMonitored=true")).toEqual(["Client"]);
      },
    },
  },
  {
    row: "GET /company-template/{templateId}",
    cells: {
      "200 template without the list-only count": async (world) => {
        const { id } = await world.first("/company-template");
        const { body } = await world.get(`/company-template/${id}`);
        expect(body).toMatchObject({ id, shouldBeRiskAssessed: true, redirectToProjectAfterCreate: false });
        expect(body).not.toHaveProperty("numCompanies");
      },
      ...badIdCells("company-template", (id) => ["GET", `/company-template/${id}`]),
    },
  },
];
