import * as z from "zod";
import { type Call, endpoint, type SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, listEndpoints, wordMatch } from "../../http/list-endpoints.ts";
import { filterId } from "../../http/session.ts";
import type { PersonRow } from "../../store/rows.ts";
import { emailsOf } from "../../store/tables.ts";
import { removeRecord, touchRecord } from "../put-record.ts";
import { actedBy, existing, type RecordResource, recordEndpoints } from "../record-endpoints.ts";
import { personDuplicates } from "./person-duplicates.ts";
import { assertFeature, erasePerson, personRow } from "./person-operations.ts";
import {
  fullPerson,
  leanPerson,
  type PersonUpdateBody,
  personCreateBody,
  personFields,
  personFull,
  personLean,
  personUpdateBody,
} from "./person-view.ts";

export const personResource: RecordResource<"person", PersonUpdateBody> = {
  kind: "person",
  createBody: personCreateBody,
  updateBody: personUpdateBody,
  answer: personFull,
  writeErrors: [422],
  notNullable: ["isActive"],
  sees: () => true,
  toBody: personFields,
  rowOf: personRow,
  removal: {
    summary: "Delete a person for good",
    modes: { delete: removeRecord("person") },
  },
};

const filters = z.object({
  query: z.string().optional().describe("words in the name, emails or employee number"),
  isActive: flagParameter,
  companyId: z.string().optional(),
  groupId: z.string().optional(),
  employeeNumber: z.string().optional(),
  externalReference: z.string().optional(),
  email: z.string().optional(),
});

export function personEndpoints(app: SandboxHono): void {
  listEndpoints(app, {
    path: "/person",
    filters,
    filtersTimeline: false,
    sorts: { created: "created", modified: "modifiedOrNull", lastName: "lastName" },
    lean: personLean,
    full: personFull,
    select: (session, filter) => ({
      table: session.instance.tables.person,
      equals: [
        ["isActive", filter.isActive],
        ["companyId", filterId(session, "company", "companyId", filter.companyId)],
        ["groupId", filterId(session, "group", "groupId", filter.groupId)],
        ["employeeNumber", filter.employeeNumber],
        ["externalReference", filter.externalReference],
        ["email", filter.email?.toLowerCase()],
      ],
      matches: wordMatch(filter.query, searchedText),
    }),
    render: ({ instance }, row, view) => (view === "full" ? fullPerson : leanPerson)(instance, row),
  });
  personDuplicates(app);
  recordEndpoints(app, personResource);
  deletionEndpoints(app);
}

const searchedText = (row: PersonRow): string =>
  [row.firstName, row.lastName, row.employeeNumber, ...emailsOf(row)].join(" ");

function deletionEndpoints(app: SandboxHono): void {
  const path = "/person/{personId}/planned-deletion-date";
  const personOf = (call: Call<unknown, unknown>) => {
    assertFeature(call.session.instance);
    return existing(call, personResource);
  };
  endpoint(app, {
    method: "put",
    path,
    summary: "Set the planned deletion date",
    body: z.object({ plannedDeletionDate: z.iso.date() }),
    answer: personFull,
    handle: (call) => {
      const { instance, actorId } = call.session;
      const row = personOf(call);
      const planned = touchRecord(instance, instance.startWrite(actorId), "person", row, call.body);
      return { body: { ...fullPerson(instance, planned), ...actedBy(call.session) } };
    },
  });
  endpoint(app, {
    method: "delete",
    path,
    summary: "Clear the planned deletion date",
    status: 204,
    handle: (call) => {
      const { instance, actorId } = call.session;
      const row = personOf(call);
      if (row.plannedDeletionDate !== undefined)
        touchRecord(instance, instance.startWrite(actorId), "person", row, { plannedDeletionDate: undefined });
      return {};
    },
  });
  endpoint(app, {
    method: "delete",
    path: "/person/{personId}/gdpr",
    summary: "Enqueue the erasure of a person's data",
    status: 202,
    handle: (call) => {
      const { instance, actorId } = call.session;
      const { id } = personOf(call);
      void instance.clock.sleep(instance.settings.erasureMilliseconds).then(() => {
        const row = instance.tables.person.get(id);
        if (row !== undefined && !instance.isClosed) erasePerson(instance, instance.startWrite(actorId), row);
      });
      return {};
    },
  });
}
