import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "./answer-of.ts";

/** The instances whose events this key sees; an operator's key sees all of them. */
export async function instanceNames(api: ApiClient): Promise<string[]> {
  const { operator, partner } = await answerOf(api.GET("/v1/me"));
  if (!operator) return partner?.instances ?? [];
  const { items } = await answerOf(api.GET("/v1/instances"));
  return items.map(({ name }) => name);
}
