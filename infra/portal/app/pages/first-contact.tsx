import type { Schemas } from "../api/reads.ts";
import { Time } from "../components/time.tsx";
import { reasonWords } from "../logic/feed-words.ts";
import { firstContactText as words } from "../strings/first-contact.ts";

/** How far an instance's first contact is. */
export function FirstContact({ progress, isDone }: { progress: Schemas["FirstContact"] | undefined; isDone: boolean }) {
  if (isDone || progress === undefined) return <>{isDone ? words.readToItsEnd : words.notBegun}</>;
  const { lists, ofLists, pages, documentPages, ownersMet, ownersKnown, secondsLeft, left = [] } = progress;
  return (
    <>
      <progress max={ofLists + (ownersKnown ?? 0)} value={lists + (ownersMet ?? 0)} aria-label={words.firstContact} />
      <div class="small">
        {words.ofLists(lists, ofLists, pages)}
        {ownersKnown !== undefined && ownersKnown > 0
          ? words.ofOwners(ownersMet ?? 0, ownersKnown, documentPages)
          : documentPages > 0 && words.ofDocuments(documentPages)}
        {secondsLeft !== undefined && words.aboutMinLeft(Math.ceil(secondsLeft / 60))}
      </div>
      {left.length > 0 && (
        <details class="small">
          <summary>{words.waitsFor(left.length)}</summary>
          <ul>
            {left.map(({ feed, reason, nextTry }) => (
              <li key={feed}>
                <code>{feed}</code> {reasonWords(reason)} {words.nextTry} <Time at={nextTry} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
