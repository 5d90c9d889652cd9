import type { ApiClient } from "../../api-client/create-api-client.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf } from "./answer-of.ts";

/** The path of a partner's resource: the requested partner, else the key's own. `what` names it in the error. */
export async function partnerPath(api: ApiClient, asked: string | undefined, what: string) {
  const partner = asked ?? (await answerOf(api.GET("/v1/me"))).partner?.id;
  if (partner !== undefined) return { params: { path: { partner } } };
  throw new UsageError(
    `this key is an operator's, and ${what} are a partner's`,
    "Name one: --partner prt_… (feedhook partners list).",
  );
}
