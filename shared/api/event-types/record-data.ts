import * as z from "zod";
import type { Subject } from "../../kernel/catalogue.ts";
import type { Owner } from "../../kernel/envelope.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";

/**
 * The fields of an event's `data` that the source documents (docs/partner-api.md#records). The source may omit any
 * field except the id, and may add others, so these schemas describe events but never check them. Each field is a pair:
 * its schema and, if the example has the field, its value there.
 */

const text = z.string().nullable().optional();
/** Some flags are untyped in the contract, so the source may return them as text. */
const flag = z.union([z.boolean(), z.string()]).nullable().optional();
const count = z.number().nullable().optional();
const date = z.string().nullable().optional().describe("An ISO 8601 date.");
const instant = z.string().nullable().optional().describe("An ISO 8601 time.");
const list = z.array(z.unknown()).nullable().optional();
/** The source returns a reference as an id or as an object. */
export const reference = z
  .union([z.string(), z.looseObject({ id: z.string(), name: text })])
  .nullable()
  .optional()
  .describe("A referenced record: its ID, or an object with `id` and labels.");

type RecordData = { readonly schema: z.ZodType; readonly example: JsonObject };

function recordOf(fields: { readonly [field: string]: readonly [schema: z.ZodType, example?: Json] }): RecordData {
  const all = Object.entries(fields);
  return {
    schema: z.looseObject(Object.fromEntries(all.map(([name, [schema]]) => [name, schema]))),
    example: Object.fromEntries(all.flatMap(([name, [, value]]) => (value === undefined ? [] : [[name, value]]))),
  };
}

const companyId = "lN-Uht7j2Vk";
const bergen = { id: "DrJh5_50FYo", name: "Bergen" };
const nordlys = { id: companyId, name: "Nordlys Holding AS" };
const audit = { id: "8WFeR9-Qdl4", name: "Annual audit 2026" };
const grete = { id: "kIgNNxcRfVk", name: "Grete Kristiansen" };

export const exampleOwner: Owner = { type: "Company", id: companyId };

const modified: readonly [z.ZodType, Json] = [instant, "2026-11-21T09:12:33.481224Z"];
const audited = (created: string) =>
  ({
    created: [instant, created],
    createdBy: [reference, "mbrNu9vTZ-Y"],
    modified,
    modifiedBy: [reference, grete.id],
  }) as const;

const person = recordOf({
  id: [z.string(), "XEVD4d9gXuQ"],
  firstName: [text, "Ingrid"],
  lastName: [text, "Olsen"],
  primaryEmail: [text, "ingrid.olsen@example.com"],
  jobTitle: [text, "Controller"],
  externalReference: [text, "crm-1013"],
  companyId: [text, companyId],
  isActive: [flag, true],
  directPhone: [text, "+47 61116528"],
  birthDate: [date],
  countryCode: [text, "NO"],
  emailAliases: [list, []],
  externalIds: [list, []],
  ...audited("2026-09-24T22:46:24.943935Z"),
});

const numbers = z
  .array(z.looseObject({ orgNumber: text, country: reference }))
  .nullable()
  .optional();
const company = recordOf({
  id: [z.string(), companyId],
  name: [text, nordlys.name],
  companyNumber: [text, "10008"],
  countryCode: [text, "NO"],
  email: [text, "post@nordlys.example.com"],
  mainPhone: [text, "+47 65048001"],
  homePage: [text, "https://nordlys.example.com"],
  organizationalNumbers: [
    numbers,
    [{ orgNumber: "900000008", country: { id: "T5KYVeHPSYY", name: "Norway", code: "NO" } }],
  ],
  ownerGroup: [reference, bergen],
  ownerGroupId: [text, bergen.id],
  templateId: [text],
  isActive: [flag, true],
  externalReference: [text],
  postAddress: [text, "Storgata 173"],
  postZipCode: [text, "1659"],
  postCity: [text, "Trondheim"],
  ...{ invoiceAddress: [text], invoiceZipCode: [text], invoiceCity: [text], invoiceCountryCode: [text] },
  isPrivate: [flag, false],
  isPublicAccess: [flag, true],
  ...{ amlIsMonitored: [flag], amlIsRiskAssessed: [flag] },
  ...audited("2026-08-30T12:53:28.472047Z"),
});

