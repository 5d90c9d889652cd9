import { defined } from "../../../shared/kernel/defined.ts";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage } from "../client/every-page.ts";

export type HourItem = components["schemas"]["CompletenessHour"];

type Asked = { readonly from?: string | undefined; readonly to?: string | undefined };

/**
 * What became of a subscription's events, by the hour of their detection. Several items may be about one hour. Nothing
 * is known about the time before `knownFrom`.
 */
export async function completenessOf(api: ApiClient, id: string, asked: Asked) {
  let knownFrom = "";
  const read = async (cursor: string | undefined) => {
    const params = { path: { id }, query: { ...defined(asked), ...after(cursor) } };
    const page = await answerOf(api.GET("/v1/subscriptions/{id}/completeness", { params }));
    ({ knownFrom } = page);
    return page;
  };
  const items: HourItem[] = [];
  for await (const item of everyPage(read)) items.push(item);
  return { items, knownFrom };
}
