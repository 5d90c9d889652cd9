import * as z from "zod";
import { endpoint, type SandboxHono } from "../../http/endpoint.ts";
import { flagParameter, listEndpoints } from "../../http/list-endpoints.ts";
import { given } from "../../http/selection.ts";
import { filterId, pathId } from "../../http/session.ts";
import type { SortKey } from "../../store/ordered-index.ts";
import type { PersonRow } from "../../store/rows.ts";
import { emailsOf } from "../../store/tables.ts";
import { actedBy, existing, type RecordResource, recordEndpoints } from "../record-endpoints.ts";
import { personDuplicates } from "./person-duplicates.ts";
import {
  assertFeature,
  createPerson,
  deletePerson,
  erasePerson,
  planDeletion,
  replacePerson,
} from "./person-operations.ts";
import { personCreateBody, personFull, personLean, personUpdateBody } from "./person-schemas.ts";
import { fullPerson, leanPerson, personBody } from "./person-view.ts";

export const personResource: RecordResource<PersonRow, typeof personCreateBody, typeof personUpdateBody> = {
  kind: "person",
  tag: "Person",
  createBody: personCreateBody,
  updateBody: personUpdateBody,
  answer: personFull,
  writeErrors: [422],
  notNullable: ["isActive"],
  find: ({ instance }, id) => instance.tables.person.get(id),
  render: fullPerson,
  toBody: personBody,
  create: createPerson,
  replace: replacePerson,
};

const filters = z.object({
  query: z.string().optional().describe("name, email, employee number"),
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
    tag: "Person",
    filters,
    sorts: { created: "created", modified: "modifiedOrNull", lastName: "lastName" },
    hasViews: true,
    lean: personLean,
    full: personFull,
    select: (session, filter) => {
      const equals: [string, SortKey | undefined][] = [
        ["isActive", filter.isActive],
        ["companyId", filterId(session, "company", "companyId", filter.companyId)],
        ["groupId", filterId(session, "group", "groupId", filter.groupId)],
        ["employeeNumber", filter.employeeNumber],
        ["externalReference", filter.externalReference],
        ["email", filter.email?.toLowerCase()],
      ];
      return { table: session.instance.tables.person, equals: given(equals), matches: textMatch(filter.query) };
    },
    render: ({ instance }, row, view) => (view === "full" ? fullPerson : leanPerson)(instance, row),
  });
  personDuplicates(app);
  recordEndpoints(app, personResource);
  removalEndpoints(app);
}

function textMatch(query: string | undefined): ((row: PersonRow) => boolean) | undefined {
  if (query === undefined) return undefined;
  const words = query.toLowerCase().split(/\s+/);
  return (row) => {
    const text = [row.firstName, row.lastName, row.employeeNumber, ...emailsOf(row)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

const plannedDeletionBody = z.object({ plannedDeletionDate: z.iso.date() });

function removalEndpoints(app: SandboxHono): void {
  const tag = "Person";
  endpoint(app, {
    method: "delete",
    path: "/person/{personId}",
    tag,
    summary: "Delete a person for good",
    status: 204,
    errors: [400],
    handle: async ({ session, path }) => {
      const id = pathId(session, "person", path("personId"));
      existing(session, personResource, id);
      const write = await session.instance.beginWrite(session.actorId);
      deletePerson(session.instance, write, existing(session, personResource, id));
      return {};
    },
  });
  endpoint(app, {
    method: "put",
    path: "/person/{personId}/planned-deletion-date",
    tag,
    summary: "Note when a person is to be deleted",
    body: plannedDeletionBody,
    status: 200,
    answer: personFull,
    errors: [400],
    handle: ({ session, path, body }) => {
      assertFeature(session.instance);
      const row = existing(session, personResource, pathId(session, "person", path("personId")));
      const write = session.instance.startWrite(session.actorId);
      const planned = planDeletion(session.instance, write, row, body.plannedDeletionDate);
      return { body: { ...fullPerson(session.instance, planned), ...actedBy(session) } };
    },
  });
  endpoint(app, {
    method: "delete",
    path: "/person/{personId}/planned-deletion-date",
    tag,
    summary: "Clear the planned deletion date",
    status: 204,
    errors: [400],
    handle: ({ session, path }) => {
      assertFeature(session.instance);
      const row = existing(session, personResource, pathId(session, "person", path("personId")));
      if (row.plannedDeletionDate !== undefined) {
        planDeletion(session.instance, session.instance.startWrite(session.actorId), row, undefined);
      }
      return {};
    },
  });
  endpoint(app, {
    method: "delete",
    path: "/person/{personId}/gdpr",
    tag,
    summary: "Enqueue the erasure of a person's data",
    status: 202,
    errors: [400],
    handle: ({ session, path }) => {
      assertFeature(session.instance);
      const { instance, actorId } = session;
      const { id } = existing(session, personResource, pathId(session, "person", path("personId")));
      void instance.clock.sleep(instance.settings.erasureMilliseconds).then(() => {
        const row = instance.tables.person.get(id);
        if (row !== undefined && !instance.isClosed) erasePerson(instance, instance.startWrite(actorId), row);
      });
      return {};
    },
  });
}
