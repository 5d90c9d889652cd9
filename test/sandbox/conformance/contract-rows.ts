import { activityRows } from "./activity-rows.ts";
import { authRows } from "./auth-rows.ts";
import { companyRows } from "./company-rows.ts";
import { documentRows } from "./document-rows.ts";
import { feedRows } from "./feed-rows.ts";
import { folderRows } from "./folder-rows.ts";
import { personRemovalRows } from "./person-removal-rows.ts";
import { personRows } from "./person-rows.ts";
import { projectRows } from "./project-rows.ts";
import { uploadRows } from "./upload-rows.ts";
import type { ContractRow } from "./world.ts";

/** The rows of each resource, as docs/measurements/conformance.md names it. */
export const contractResources: readonly (readonly [title: string, rows: readonly ContractRow[]])[] = [
  ["Tokens and credentials", authRows],
  ["Persons", [...personRows, ...personRemovalRows]],
  ["Companies and their templates", companyRows],
  ["Projects and their templates", projectRows],
  ["Activities", activityRows],
  ["Documents", [...uploadRows, ...documentRows]],
  ["Folders", folderRows],
  ["Change feed", feedRows],
];

export const contractRows = contractResources.flatMap(([, rows]) => rows);
