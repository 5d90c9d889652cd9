import type { Instance } from "../../store/instance.ts";
import type { PersonRow } from "../../store/rows.ts";
import { masked, time } from "../reference-views.ts";

export function leanPerson(instance: Instance, row: PersonRow) {
  return {
    id: instance.ids.mask("person", row.id),
    firstName: row.firstName,
    lastName: row.lastName,
    primaryEmail: row.primaryEmail,
    jobTitle: row.jobTitle,
    employeeNumber: row.employeeNumber,
    externalReference: row.externalReference,
    companyId: masked(instance, "company", row.companyId),
    groupId: masked(instance, "group", row.groupId),
    isActive: row.isActive,
    created: time(row.created),
    modified: time(row.modified),
  };
}

export function fullPerson(instance: Instance, row: PersonRow) {
  return {
    ...leanPerson(instance, row),
    directPhone: row.directPhone,
    birthDate: row.birthDate,
    countryCode: row.countryCode,
    plannedDeletionDate: row.plannedDeletionDate,
    emailAliases: row.emailAliases.map(({ id, email }) => ({ id: instance.ids.mask("email-alias", id), email })),
    externalIds: row.externalIds.map(({ id, system, value }) => ({
      id: instance.ids.mask("external-id", id),
      system,
      value,
    })),
    createdBy: masked(instance, "person", row.createdBy),
    modifiedBy: masked(instance, "person", row.modifiedBy),
  };
}

/** The row as an update body, for merge patches. */
export function personBody(instance: Instance, row: PersonRow) {
  const { emailAliases, externalIds, directPhone, birthDate, countryCode, ...rest } = fullPerson(instance, row);
  return {
    ...rest,
    directPhone,
    birthDate,
    countryCode,
    emailAliases: emailAliases.map(({ email }) => ({ email })),
    externalIds: externalIds.map(({ system, value }) => ({ system, value })),
    modified: undefined,
    modifiedBy: undefined,
  };
}
