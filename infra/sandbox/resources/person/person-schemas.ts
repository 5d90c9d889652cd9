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
} from "../../http/fields.ts";

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
export type PersonCreateBody = z.output<typeof personCreateBody>;
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
