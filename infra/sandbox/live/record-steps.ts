import { activityResource } from "../resources/activity/activity-endpoints.ts";
import { closeActivity, createActivity } from "../resources/activity/activity-operations.ts";
import { companyResource } from "../resources/company/company-endpoints.ts";
import { createCompany, deactivateCompany } from "../resources/company/company-operations.ts";
import { personResource } from "../resources/person/person-endpoints.ts";
import { createPerson } from "../resources/person/person-operations.ts";
import { projectResource } from "../resources/project/project-endpoints.ts";
import { closeProject, createProject } from "../resources/project/project-operations.ts";
import { removeRecord } from "../resources/put-record.ts";
import { patchRecord } from "../resources/record-endpoints.ts";
import { randomActivity, randomCompany, randomPerson, randomProject } from "../seed/random-records.ts";
import { jobTitles } from "../seed/vocabulary.ts";
import { pick, type Random } from "../store/random.ts";
import { recent, type Step } from "./document-steps.ts";

const patchPerson: Step = (instance, random, write) => {
  const row = recent(instance.tables.person, random);
  const patch = random() < 0.5 ? { jobTitle: pick(random, jobTitles) ?? null } : { directPhone: phone(random) };
  if (row !== undefined) patchRecord(instance, personResource, write, row, patch);
};

const patchCompany: Step = (instance, random, write) => {
  const row = recent(instance.tables.company, random);
  const patch =
    random() < 0.3 ? { name: `${row?.name.split(" (")[0] ?? ""} (${letter(random)})` } : { mainPhone: phone(random) };
  if (row !== undefined) patchRecord(instance, companyResource, write, row, patch);
};

const patchProject: Step = (instance, random, write) => {
  const row = recent(instance.tables.project, random);
  if (row === undefined) return;
  patchRecord(instance, projectResource, write, row, { internalReference: `ref-${Math.floor(random() * 1e6)}` });
};

const patchActivity: Step = (instance, random, write) => {
  const row = recent(instance.tables.activity, random);
  const patch =
    random() < 0.5 ? { etc: Math.ceil(random() * 20) / 2 } : { description: `Note ${Math.floor(random() * 1e6)}` };
  if (row !== undefined) patchRecord(instance, activityResource, write, row, patch);
};

const addPerson: Step = (instance, random, write) => {
  const company = recent(instance.tables.company, random);
  createPerson(instance, write, randomPerson({ instance, random }, write.ticket, company?.id));
};

const addCompany: Step = (instance, random, write) => {
  createCompany(instance, write, randomCompany({ instance, random }, write.ticket));
};

const addProject: Step = (instance, random, write) => {
  const company = recent(instance.tables.company, random);
  if (company === undefined) return;
  createProject(instance, write, randomProject({ instance, random }, company.id, write.actorId));
};

const addActivity: Step = (instance, random, write) => {
  const project = recent(instance.tables.project, random);
  if (project === undefined) return;
  createActivity(instance, write, randomActivity({ instance, random }, project.id, write.actorId));
};

const endActivity: Step = (instance, random, write) => {
  const row = recent(instance.tables.activity, random);
  if (row === undefined) return;
  if (random() < 0.6) closeActivity(instance, write, row);
  else removeRecord("activity")(instance, write, row);
};

const endProject: Step = (instance, random, write) => {
  const row = recent(instance.tables.project, random, (project) => project.isActive);
  if (row !== undefined) closeProject(instance, write, row);
};

const endCompany: Step = (instance, random, write) => {
  const row = recent(instance.tables.company, random, (company) => company.isActive);
  if (row === undefined) return;
  if (random() < 0.5) deactivateCompany(instance, write, row);
  else removeRecord("company")(instance, write, row);
};

/** Removes only contacts, because a credential may act as an employee. */
const endPerson: Step = (instance, random, write) => {
  const row = recent(instance.tables.person, random, (person) => !person.isUser);
  if (row !== undefined) removeRecord("person")(instance, write, row);
};

/**
 * The number of active records grows slowly. Most steps change a record, and steps that close or remove one are nearly
 * as frequent as steps that create one.
 */
export const recordSteps: readonly (readonly [weight: number, step: Step])[] = [
  [14, patchPerson],
  [12, patchCompany],
  [10, patchProject],
  [14, patchActivity],
  [4, addPerson],
  [2, addCompany],
  [3, addProject],
  [6, addActivity],
  [6, endActivity],
  [2, endProject],
  [2, endCompany],
  [2, endPerson],
];

const phone = (random: Random): string => `+47 ${20_000_000 + Math.floor(random() * 70_000_000)}`;
const letter = (random: Random): string => pick(random, ["A", "B", "C", "D", "E", "F"]) ?? "A";
