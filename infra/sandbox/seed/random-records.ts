import { activityBody } from "../resources/activity/activity-view.ts";
import { companyBody } from "../resources/company/company-view.ts";
import { personCreateBody } from "../resources/person/person-view.ts";
import { projectBody } from "../resources/project/project-view.ts";
import type { Instance } from "../store/instance.ts";
import { pick, type Random } from "../store/random.ts";
import { groups } from "./seed-directory.ts";
import {
  activityNames,
  companyForms,
  companyNames,
  firstNames,
  jobTitles,
  lastNames,
  projectNames,
} from "./vocabulary.ts";

/**
 * The functions below create bodies of plausible records. Their `number` argument makes values unique where required.
 * The last group is reserved for restricted records.
 */
export interface RecordMaker {
  readonly instance: Instance;
  readonly random: Random;
}

const word = (random: Random, words: readonly string[]): string => pick(random, words) ?? "";
const ordinaryGroup = (random: Random): number => pick(random, groups.slice(0, -1))?.id ?? 1;

export function randomPerson({ instance, random }: RecordMaker, number: number, companyId?: number) {
  const firstName = word(random, firstNames);
  const lastName = word(random, lastNames);
  const isEmployee = companyId === undefined;
  return personCreateBody.parse({
    firstName,
    lastName,
    primaryEmail: `${ascii(firstName)}.${ascii(lastName)}.${number}@example.com`,
    jobTitle: word(random, jobTitles),
    directPhone: `+47 ${String(20_000_000 + Math.floor(random() * 70_000_000))}`,
    birthDate: `${1950 + Math.floor(random() * 55)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`,
    externalReference: `crm-${number}`,
    countryCode: "NO",
    ...(isEmployee
      ? { employeeNumber: String(1000 + number), groupId: instance.ids.mask("group", ordinaryGroup(random)) }
      : { companyId: instance.ids.mask("company", companyId) }),
  });
}

export function randomCompany({ instance, random }: RecordMaker, number: number, isPrivate = false) {
  const name = `${word(random, companyNames)} ${word(random, companyForms)}`;
  return companyBody.parse({
    name,
    companyNumber: String(10_000 + number),
    countryCode: "NO",
    ownerGroupId: instance.ids.mask("group", isPrivate ? 3 : ordinaryGroup(random)),
    templateId: instance.ids.mask("company-template", random() < 0.8 ? 1 : 2),
    organizationalNumbers: [{ orgNumber: String(900_000_000 + number), countryCode: "NO" }],
    mainPhone: `+47 ${String(22_000_000 + number)}`,
    email: `post${number}@example.com`,
    homePage: `https://company${number}.example.com`,
    postAddress: `Storgata ${1 + Math.floor(random() * 200)}`,
    postZipCode: String(1000 + Math.floor(random() * 8999)),
    postCity: word(random, ["Oslo", "Bergen", "Trondheim", "Stavanger"]),
    isPrivate,
  });
}

export function randomProject(
  { instance, random }: RecordMaker,
  companyId: number,
  responsibleId: number,
  isPrivate = false,
) {
  return projectBody.parse({
    name: `${word(random, projectNames)} ${2024 + Math.floor(random() * 3)}`,
    templateId: instance.ids.mask("project-template", random() < 0.7 ? 1 : 2),
    ownerGroupId: instance.ids.mask("group", isPrivate ? 3 : ordinaryGroup(random)),
    companyId: instance.ids.mask("company", companyId),
    responsiblePersonId: instance.ids.mask("person", responsibleId),
    projectYear: 2024 + Math.floor(random() * 3),
    externalReference: `engagement-${Math.floor(random() * 1e6)}`,
    ...(isPrivate && { isPublicAccess: false }),
  });
}

export function randomActivity({ instance, random }: RecordMaker, projectId: number, responsibleId: number) {
  return activityBody.parse({
    name: word(random, activityNames),
    projectId: instance.ids.mask("project", projectId),
    responsiblePersonId: instance.ids.mask("person", responsibleId),
    dueDate: `2027-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`,
    estimate: Math.ceil(random() * 40) / 2,
    sortIndex: Math.floor(random() * 100),
  });
}

function ascii(text: string): string {
  return text.toLowerCase().replaceAll("ø", "o").replaceAll("å", "a").replaceAll("æ", "ae");
}
