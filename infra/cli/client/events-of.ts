import * as z from "zod";
import { typeMatches } from "../../../shared/kernel/catalogue.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "./answer-of.ts";
import { everyPage, firstOf, type PageQuery } from "./every-page.ts";
import { instanceNames } from "./partner-path.ts";

/** The members that commands use. Parsing keeps all other members, with exact numbers. */
const eventShape = z.looseObject({
  id: z.string(),
  type: z.string(),
  detectedAt: z.string(),
  instance: z.string(),
  subject: z.looseObject({ type: z.string(), id: z.string() }),
  changes: z.array(z.looseObject({ field: z.string() })).optional(),
  baseline: z.boolean().optional(),
});
export type Event = z.infer<typeof eventShape>;
const eventPage = z.object({ items: z.array(eventShape), more: z.boolean(), nextCursor: z.string().optional() });

export type WantedEvents = {
  /** Default: every instance that the key can see. */
  readonly instances?: readonly string[] | undefined;
  /** Patterns; none means every type. */
  readonly types: readonly string[];
  readonly order: "newest" | "oldest";
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly subject?: { readonly type: string; readonly id: string } | undefined;
  readonly withoutBaseline?: boolean;
};

/** The first `limit` events. Ids increase with the time of detection, so the events of several instances are merged. */
export async function eventsOf(api: ApiClient, wanted: WantedEvents, limit: number): Promise<Event[]> {
  const names = wanted.instances ?? (await instanceNames(api));
  const lists = await Promise.all(names.map((name) => firstOf(listOf(api, name, wanted), limit)));
  const before = wanted.order === "newest" ? 1 : -1;
  return lists
    .flat()
    .sort((one, other) => (one.id < other.id ? before : -before))
    .slice(0, limit);
}

async function* listOf(api: ApiClient, instance: string, wanted: WantedEvents) {
  const { types, since, until, subject, order, withoutBaseline = false } = wanted;
  const [only, ...others] = types;
  const query = {
    ...{ instance, order },
    // The end is in the future, because by default a list with the oldest event first omits the last minute, and because
    // this machine's clock may be slightly behind.
    until: until ?? new Date(Date.now() + 60_000).toISOString(),
    ...(since !== undefined && { since }),
    ...(subject && { subject: `${subject.type}/${subject.id}` }),
    ...(only !== undefined && others.length === 0 && { type: only }),
  };
  const read = async (page: PageQuery) => {
    const params = { query: { ...query, ...page } };
    // The response is read as text, because JSON.parse would round large numbers.
    const text = await answerOf(api.GET("/v1/events", { params, parseAs: "text" }));
    return parseJson(eventPage, text, "response of the bridge");
  };
  for await (const event of everyPage(read)) {
    if (withoutBaseline && event.baseline === true) continue;
    if (types.length === 0 || types.some((each) => typeMatches(each, event.type))) yield event;
  }
}
