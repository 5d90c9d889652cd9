import { api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { Todo } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";

type Held = Schemas["HeldRemovals"]["items"][number];

/** Held removals: a sample of the records, and the decision about them. */
export function HeldRemoval({ name, held, reload }: { name: string; held: Held; reload: () => void }) {
  const { source, missing, known, since, decision, sample } = held;
  const decide = (to: "approve" | "dismiss") => {
    withToast(
      async () => {
        await done(api.POST(`/v1/instances/{name}/removals/{source}/${to}`, { params: { path: { name, source } } }));
        reload();
      },
      to === "approve" ? "Approved. Each record is checked once more" : "Dismissed. No removals are published",
    );
  };
  if (decision !== undefined) {
    return (
      <Todo level="good" title={`Removals of ${source}: ${decision}`}>
        The bridge applies your decision.
      </Todo>
    );
  }
  return (
    <Todo
      level="warn"
      title={`${missing} of ${known} known records vanished within a day; removals of ${source} are held`}
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
              They are gone: approve
            </button>
            <button
              type="button"
              onClick={() => {
                decide("dismiss");
              }}
            >
              They aren't: dismiss
            </button>
          </div>
        )
      }
    >
      Since <Time at={since} />. {"Approve if the customer deleted them. Dismiss if the credential lost sight of them."}
    </Todo>
  );
}

/** Names of some records: what they have in common often shows why they vanished. */
function Sample({ sample }: { sample: Held["sample"] }) {
  return (
    <details class="sample">
      <summary>{`${sample.length} of them, to look up at the source before you decide`}</summary>
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
