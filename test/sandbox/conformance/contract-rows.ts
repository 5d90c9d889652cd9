import { activityRows } from "./activity-rows.ts";
import { companyRows } from "./company-rows.ts";
import { personRows } from "./person-rows.ts";
import { projectRows } from "./project-rows.ts";
import type { ContractRow } from "./world.ts";

export const contractRows: readonly ContractRow[] = [...personRows, ...companyRows, ...projectRows, ...activityRows];
