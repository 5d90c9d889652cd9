import * as z from "zod";
import {
  createdFields,
  dateField,
  emailField,
  flagField,
  modifiedFields,
  phoneField,
  referenceField,
  requiredText,
  textField,
} from "../../store/fields.ts";
import type { Instance } from "../../store/instance.ts";
import type { PersonRow } from "../../store/rows.ts";
import { masked, stamps } from "../reference-views.ts";

const fields = {
  firstName: requiredText,
  lastName: requiredText,
  primaryEmail: emailField,
  jobTitle: textField,
  directPhone: phoneField,
  birthDate: dateField,
  employeeNumber: textField,
  externalReference: textField,
  companyId: referenceField,
  countryCode: textField,
  groupId: referenceField,
  isActive: flagField,
  emailAliases: z.array(z.object({ email: z.email() })).nullish(),
  externalIds: z.array(z.object({ system: textField, value: requiredText })).nullish(),
};

export const personCreateBody = z.object({ ...fields, ...createdFields, ...modifiedFields });
export const personUpdateBody = z.object({ ...fields, ...modifiedFields });
export type PersonUpdateBody = z.output<typeof personUpdateBody>;

const text = z.string().optional();

export const personLean = z.object({
  id: z.string(),
  firstName: text,
  lastName: text,
  primaryEmail: text,
  jobTitle: text,
  employeeNumber: text,
  externalReference: text,
  companyId: text,
  groupId: text,
  isActive: z.boolean(),
  created: z.string(),
  modified: text,
});

export const personFull = personLean.extend({
  directPhone: text,
  birthDate: text,
  countryCode: text,
  plannedDeletionDate: text,
  emailAliases: z.array(z.object({ id: z.string(), email: z.string() })),
  externalIds: z.array(z.object({ id: z.string(), system: text, value: z.string() })),
  createdBy: text,
  modifiedBy: text,
  actedBy: text,
});

/** Each schema of a view or body removes the fields that it doesn't declare. */
export function personFields(instance: Instance, row: PersonRow) {
  return {
    ...row,
    ...stamps(instance, row),
    id: instance.ids.mask("person", row.id),
    companyId: masked(instance, "company", row.companyId),
    groupId: masked(instance, "group", row.groupId),
    emailAliases: row.emailAliases.map(({ id, email }) => ({ id: instance.ids.mask("email-alias", id), email })),
    externalIds: row.externalIds.map(({ id, ...external }) => ({
      id: instance.ids.mask("external-id", id),
      ...external,
    })),
  };
}

export const leanPerson = (instance: Instance, row: PersonRow) => personLean.parse(personFields(instance, row));
export const fullPerson = (instance: Instance, row: PersonRow) => personFull.parse(personFields(instance, row));
