import type { ApiClient } from "../../api-client/create-api-client.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf } from "./answer-of.ts";
import { itemsOf } from "./every-page.ts";

/** If `asked` is undefined, the path contains the key's own partner. The error calls the resources `what`. */
export async function partnerPath(api: ApiClient, asked: string | undefined, what: string) {
  const partner = asked ?? (await answerOf(api.GET("/v1/me"))).partner?.id;
  if (partner !== undefined) return { params: { path: { partner } } };
  throw new UsageError(
    `this is an operator's key, and ${what} belong to a partner`,
    "Name the partner with --partner prt_… (feedhook partners list).",
  );
}

/** An operator's key can see all instances. */
export async function instanceNames(api: ApiClient): Promise<string[]> {
  const { operator, partner } = await answerOf(api.GET("/v1/me"));
  if (!operator) return partner?.instances ?? [];
  const instances = await itemsOf((query) => answerOf(api.GET("/v1/instances", { params: { query } })));
  return instances.map(({ name }) => name);
}

/** Throws {@link UsageError} if the key can see several instances, or none. */
export async function onlyInstance(api: ApiClient): Promise<string> {
  const names = await instanceNames(api);
  const [name, another] = names;
  if (name !== undefined && another === undefined) return name;
  const all = names.join(", ");
  throw new UsageError("the instance is missing", `Name the instance${all === "" ? "" : `: one of ${all}`}.`);
}
