import { createFolder } from "../documents/folder-operations.ts";
import { uploadDocument } from "../documents/upload.ts";
import { activityResource } from "../resources/activity/activity-endpoints.ts";
import { companyResource } from "../resources/company/company-endpoints.ts";
import { personResource } from "../resources/person/person-endpoints.ts";
import { projectResource } from "../resources/project/project-endpoints.ts";
import type { RecordKind } from "../resources/put-record.ts";
import { createRecord, type RecordResource } from "../resources/record-endpoints.ts";
import type { Instance, Write } from "../store/instance.ts";
import { pick } from "../store/random.ts";
import type { Owner } from "../store/rows.ts";
import { type RecordMaker, randomActivity, randomCompany, randomPerson, randomProject } from "./random-records.ts";
import { groups, seedDirectory } from "./seed-directory.ts";
import { documentNames, folderNames, suffixes } from "./vocabulary.ts";

const daysBack = 90;
/** Enough for the owners that a person is likely to open. A larger instance has more records, but no more documents. */
const mostDocuments = 1000;

/**
 * Creates `records` records, and a fifth as many documents (at most `mostDocuments`), all dated within the last 90
 * days. `owners` of the records are persons, companies and projects (by default, four in five); the others are
 * activities. Some companies and projects are restricted and belong to the last group.
 */
export function seedInstance(maker: RecordMaker, records: number, owners?: number): void {
  const { instance, random } = maker;
  seedDirectory(instance);
  const end = instance.clock.now() - 60_000;
  const start = end - daysBack * 86_400_000;
  const documents = Math.min(mostDocuments, Math.ceil(records / 5));
  const total = records + documents * 2;
  let done = 0;
  /** Change times increase from write to write. They have microseconds, which a millisecond cursor can't express. */
  const write = (actorId: number) => {
    done += 1;
    const at = Math.floor(start + ((end - start) * done) / (total + 1)) * 1000 + Math.floor(random() * 1000);
    return instance.startWrite(actorId, at);
  };

  const add = <Kind extends RecordKind, Body>(resource: RecordResource<Kind, Body>, by: Write, body: Body): number =>
    createRecord(instance, resource, by, body).id;
  const share = Math.max(3, Math.round(owners === undefined ? records / 5 : owners / 4));
  const activities = owners === undefined ? share : records - owners;
  const employees: number[] = [];
  const first = add(personResource, write(0), {
    ...randomPerson(maker, 0),
    groupId: instance.ids.mask("group", groups[0]?.id ?? 1),
  });
  employees.push(first);
  const employee = () => pick(random, employees) ?? first;
  while (employees.length < Math.ceil(share / 3)) {
    employees.push(add(personResource, write(first), randomPerson(maker, employees.length)));
  }
  const companies: number[] = [];
  while (companies.length < share) {
    const isPrivate = isRestricted(companies.length);
    const by = write(isPrivate ? 0 : employee());
    companies.push(add(companyResource, by, randomCompany(maker, companies.length, isPrivate)));
  }
  const contacts = records - activities - employees.length - share * 2;
  for (let number = 0; number < contacts; number += 1) {
    add(personResource, write(employee()), randomPerson(maker, 1000 + number, pick(random, companies)));
  }
  const projects: number[] = [];
  while (projects.length < share) {
    const isPrivate = isRestricted(projects.length);
    const responsible = isPrivate ? (employees[1] ?? first) : employee();
    const body = randomProject(maker, pick(random, companies) ?? 0, responsible, isPrivate);
    projects.push(add(projectResource, write(isPrivate ? 0 : employee()), body));
  }
  addPhases(instance, projects);
  for (let number = 0; number < activities; number += 1) {
    add(activityResource, write(employee()), randomActivity(maker, pick(random, projects) ?? 0, employee()));
  }
  for (let number = 0; number < documents; number += 1) {
    const owner: Owner =
      number % 2 === 0
        ? { type: "Company", id: pick(random, companies) ?? 0 }
        : { type: "Project", id: pick(random, projects) ?? 0 };
    addDocument(maker, owner, write, employee());
  }
}

/** Restricts at most 50 records of a kind, because restricted records are the exception. */
const isRestricted = (number: number): boolean => number % 12 === 11 && number < 600;

/** Activities refer to phases, which the API can't create. */
function addPhases(instance: Instance, projects: readonly number[]): void {
  instance.commit(instance.startWrite(0), (transaction) => {
    for (const [place, projectId] of projects.slice(0, 10).entries()) {
      transaction.put("term", { id: 100 + place * 2, kind: "phase", name: "Planning", projectId });
      transaction.put("term", { id: 101 + place * 2, kind: "phase", name: "Execution", projectId });
    }
  });
}

function addDocument(
  { instance, random }: RecordMaker,
  owner: Owner,
  write: (actorId: number) => Write,
  actorId: number,
): void {
  const name = pick(random, folderNames) ?? "Archive";
  const folder = createFolder(instance, write(actorId), { owner, name, parentId: null });
  const kind = pick(random, suffixes);
  uploadDocument(instance, write(actorId), {
    name: `${pick(random, documentNames) ?? "Document"}.${kind?.suffix ?? "txt"}`,
    content: Buffer.from(`Sample content ${Math.floor(random() * 1e9)}\n`),
    mimeType: kind?.mimeType,
    owner,
    folderId: folder.id,
    onConflict: "replace",
  });
}
