import { api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { Action } from "../components/action.tsx";
import { Todo } from "../components/page.tsx";
import { Lasting } from "../components/time.tsx";
import { resourceWords } from "../logic/feed-words.ts";
import { plural } from "../logic/plural.ts";

type Held = Schemas["HeldRemovals"]["items"][number];

export function HeldRemoval({ name, held }: { name: string; held: Held }) {
  const { source, missing, known, since, decision, sample } = held;
  const params = { path: { name, source } };
  const decide = (to: "approve" | "dismiss") => () =>
    done(api.POST(`/v1/instances/{name}/removals/{source}/${to}`, { params }));
  if (decision !== undefined) {
    return (
      <Todo level="good" title={`Removals of ${resourceWords(source)} were ${decision}`}>
        Feedhook is applying the decision.
      </Todo>
    );
  }
  return (
    <Todo
      level="warn"
      title={`Removals of ${resourceWords(source)} are held because ${missing.toLocaleString("en")} of this instance's ${plural(known, "known record", "known records")} disappeared`}
      below={sample.length > 0 && <Sample sample={sample} />}
      action={
        may("manage") && (
          <div class="actions">
            <Action
              text="Approve removals"
              look="danger"
              run={decide("approve")}
              done="Removals approved. Feedhook checks each record once more before publishing its removal."
            />
            <Action
              text="Dismiss removals"
              run={decide("dismiss")}
              done="Removals dismissed. Feedhook won't publish them."
            />
          </div>
        )
      }
    >
      Held <Lasting since={since} />. Approve if the customer deleted the records. Dismiss if the credentials lost
      access to them.
    </Todo>
  );
}

/** What the missing records have in common often shows why they disappeared. */
function Sample({ sample }: { sample: Held["sample"] }) {
  return (
    <details class="sample">
      <summary>{`${plural(sample.length, "sample record", "sample records")} to check in the source before you decide`}</summary>
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