const project = recordOf({
  id: [z.string(), audit.id],
  name: [text, audit.name],
  number: [text, "100046"],
  isActive: [flag, true],
  projectType: [text, "PROJECT_TYPE_ASSIGNMENT"],
  projectYear: [z.union([z.int(), z.string()]).nullable().optional(), 2026],
  company: [reference, nordlys],
  ownerGroup: [reference, bergen],
  responsible: [reference, grete.id],
  template: [reference, { id: "7OeMQNE3Pwk", name: "Annual assignment" }],
  status: [reference],
  projectStart: [instant, "2026-10-10T19:57:00.237734Z"],
  endDate: [instant],
  externalReference: [text, "engagement-911910"],
  internalReference: [text],
  isPublicAccess: [flag, true],
  isChargable: [flag, true],
  ...audited("2026-10-10T19:57:00.237734Z"),
});

const activity = recordOf({
  id: [z.string(), "Y2Syn4vZWmw"],
  name: [text, "Review contract"],
  project: [reference, audit],
  company: [reference, nordlys],
  status: [reference, { id: "edqEx7ZInhc", name: "In progress" }],
  responsible: [reference, grete],
  dueDate: [date, "2027-02-19"],
  estimate: [count, 1.5],
  etc: [count],
  sortIndex: [count, 20],
  isClosed: [flag],
  includeInAssignmentAgreement: [flag, false],
  productTxRequiredWhenDone: [flag, false],
  created: [instant, "2026-11-20T08:26:42.514137Z"],
  createdBy: [reference, grete],
  modified,
  modifiedBy: [reference],
});

const companyTemplate = recordOf({
  id: [z.string(), "AypgUVzd4Os"],
  name: [text, "Client"],
  code: [text, "CLI"],
  description: [text, "Paying client"],
  isActive: [flag, true],
  shouldBeMonitored: [flag, true],
  isDefault: [flag, true],
  isSystemType: [flag, false],
  isDefaultPublicAccess: [flag, false],
  numCompanies: [count, 10],
});

const projectTemplate = recordOf({
  id: [z.string(), "kvODeDlL7rw"],
  name: [text, "Advisory"],
  description: [text, "Advice by the hour"],
  projectType: [text, "PROJECT_TYPE_PROJECT"],
  isActive: [flag, true],
  templateTypeId: [text, "0IiNDBDLE0g"],
  templateTypeName: [text, "Client engagement"],
  isGlobalProjectsAllowed: [flag, false],
  isMultipleActiveProjectsPerYearForCompanyAllowed: [flag, true],
  numProjects: [count, 9],
});

const folderId = "rr5o6xWqlbo";
const place = { entityType: text, entityId: text, folderId: text };
const placed = { entityType: exampleOwner.type, entityId: companyId, folderId };
const placements = z
  .array(z.looseObject({ ...place, isPrimary: flag }))
  .nullable()
  .optional();
const document = recordOf({
  id: [z.string(), "jCjjYQzrQPI"],
  name: [text, "Balance sheet.docx"],
  description: [text, "As signed"],
  mimeType: [text, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  size: [count, 48_213],
  entityType: [text, placed.entityType],
  entityId: [text, placed.entityId],
  folderId: [text, placed.folderId],
  placements: [placements, [{ ...placed, isPrimary: true }]],
  ...audited("2026-11-19T00:11:07.296485Z"),
});

const folder = recordOf({
  id: [z.string(), folderId],
  name: [text, "Working papers"],
  parentId: [text, null],
  path: [text, "Working papers"],
});

const documentChange = recordOf({
  operation: [text, "DOCUMENT_UPDATE"],
  changedField: [text, "FILE_NAME"],
  changed: modified,
  changedBy: [reference, grete.id],
  documentId: [text, "jCjjYQzrQPI"],
  previousFileName: [text, "Draft.docx"],
  fileName: [text, "Balance sheet.docx"],
  size: [count, 48_213],
  folderPath: [z.array(z.string()).nullable().optional(), ["Working papers"]],
});

/** Operational events (`bridge.*`) have a separate payload for each type. */
export const recordData: { readonly [name in Exclude<Subject, "bridge">]: RecordData } = {
  ...{ person, company, project, activity },
  company_template: companyTemplate,
  project_template: projectTemplate,
  ...{ document, folder },
  document_change: documentChange,
  room: recordOf({ cause: [text, "unknown"] }),
};
