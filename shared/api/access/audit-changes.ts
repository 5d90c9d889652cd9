import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { ApiServices } from "../api-services.ts";
import type { ApiEnv } from "./access.ts";
import { replayedHeader } from "./once-only.ts";

const isChange = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** A POST that only reads (scope `read`) or acknowledges pulled events (scope `pull`) doesn't count as a change. */
export function auditChanges({ audit, addressOf, logger }: ApiServices): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    await next();
    const { req, res } = context;
    const { operation, caller } = context.var;
    const isMade = isChange.has(req.method) && res.status < 400 && !res.headers.has(replayedHeader);
    if (operation === undefined || operation.scope === "pull" || operation.scope === "read" || !isMade) return;
    const { key, keyName, person, isOperator, access } = caller;
    // A deleted partner's log can't be read, so its deletion is recorded in the operator's log.
    const [, named = access.partner] = /^\/v1\/partners\/(prt_[0-9A-Z]{26})/.exec(req.path) ?? [];
    const partner = operation.id === "deletePartner" ? operatorPartner : named;
    const { id, path: template } = operation;
    const what = { operation: id, template, method: req.method, path: req.path, status: res.status };
    const who = { key, keyName, person, isOperator, address: addressOf(context.env) };
    try {
      await audit.record(partner, { ...what, ...who, fields: await fieldsOf(context) });
    } catch (failure) {
      // The change can't be undone, so the program's log records the missing audit entry.
      logger.error("audit.not_recorded", failure, { partner, key, operation: operation.id, path: req.path });
    }
  };
}

const anyFields = z.looseObject({});

/** Returns names only, because values may be secrets. */
async function fieldsOf({ req }: Context<ApiEnv>): Promise<string[]> {
  const body: unknown = await req.json().catch(() => undefined);
  return Object.keys(anyFields.safeParse(body).data ?? {});
}
