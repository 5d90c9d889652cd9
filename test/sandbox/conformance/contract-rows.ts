import { personRows } from "./person-rows.ts";
import type { ContractRow } from "./world.ts";

export const contractRows: readonly ContractRow[] = [...personRows];
