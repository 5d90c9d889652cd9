import { activityResource } from "../resources/activity/activity-endpoints.ts";
import { closeActivity } from "../resources/activity/activity-operations.ts";
import { companyResource } from "../resources/company/company-endpoints.ts";
import { deactivateCompany } from "../resources/company/company-operations.ts";
import { personResource } from "../resources/person/person-endpoints.ts";
import { projectResource } from "../resources/project/project-endpoints.ts";
import { closeProject } from "../resources/project/project-operations.ts";
import { removeRecord } from "../resources/put-record.ts";
import { createRecord, patchRecord } from "../resources/record-endpoints.ts";
import { randomActivity, randomCompany, randomPerson, randomProject } from "../seed/random-records.ts";
import { jobTitles } from "../seed/vocabulary.ts";
import { pick, type Random } from "../store/random.ts";
import { any, onRecent, recent, type Step } from "./document-steps.ts";

const isActive = (row: { readonly isActive: boolean }): boolean => row.isActive;

const patchPerson = onRecent("person", any, (instance, random, write, row) => {
  const patch = random() < 0.5 ? { jobTitle: pick(random, jobTitles) ?? null } : { directPhone: phone(random) };
  patchRecord(instance, personResource, write, row, patch);
});

const patchCompany = onRecent("company", any, (instance, random, write, row) => {
  const patch =
    random() < 0.3 ? { name: `${row.name.split(" (")[0] ?? ""} (${letter(random)})` } : { mainPhone: phone(random) };
  patchRecord(instance, companyResource, write, row, patch);
});

const patchProject = onRecent("project", any, (instance, random, write, row) => {
  patchRecord(instance, projectResource, write, row, { internalReference: `ref-${Math.floor(random() * 1e6)}` });
});

const patchActivity = onRecent("activity", any, (instance, random, write, row) => {
  const patch =
    random() < 0.5 ? { etc: Math.ceil(random() * 20) / 2 } : { description: `Note ${Math.floor(random() * 1e6)}` };
  patchRecord(instance, activityResource, write, row, patch);
});

const addPerson: Step = (instance, random, write) => {
  const company = recent(instance, "company", random);
  createRecord(instance, personResource, write, randomPerson({ instance, random }, write.ticket, company?.id));
};

const addCompany: Step = (instance, random, write) => {
  createRecord(instance, companyResource, write, randomCompany({ instance, random }, write.ticket));
};

const addProject = onRecent("company", any, (instance, random, write, { id }) => {
  createRecord(instance, projectResource, write, randomProject({ instance, random }, id, write.actorId));
});

const addActivity = onRecent("project", any, (instance, random, write, { id }) => {
  createRecord(instance, activityResource, write, randomActivity({ instance, random }, id, write.actorId));
});

const endActivity = onRecent("activity", any, (instance, random, write, row) => {
  (random() < 0.6 ? closeActivity : removeRecord("activity"))(instance, write, row);
});

const endProject = onRecent("project", isActive, (instance, _, write, row) => {
  closeProject(instance, write, row);
});

const endCompany = onRecent("company", isActive, (instance, random, write, row) => {
  (random() < 0.5 ? deactivateCompany : removeRecord("company"))(instance, write, row);
});

/** Removes only contacts, because a credential may act as an employee. */
const endPerson = onRecent(
  "person",
  ({ isUser }) => !isUser,
  (instance, _, write, row) => {
    removeRecord("person")(instance, write, row);
  },
);

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
