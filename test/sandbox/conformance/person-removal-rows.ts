import { expect } from "vitest";
import { badIdCells, type Cells, type ContractRow, expectProblem } from "./world.ts";

const planned = "/person/{personId}/planned-deletion-date";
const gated = (method: string, path: string, payload?: unknown): Cells => ({
  "403 without the feature": async (world) => {
    await world.helper("PATCH", "/settings", { gdprPersonDelete: false });
    const { id } = await world.record("person");
    expectProblem(await world.call(method, path.replace("{personId}", id), payload), 403);
  },
});

export const personRemovalRows: readonly ContractRow[] = [
  {
    row: `PUT ${planned}`,
    cells: {
      "200 person with plannedDeletionDate": async (world) => {
        const { id } = await world.record("person");
        const answer = await world.call("PUT", `/person/${id}/planned-deletion-date`, {
          plannedDeletionDate: "2030-01-31",
        });
        expect(answer).toMatchObject({ status: 200, body: { id, plannedDeletionDate: "2030-01-31" } });
      },
      "400 missing or invalid date": async (world) => {
        const { id } = await world.record("person");
        expectProblem(await world.call("PUT", `/person/${id}/planned-deletion-date`, {}), 400, "plannedDeletionDate");
        const invalid = { plannedDeletionDate: "2030-02-30" };
        expectProblem(
          await world.call("PUT", `/person/${id}/planned-deletion-date`, invalid),
          400,
          "plannedDeletionDate",
        );
      },
      ...badIdCells("person", (id) => [
        "PUT",
        `/person/${id}/planned-deletion-date`,
        { plannedDeletionDate: "2030-01-31" },
      ]),
      ...gated("PUT", planned, { plannedDeletionDate: "2030-01-31" }),
    },
  },
  {
    row: `DELETE ${planned}`,
    cells: {
      "204 the date is cleared": async (world) => {
        const { id } = await world.record("person");
        await world.call("PUT", `/person/${id}/planned-deletion-date`, { plannedDeletionDate: "2030-01-31" });
        expect((await world.call("DELETE", `/person/${id}/planned-deletion-date`)).status).toBe(204);
        expect((await world.get(`/person/${id}`)).body).not.toHaveProperty("plannedDeletionDate");
      },
      ...badIdCells("person", (id) => ["DELETE", `/person/${id}/planned-deletion-date`]),
      ...gated("DELETE", planned),
    },
  },
  {
    row: "DELETE /person/{personId}/gdpr",
    cells: {
      "202, and the erasure reaches list consumers as an update": async (world) => {
        const person = await world.record("person", { primaryEmail: "gone@example.com", birthDate: "1980-01-02" });
        expect((await world.call("DELETE", `/person/${person.id}/gdpr`)).status).toBe(202);
        await new Promise((resolve) => setImmediate(resolve));
        const timeline = await world.get("/person/timeline?key=modified&view=full&limit=100");
        const erased = timeline.body.items.at(-1);
        expect(erased).toMatchObject({ id: person.id, isActive: false });
        for (const field of ["firstName", "primaryEmail", "birthDate"]) expect(erased).not.toHaveProperty(field);
      },
      ...badIdCells("person", (id) => ["DELETE", `/person/${id}/gdpr`]),
      ...gated("DELETE", "/person/{personId}/gdpr"),
    },
  },
];
