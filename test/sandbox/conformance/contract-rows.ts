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

export const contractRows: readonly ContractRow[] = [
  ...authRows,
  ...personRows,
  ...personRemovalRows,
  ...companyRows,
  ...projectRows,
  ...activityRows,
  ...uploadRows,
  ...documentRows,
  ...folderRows,
  ...feedRows,
];
