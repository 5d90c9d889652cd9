import { answerOf } from "./answer-of.ts";
import type { ApiClient } from "./api-client.ts";

/** The instances that this key may look at. */
export async function instanceNames(api: ApiClient): Promise<string[]> {
  const { items } = await answerOf(api.GET("/v1/instances"));
  return items.map(({ name }) => name);
}
