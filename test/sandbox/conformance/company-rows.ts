import { expect } from "vitest";
import { offsetCells } from "./list-cells.ts";
import {
  expectCreated,
  listRows,
  overrideCell,
  patchCells,
  putIdCells,
  readRow,
  referenceCells,
  refusalCell,
  unknownModeCell,
  writesOf,
} from "./record-cells.ts";
import { badIdCells, type Cells, type ContractRow, expectProblem, World } from "./world.ts";

const { post, put, patch } = writesOf("company");
type Write = typeof post;

const companyReferences = {
  modifiedBy: "person",
  parentId: "company",
  ownerGroupId: "group",
  templateId: "company-template",
  responsiblePersonId: "person",
  invoiceCompanyId: "company",
  invoiceRecipientId: "person",
} as const;

const countryCell = (write: Write): Cells => ({
  "422 unknown country": async (world) => {
    expectProblem(await write(world, { countryCode: "XX" }), 422, "countryCode");
    expectProblem(await write(world, { invoiceCountryCode: "XX" }), 422, "invoiceCountryCode");
  },
});

const conflictCells = (write: Write): Cells => ({
  "409 companyNumber already used": async (world) => {
    await world.record("company", { companyNumber: "4711" });
    expectProblem(await write(world, { companyNumber: "4711" }), 409, "companyNumber");
  },
  "409 organisation number already used": async (world) => {
    const organizationalNumbers = [{ orgNumber: "987654321", countryCode: "NO" }];
    await world.record("company", { organizationalNumbers });
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

const companyFilters = async (world: World) => {
  const { groups } = await world.directory();
  const { id } = await world.record("company", {
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

export const companyRows: readonly ContractRow[] = [
  {
    row: "POST /company",
    cells: {
      "201 full company, Location": async (world) => {
        const organizationalNumbers = [{ orgNumber: "987654321", countryCode: "SE" }];
        const answer = await post(world, { organizationalNumbers, isPrivate: "false", postAddress: "Storgata 1" });
        await expectCreated(world, "company", answer);
        expect(answer.body).toMatchObject({
          name: "Test AS",
          isPrivate: false,
          invoiceAddress: "Storgata 1",
          organizationalNumbers: [{ orgNumber: "987654321", country: { code: "SE", name: "Sweden" } }],
        });
      },
      ...overrideCell("company"),
      ...refusalCell("validation", post, invalidFields),
      ...conflictCells(post),
      ...referenceCells(post, { ...companyReferences, createdBy: "person" }),
      ...countryCell(post),
    },
  },
  readRow("company", { amlIsMonitored: expect.any(Boolean) }),
  ...listRows("company", {
    sorts: ["created", "modified", "name"],
    filters: companyFilters,
    idFilter: "ownerGroupId",
    fullOnly: "postAddress",
  }),
  {
    row: "GET /company/duplicates",
    cells: {
      "200 organisation-number matches first": async (world) => {
        const byNumber = await world.record("company", { companyNumber: "4711" });
        const byOrg = await world.record("company", {
          organizationalNumbers: [{ orgNumber: "987654321", countryCode: "NO" }],
        });
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
        const company = await world.record("company", { homePage: "https://example.com", companyNumber: "4711" });
        const answer = await world.call("PUT", `/company/${company.id}`, {
          ...(await world.bodyOf("company")),
          companyNumber: "4711",
        });
        expect(answer).toMatchObject({ status: 200, body: { companyNumber: "4711", modified: expect.any(String) } });
        expect(answer.body).not.toHaveProperty("homePage");
      },
      ...refusalCell("validation", put, invalidFields),
      ...putIdCells("company"),
      ...conflictCells(put),
      ...referenceCells(put, companyReferences),
      ...countryCell(put),
    },
  },
  {
    row: "PATCH /company/{companyId}",
    cells: {
      "200 present sets, null clears, absent stays, {} changes nothing": async (world) => {
        const company = await world.record("company", { homePage: "https://example.com", email: "a@example.com" });
        const path = `/company/${company.id}`;
        expect((await world.call("PATCH", path, {})).body).toEqual(company);
        const patched = await world.call("PATCH", path, { homePage: null, riskValue: "high" });
        expect(patched.body).toMatchObject({ email: "a@example.com", riskValue: "high", amlRiskValue: "high" });
        expect(patched.body).not.toHaveProperty("homePage");
      },
      ...refusalCell("a required field cleared", patch, [
        ["name", null],
        ["isActive", null],
      ]),
      ...refusalCell("validation", patch, invalidFields),
      ...patchCells("company"),
      ...conflictCells(patch),
      ...referenceCells(patch, companyReferences),
      ...countryCell(patch),
    },
  },
  {
    row: "DELETE /company/{companyId}",
    cells: {
      "204 deactivate is the default": async (world) => {
        const { id } = await world.record("company");
        expect((await world.call("DELETE", `/company/${id}`)).status).toBe(204);
        expect((await world.get(`/company/${id}`)).body.isActive).toBe(false);
      },
      "204 mode=delete, then 404 on repeat": async (world) => {
        const { id } = await world.record("company");
        expect((await world.call("DELETE", `/company/${id}?mode=delete`)).status).toBe(204);
        expectProblem(await world.call("DELETE", `/company/${id}?mode=delete`), 404);
      },
      ...unknownModeCell("company"),
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
