import { activityRows } from "./activity-rows.ts";
import { authRows } from "./auth-rows.ts";
import { companyRows } from "./company-rows.ts";
import { documentRows } from "./document-rows.ts";
import { feedRows } from "./feed-rows.ts";
import { folderRows } from "./folder-rows.ts";
import { personRows } from "./person-rows.ts";
import { projectRows } from "./project-rows.ts";
import type { ContractRow } from "./world.ts";

export const contractRows: readonly ContractRow[] = [
  ...authRows,
  ...personRows,
  ...companyRows,
  ...projectRows,
  ...activityRows,
  ...documentRows,
  ...folderRows,
  ...feedRows,
];
