import type { OwnerType } from "../../kernel/envelope.ts";
import type { Item } from "../../kernel/ports/table.ts";
import { mirrorShards, shardPartition } from "../../mirror/mirror-key.ts";
import { type Feed, type FeedClass, feedIdOf } from "../../schedule/feeds/feed.ts";
import { feedsOfInstance } from "../../schedule/feeds/feeds-of-instance.ts";
import type { ApiServices } from "../api-services.ts";

type Asked = {
  readonly instance: string;
  readonly rooms: readonly string[];
  readonly class: FeedClass | undefined;
  readonly after: string | undefined;
  readonly limit: number;
};

export type FeedPage = { readonly items: readonly Feed[]; readonly next: string | undefined };

/**
 * A position: `own:<index>` among the instance's own feeds or, among owners, `<part>:<sort key>` of the last record
 * read. A part is one shard of one resource.
 */
export const feedPosition = /^(own:\d+|\d+:.*)$/s;

/**
 * Pages of records read per page of feeds. In a newly connected instance, no record has a feed yet, so without this
 * limit, all records would be read.
 */
const mostQueries = 100;

const ownerResources: readonly (readonly [OwnerType, "company" | "person" | "project" | "activity"])[] = [
  ["Company", "company"],
  ["Person", "person"],
  ["Project", "project"],
  // Activities are owners only if the source accepts them as owners of documents. The mirror has no records of phases,
  // so their feeds aren't listed; `GET /v1/feeds/{id}` shows them.
  ["Project", "activity"],
];

/**
 * Lists the instance's own feeds, then its owners' feeds. There are too many owners for one read, so they are found
 * page by page through their records.
 */
export async function listFeeds(services: ApiServices, asked: Asked): Promise<FeedPage> {
  const { instance, rooms, class: wanted, after } = asked;
  const own = feedsOfInstance(instance, rooms).filter((feed) => wanted === undefined || feed.class === wanted);
  const begin = after === undefined ? 0 : Number(/^own:(\d+)$/.exec(after)?.[1] ?? own.length);
  const shown = own.slice(begin, begin + asked.limit);
  const first = await services.feeds.loadAll(shown.map(({ feedId }) => feedId));
  if (begin + shown.length < own.length) return { items: first, next: `own:${begin + shown.length}` };
  if (wanted !== undefined && wanted !== "owners") return { items: first, next: undefined };
  const page = await ownersFrom(services, asked, asked.limit - first.length);
  return { items: [...first, ...page.items], next: page.next };
}

async function ownersFrom(
  { feeds, mirror, subOwners }: ApiServices,
  { instance, after }: Asked,
  limit: number,
): Promise<FeedPage> {
  const found: Feed[] = [];
  const { activity } = await subOwners.answers(instance);
  const resources = ownerResources.filter(([, resource]) => resource !== "activity" || activity?.resolves === true);
  const [, startPart = "0", startId] = /^(\d+):(.*)$/s.exec(after ?? "") ?? [];
  const parts = resources.length * mirrorShards;
  let queries = 0;
  for (let part = Number(startPart), afterId = startId; part < parts; part += 1, afterId = undefined) {
    const [type, resource] = resources[Math.floor(part / mirrorShards)] ?? ["Company", "company"];
    for (let more = true; more; ) {
      if (found.length >= limit || queries === mostQueries) return { items: found, next: `${part}:${afterId ?? ""}` };
      queries += 1;
      const from = afterId === undefined || afterId === "" ? {} : { after: afterId };
      const pk = shardPartition(instance, resource, part % mirrorShards);
      const page = await mirror.query({ pk, limit: limit - found.length, ...from });
      const ids = page.items.map((item) =>
        feedIdOf({ instance, kind: "owner", owner: { type, id: recordIdOf(item) }, query: {} }),
      );
      found.push(...(await feeds.loadAll(ids)));
      afterId = page.items.at(-1)?.sk ?? afterId;
      more = page.more;
    }
  }
  return { items: found, next: undefined };
}

/** The key of a long id contains only its beginning and a digest, so the item also has the whole id as an attribute. */
const recordIdOf = ({ id, sk }: Item): string => (typeof id === "string" ? id : sk);
