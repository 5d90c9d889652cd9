import type { Schemas } from "../api/reads.ts";
import { NextAttempt } from "../components/time.tsx";
import { reasonWords } from "../logic/feed-words.ts";
import { plural } from "../logic/plural.ts";

type Props = {
  readonly progress: Schemas["FirstContact"] | undefined;
  readonly isDone: boolean;
  /** False if the instance is paused or parked. */
  readonly isRead: boolean;
};

/** Feeds that are paused or being read have no next attempt to show. */
const notTried: ReadonlySet<string> = new Set(["paused", "being_read"]);

export function FirstContact({ progress, isDone, isRead }: Props) {
  if (isDone || progress === undefined) return <>{isDone ? "Complete" : "Not started"}</>;
  const { lists, ofLists, pages, documentPages, ownersMet, ownersKnown, secondsLeft, left = [] } = progress;
  return (
    <>
      <progress max={ofLists + (ownersKnown ?? 0)} value={lists + (ownersMet ?? 0)} aria-label="First contact" />
      <div class="small">
        {`${lists} of ${plural(ofLists, "list", "lists")} (${plural(pages, "page", "pages")})`}
        {ownersKnown !== undefined && ownersKnown > 0
          ? `, documents read for ${(ownersMet ?? 0).toLocaleString("en")} of ${plural(ownersKnown, "owner", "owners")} (${plural(documentPages, "page", "pages")})`
          : documentPages > 0 && `, ${plural(documentPages, "page", "pages")} of documents read`}
        {isRead && secondsLeft !== undefined && `, about ${Math.ceil(secondsLeft / 60)} min left`}
      </div>
      {left.length > 0 && (
        <details class="small">
          <summary>Feeds not read to the end yet</summary>
          <ul>
            {left.map(({ feed, reason, nextTry }) => (
              <li key={feed}>
                <code>{feed}</code>: {reasonWords(reason)}{" "}
                {isRead && !notTried.has(reason) && <NextAttempt at={nextTry} />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
