import { api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { Todo } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { heldRemovalText as words } from "../strings/held-removal.ts";

type Held = Schemas["HeldRemovals"]["items"][number];

/** Removals that were too many at once: which they would be, and the decision about them. */
export function HeldRemoval({ name, held, reload }: { name: string; held: Held; reload: () => void }) {
  const { source, missing, known, since, decision, sample } = held;
  const decide = (to: "approve" | "dismiss") => {
    withToast(
      async () => {
        await done(api.POST(`/v1/instances/{name}/removals/{source}/${to}`, { params: { path: { name, source } } }));
        reload();
      },
      to === "approve" ? words.approved : words.dismissed,
    );
  };
  if (decision !== undefined) {
    return (
      <Todo level="good" title={words.decided(source, decision)}>
        {words.carriedOut}
      </Todo>
    );
  }
  return (
    <Todo
      level="warn"
      title={words.title(missing, known, source)}
      below={sample.length > 0 && <Sample sample={sample} />}
      action={
        may("manage") && (
          <div class="actions">
            <button
              type="button"
              class="danger"
              onClick={() => {
                decide("approve");
              }}
            >
              {words.approve}
            </button>
            <button
              type="button"
              onClick={() => {
                decide("dismiss");
              }}
            >
              {words.dismiss}
            </button>
          </div>
        )
      }
    >
      {words.since} <Time at={since} />. {words.advice}
    </Todo>
  );
}

/** The names of some of them: what they have in common often tells why they vanished. */
function Sample({ sample }: { sample: Held["sample"] }) {
  return (
    <details class="sample">
      <summary>{words.among(sample.length)}</summary>
      <ul>
        {sample.map(({ type, id, name }) => (
          <li key={id}>
            {name !== undefined && `${name} `}
            <span class="mono small">
              {type}/{id}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
