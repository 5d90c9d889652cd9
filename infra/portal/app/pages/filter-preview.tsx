import { useState } from "preact/hooks";
import { ApiProblem, answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField } from "../components/fields.tsx";
import { Alert, Failure, Loading } from "../components/page.tsx";
import { Status } from "../components/status.tsx";
import { useDebounced } from "../components/use-debounced.ts";
import { parseObject } from "../logic/parse-object.ts";
import { plural } from "../logic/plural.ts";

type Result = Schemas["FilterTestResult"];
type Verdict = Result["items"][number];

type FilterPreviewProps = { filter: string; eventTypes: readonly string[]; instances: readonly string[] };

export function FilterPreview({ filter, eventTypes, instances }: FilterPreviewProps) {
  const [chosen, setChosen] = useState("");
  const instance = instances.includes(chosen) ? chosen : instances[0];
  // `useDebounced` compares values by identity, so the settings are serialized.
  const settings = useDebounced(JSON.stringify({ filter, eventTypes, instance }));
  const load = useLoad(`filter ${settings}`, () => test(filter, eventTypes, instance));
  const parsed = parseObject(filter);
  if (parsed.outcome === "invalid") {
    return <Alert>{parsed.message}</Alert>;
  }
  const { data, error, reload } = load;
  const noEvents =
    eventTypes.length === 0
      ? "Select at least one event type to test the filter."
      : "There are no recent events to test.";
  return (
    <section class="card" aria-label="Preview">
      {instances.length > 1 && (
        <SelectField
          label="Test with events from"
          value={instance ?? ""}
          options={instances.map((name) => [name, name])}
          onChange={setChosen}
        />
      )}
      {error === undefined ? null : error instanceof ApiProblem && error.errors.length > 0 ? (
        <Alert>
          <div>
            {error.errors.map(({ field, message }) => (
              <p key={`${field} ${message}`}>
                <code>{field}</code> {message}
              </p>
            ))}
          </div>
        </Alert>
      ) : (
        <Failure error={error} retry={reload} />
      )}
      {data !== undefined ? (
        <Tested result={data} instance={instance} noEvents={noEvents} />
      ) : (
        error === undefined && <Loading />
      )}
    </section>
  );
}

async function test(text: string, eventTypes: readonly string[], instance: string | undefined): Promise<Result> {
  const parsed = parseObject(text);
  // If the filter is invalid, or if there is no instance or event type, there is nothing to test.
  if (parsed.outcome === "invalid" || instance === undefined || eventTypes.length === 0) {
    return { tested: 0, matches: 0, items: [] };
  }
  const filter = parsed.object !== undefined && { filter: parsed.object };
  const body = { ...filter, eventTypes: [...eventTypes], instance, limit: 100 };
  return answerOf(api.POST("/v1/filters/test", { body }));
}

type TestedProps = { result: Result; instance?: string | undefined; noEvents: string };

function Tested({ result: { tested, items, warnings = [] }, instance, noEvents }: TestedProps) {
  const sent = items.filter(({ matches }) => matches);
  const refused = items.filter(({ matches }) => !matches);
  return (
    <>
      <p role="status">
        {tested === 0 ? (
          noEvents
        ) : (
          <>
            Matching: <strong>{`${sent.length} of ${plural(tested, "recent event", "recent events")}`}</strong>{" "}
            {instance !== undefined && `from ${instance}`}
          </>
        )}
      </p>
      {warnings.map(({ field, message }) => (
        <p key={field} class="field-error">
          <code>{field}</code> {message}
        </p>
      ))}
      <ul class="verdicts">
        {sent.slice(0, 3).map((one) => (
          <li key={one.event}>
            <Status level="good">Match</Status> <Tried verdict={one} />
          </li>
        ))}
        {refused.slice(0, 5).map((one) => (
          <li key={one.event}>
            <Status level="idle">No match</Status> <Tried verdict={one} />
            {one.why.map(({ field, message, wanted, found }) => (
              <div class="small soft" key={field}>
                <code>{field}</code> {message}
                {found.length > 0 && (
                  <>
                    . In the event: <code>{valuesText(found)}</code>
                  </>
                )}
                . The filter accepts: <code>{valuesText(wanted)}</code>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Tried({ verdict: { event, type } }: { verdict: Verdict }) {
  return (
    <>
      {type} <span class="small soft mono">{event}</span>
    </>
  );
}

const longest = 120;

export function valuesText(values: readonly unknown[]): string {
  const text = values.map((value) => JSON.stringify(value)).join(", ");
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
