import type { Command } from "@commander-js/extra-typings";
import type { components } from "../../api-client/api-types.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

export function addAudit(program: Command, session: Session): void {
  program
    .command("audit")
    .description("list changes of the last 400 days, newest first: who changed what, and with which key")
    .option("--limit <n>", "maximum number of changes", wholeNumber(1, 100_000), 50)
    .action(async ({ limit }) => {
      const api = session.api();
      const read = (cursor: string | undefined) => {
        const params = { query: { limit: Math.min(limit, 200), ...after(cursor) } };
        return answerOf(api.GET("/v1/audit", { params }));
      };
      const items = await firstOf(everyPage(read), limit);
      session.terminal.result(items, () => auditText(items));
    });
}

export function auditText(items: readonly components["schemas"]["AuditEntry"][]): string {
  const rows = items.map(({ at, by, key, person, operation, status, path, fields, times = 1 }) => {
    return [at, by, key?.name, person?.email, operation, times, status, path, fields.join(" ")];
  });
  const heads = ["at", "by", "key", "person", "operation", "times", "status", "path", "fields"];
  return rows.length === 0 ? "There are no changes." : tableOf(heads, rows);
}
