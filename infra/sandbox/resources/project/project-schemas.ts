import * as z from "zod";
import {
  createdFields,
  flagField,
  instantField,
  modifiedFields,
  numberField,
  referenceField,
  requiredText,
  textField,
} from "../../http/fields.ts";
import { companyReferenceSchema, referenceSchema } from "../reference-views.ts";

/** Create and update bodies have the same fields. An update ignores `created` and `createdBy`. */
export const projectBody = z.object({
  name: requiredText,
  templateId: requiredText,
  ownerGroupId: requiredText,
  companyId: referenceField,
  parentId: referenceField,
  responsiblePersonId: referenceField,
  projectYear: numberField,
  estimatedStart: instantField,
  estimatedEnd: instantField,
  projectStart: instantField,
  projectEnd: instantField,
  externalReference: textField,
  internalReference: textField,
  isPublicAccess: flagField,
  isChargable: flagField,
  ...createdFields,
  ...modifiedFields,
});
export type ProjectBody = z.output<typeof projectBody>;

const text = z.string().optional();
const projectType = z.enum(["PROJECT_TYPE_PROJECT", "PROJECT_TYPE_ASSIGNMENT"]);

export const projectLean = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  isActive: z.boolean(),
  projectYear: z.number().optional(),
  projectType,
  company: companyReferenceSchema.optional(),
  ownerGroup: referenceSchema,
  responsible: text,
  projectStart: text,
  projectEnd: text,
  created: z.string(),
  modified: text,
});

export const projectFull = projectLean.extend({
  template: referenceSchema,
  parentId: text,
  estimatedStart: text,
  estimatedEnd: text,
  externalReference: text,
  internalReference: text,
  isPublicAccess: z.boolean(),
  isChargable: z.boolean(),
  createdBy: text,
  modifiedBy: text,
  actedBy: text,
});
