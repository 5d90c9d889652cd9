import type { EventType } from "../../kernel/catalogue.ts";
import type { FieldChange } from "../../kernel/envelope.ts";

const closed: readonly FieldChange[] = [{ field: "isActive", from: true, to: false }];
const reopened: readonly FieldChange[] = [{ field: "isActive", from: false, to: true }];
const inProgress = { id: "edqEx7ZInhc", name: "In progress" };
const done = { id: "sR2p8uYl0Qc", name: "Closed" };

/** The changes in the example of each type that has them. A `to` at the top level equals the value in its `data`. */
export const exampleChanges: { readonly [type in EventType]?: readonly FieldChange[] } = {
  "person.updated": [{ field: "jobTitle", from: "Case handler", to: "Controller" }],
  "company.updated": [{ field: "mainPhone", from: "+47 22000001", to: "+47 65048001" }],
  "company.deactivated": closed,
  "company.reactivated": reopened,
  "project.updated": [{ field: "name", from: "Audit 2026", to: "Annual audit 2026" }],
  "project.closed": closed,
  "project.reopened": reopened,
  "activity.updated": [{ field: "estimate", from: 1, to: 1.5 }],
  "activity.closed": [{ field: "status", from: inProgress, to: done }],
  "activity.reopened": [{ field: "status", from: done, to: inProgress }],
  "company_template.updated": [{ field: "description", from: "Client", to: "Paying client" }],
  "project_template.updated": [{ field: "name", from: "Advice", to: "Advisory" }],
  "document.updated": [{ field: "mimeType", from: "application/octet-stream", to: "application/pdf" }],
  "document.renamed": [{ field: "name", from: "Draft.docx", to: "Balance sheet.docx" }],
  "document.moved": [{ field: "folderId", from: "xoJihExvuIs", to: "rr5o6xWqlbo" }],
  "document.content_replaced": [{ field: "size", from: 47_881, to: 48_213 }],
  "document.described": [{ field: "description", to: "As signed" }],
  "document.relocated": [
    { field: "owner", from: { type: "Project", id: "8WFeR9-Qdl4" }, to: { type: "Company", id: "lN-Uht7j2Vk" } },
  ],
  "document.placement_added": [{ field: "folderId", to: "rr5o6xWqlbo" }],
  "document.placement_removed": [{ field: "folderId", from: "xoJihExvuIs" }],
  "folder.renamed": [{ field: "name", from: "Drafts", to: "Working papers" }],
  "folder.moved": [{ field: "parentId", from: "xoJihExvuIs" }],
};
