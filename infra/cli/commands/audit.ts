import type { Command } from "@commander-js/extra-typings";
import type { components } from "../../api-client/api-types.ts";
import { command } from "../command.ts";
import { wholeNumber } from "../option-values.ts";
import { type Listing, printList } from "../print.ts";
import type { Session } from "../session.ts";

export function addAudit(program: Command, session: Session): void {
  command(program, "audit", "list changes of the last 400 days, newest first: who changed what, and with which key")
    .option("--limit <n>", "maximum number of changes", wholeNumber(1, 100_000), 50)
    .action(({ limit }) =>
      printList(session, limit, { read: (api, query) => api.GET("/v1/audit", { params: { query } }), ...auditListing }),
    );
}

export const auditListing: Listing<components["schemas"]["AuditEntry"]> = {
  none: "There are no changes.",
  heads: ["at", "by", "key", "person", "operation", "times", "status", "path", "fields"],
  row: ({ at, by, key, person, operation, status, path, fields, times = 1 }) => {
    return [at, by, key?.name, person?.email, operation, times, status, path, fields.join(" ")];
  },
};
