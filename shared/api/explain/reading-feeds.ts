import type { Owner } from "../../kernel/envelope.ts";
import { parsePoison, poisonPrefix } from "../../polling/quarantine/poison-item.ts";
import { type Feed, feedIdOf } from "../../schedule/feeds/feed.ts";
import { fixedFeeds } from "../../schedule/feeds/feeds-of-instance.ts";
import type { ApiServices } from "../api-services.ts";
import type { ExplainedSubject } from "./record-trace.ts";

/** A feed that reads the subject, and whether it has quarantined a row of it. */
export type ReadingFeed = { readonly feed: Feed; readonly quarantined: boolean };

/** The most quarantined rows read per feed. */
const mostRows = 200;

/** The feeds that can show a change of the subject: those of its resource, and its owner's. */
export async function readingFeeds(
  { feeds, feedTable }: ApiServices,
  { instance, type, id }: ExplainedSubject,
  owner: Owner | undefined,
): Promise<readonly ReadingFeed[]> {
  const kinds = fixedFeeds(instance).filter(({ kind }) => kind.startsWith(`${type.replace("_", "-")}-`));
  const ofOwner = owner === undefined ? [] : [feedIdOf({ instance, kind: kindOf(owner), owner, query: {} })];
  const standing = await feeds.loadAll([...kinds.map(({ feedId }) => feedId), ...ofOwner]);
  return Promise.all(
    standing.map(async (feed) => {
      const rows = await feedTable.query({ pk: feed.feedId, prefix: poisonPrefix, limit: mostRows });
      return { feed, quarantined: rows.items.some((item) => parsePoison(item).recordId === id) };
    }),
  );
}

const kindOf = ({ type }: Owner) => (type === "Room" ? "room" : "owner");
