import { Problem } from "../../http/problem.ts";
import type { Instance, Write } from "../../store/instance.ts";
import type { PersonRow } from "../../store/rows.ts";
import { putRecord } from "../put-record.ts";
import { resolve, resolveCountry, stampsOf } from "../references.ts";
import type { PersonUpdateBody } from "./person-view.ts";

/** The number of ids that each write reserves for its nested objects. No person is expected to need more. */
const nestedPerWrite = 256;

/** Removes personal data but keeps the record. List consumers see an ordinary update. */
export function erasePerson(instance: Instance, write: Write, row: PersonRow): PersonRow {
  const { companyId, groupId, isUser } = row;
  const kept = { ...stampsOf(instance, write, {}, row), companyId, groupId, isUser };
  const erased = { ...kept, lastName: "(erased)", isActive: false, emailAliases: [], externalIds: [] };
  return putRecord(instance, write, "person", erased, "update");
}

export function assertFeature(instance: Instance): void {
  if (instance.settings.gdprPersonDelete) return;
  throw new Problem(
    "feature-disabled",
    "the GDPR person delete feature is not enabled for this instance",
    "GDPR-sletting av personer er ikke slått på for denne instansen",
  );
}

export function personRow(instance: Instance, write: Write, body: PersonUpdateBody, row?: PersonRow): PersonRow {
  const mint = (place: number) => write.ticket * nestedPerWrite + place;
  const known = new Map(row?.emailAliases.map((alias) => [alias.email, alias.id]));
  const knownIds = new Map(row?.externalIds.map((external) => [`${external.system}#${external.value}`, external.id]));
  return {
    ...stampsOf(instance, write, body, row),
    firstName: body.firstName,
    lastName: body.lastName,
    primaryEmail: body.primaryEmail,
    jobTitle: body.jobTitle,
    directPhone: body.directPhone,
    birthDate: body.birthDate,
    employeeNumber: body.employeeNumber,
    externalReference: body.externalReference,
    plannedDeletionDate: row?.plannedDeletionDate,
    companyId: resolve(instance, "company", "companyId", body, row),
    countryCode: resolveCountry("countryCode", body.countryCode),
    groupId: resolve(instance, "group", "groupId", body, row),
    isActive: body.isActive ?? true,
    isUser: row?.isUser ?? body.employeeNumber !== undefined,
    emailAliases: (body.emailAliases ?? []).map(({ email }, place) => ({ id: known.get(email) ?? mint(place), email })),
    externalIds: (body.externalIds ?? []).map(({ system, value }, place) => ({
      id: knownIds.get(`${system}#${value}`) ?? mint(place),
      system,
      value,
    })),
  };
}
