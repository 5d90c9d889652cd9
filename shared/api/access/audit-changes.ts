import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { AuditLog } from "../../partners/audit-log.ts";
import type { ApiEnv } from "./access.ts";
import { replayedHeader } from "./idempotent-posts.ts";

export type AuditServices = {
  readonly audit: Pick<AuditLog, "record">;
  /** Where a request came from, of what the host hands over with it. */
  readonly addressOf?: ((env: unknown) => string | undefined) | undefined;
  readonly logger: Logger;
};

const isChange = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Records every change that was made, whatever its route is; reading, fetching and acknowledging events is none. */
export function auditChanges({ audit, addressOf, logger }: AuditServices): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    await next();
    const { req, res } = context;
    const { operation, caller } = context.var;
    const isMade = isChange.has(req.method) && res.status < 400 && !res.headers.has(replayedHeader);
    if (operation === undefined || operation.scope === "pull" || operation.scope === "read" || !isMade) return;
    const { key, keyName, isOperator, access } = caller;
    // What is done to a partner stands in that partner's log; that it was deleted nobody would find there.
    const [, named = access.partner] = /^\/v1\/partners\/(prt_[0-9A-Z]{26})/.exec(req.path) ?? [];
    const partner = operation.id === "deletePartner" ? access.partner : named;
    const { id, path: template } = operation;
    const what = { operation: id, template, method: req.method, path: req.path, status: res.status };
    const who = { key, keyName, isOperator, address: addressOf?.(context.env) };
    try {
      await audit.record(partner, { ...what, ...who, fields: await fieldsOf(context) });
    } catch (failure) {
      // It is done and can't be taken back: the log says what the table doesn't.
      logger.error("audit.not_recorded", failure, { partner, key, operation: operation.id, path: req.path });
    }
  };
}

/** Names only: values may be secrets. */
async function fieldsOf({ req }: Context<ApiEnv>): Promise<string[]> {
  if (!req.header("content-type")?.includes("json")) return [];
  const body: unknown = await req.json().catch(() => undefined);
  return typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
}
