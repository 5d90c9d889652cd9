import * as z from "zod";
import { dateField, flagField, numberField, referenceField, requiredText, textField } from "../../http/fields.ts";
import { companyReferenceSchema, referenceSchema } from "../reference-views.ts";

/** Create and update bodies have the same fields. `status` and the stamps aren't among them, so they are ignored. */
export const activityBody = z.object({
  name: requiredText,
  projectId: requiredText,
  description: textField,
  projectPhaseId: referenceField,
  responsiblePersonId: referenceField,
  typeId: referenceField,
  priorityId: referenceField,
  severityId: referenceField,
  resolutionId: referenceField,
  dueDate: dateField,
  estimate: numberField,
  etc: numberField,
  sortIndex: numberField,
  externalReference: textField,
  includeInAssignmentAgreement: flagField,
  productTxRequiredWhenDone: flagField,
});
export type ActivityBody = z.output<typeof activityBody>;

const text = z.string().optional();
const reference = referenceSchema.optional();

const shared = {
  id: z.string(),
  name: z.string(),
  description: text,
  project: referenceSchema,
  status: referenceSchema,
  priority: reference,
  dueDate: text,
  estimate: z.number().optional(),
  etc: z.number().optional(),
  sortIndex: z.number().optional(),
  created: z.string(),
  modified: text,
};

export const activityLean = z.object({ ...shared, company: companyReferenceSchema.optional(), responsible: text });

export const activityFull = z.object({
  ...shared,
  projectPhase: reference,
  responsible: reference,
  type: reference,
  severity: reference,
  resolution: reference,
  externalReference: text,
  includeInAssignmentAgreement: z.boolean(),
  productTxRequiredWhenDone: z.boolean(),
  createdBy: reference,
  modifiedBy: reference,
  actedBy: text,
});
