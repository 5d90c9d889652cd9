import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "./answer-of.ts";
import { itemsOf } from "./every-page.ts";

export const subscriptionsOf = (api: ApiClient) =>
  itemsOf((query) => answerOf(api.GET("/v1/subscriptions", { params: { query } })));

/** Leaves out pull subscriptions, to which Feedhook sends nothing. */
export async function pushedIds(api: ApiClient): Promise<string[]> {
  return (await subscriptionsOf(api)).filter(({ kind }) => kind !== "pull").map(({ id }) => id);
}
