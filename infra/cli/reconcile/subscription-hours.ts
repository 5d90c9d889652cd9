import * as z from "zod";
import { defined } from "../../../shared/kernel/defined.ts";
import { parseInput } from "../../../shared/kernel/parse.ts";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { type At, pagesOf } from "../../api-client/pages-of.ts";
import { answerOf } from "../client/answer-of.ts";

export type HourItem = components["schemas"]["CompletenessHour"];
type Page = components["schemas"]["SubscriptionCompleteness"];
export type Unwanted = NonNullable<Page["unwanted"]>;

/** Checks only the fields that calculations use. */
const calculated = z.object({
  hours: z.array(
    z.object({
      from: z.iso.datetime(),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      delivered: z.int(),
      waiting: z.int(),
      expired: z.int(),
      erased: z.int(),
    }),
  ),
  knownFrom: z.iso.datetime(),
});

type Asked = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Consecutive entries can have the same hour. Events before `knownFrom` aren't counted. */
export async function subscriptionHours(api: ApiClient, id: string, asked: Asked) {
  const pages = await completenessPages(api, id, asked);
  const { knownFrom, endpoint } = pages.last;
  return { hours: pages.all.flatMap(({ hours }) => hours), knownFrom, endpoint };
}

/** The events that the subscription doesn't want. Consecutive entries can have the same hour. */
export async function unwantedEvents(
  api: ApiClient,
  id: string,
  asked: Asked & { readonly unwantedOf: string },
): Promise<Unwanted> {
  const pages = await completenessPages(api, id, asked);
  const hours = pages.all.flatMap(({ unwanted }) => unwanted?.hours ?? []);
  return { hours, settingsSince: pages.last.unwanted?.settingsSince ?? "" };
}

async function completenessPages(api: ApiClient, id: string, asked: Asked & { readonly unwantedOf?: string }) {
  const all: Page[] = [];
  const read = (at: At) => {
    const params = { path: { id }, query: defined({ ...asked, ...at }) };
    return answerOf(api.GET("/v1/subscriptions/{id}/completeness", { params }));
  };
  for await (const page of pagesOf(read)) {
    parseInput(calculated, page, "response of the bridge");
    all.push(page);
  }
  const last = all.at(-1);
  if (last === undefined) throw new Error("a list has at least one page");
  return { all, last };
}
