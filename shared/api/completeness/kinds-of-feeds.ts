import type { Feed } from "../../schedule/feeds/feed.ts";
import { feedKinds } from "../../schedule/feeds/feed-kinds.ts";
import type { CompletenessKind } from "./completeness-schemas.ts";

export function kindOfFeed({ kind }: Pick<Feed, "kind">): CompletenessKind {
  return kind === "room" ? "room" : (feedKinds[kind].resource ?? "document");
}
