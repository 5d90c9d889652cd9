import { readNewestEvents } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Loaded } from "../components/states.tsx";
import { Status } from "../components/status.tsx";
import { isChosenType } from "../logic/event-choice.ts";
import { explainFilter } from "../logic/explain-filter.ts";
import { Subject } from "./events.tsx";

/** Which of the last 100 events an endpoint would get with these settings and, field by field, why not the others. */
export function FilterPreview({
  filter,
  eventTypes,
  instances,
}: {
  filter: string;
  eventTypes: readonly string[];
  instances: readonly string[];
}) {
  const [instance] = instances;
  const read = async () => (instance === undefined ? [] : (await readNewestEvents(instance, 100)).items);
  const load = useLoad(`preview ${instance ?? ""}`, read);
  const verdict = explainFilter(filter);
  if (verdict.outcome === "invalid") {
    return (
      <div class="problem" role="alert">
        <div>
          {verdict.issues.map(({ path, message }) => (
            <p key={`${path} ${message}`}>
              {path !== "" && <code>{path}</code>} {message}
            </p>
          ))}
        </div>
      </div>
    );
  }
  return (
    <section class="card" aria-label="Preview">
      <Loaded load={load}>
        {(events) => {
          const judged = events.map((event) => {
            const isAsked = isChosenType(eventTypes, event.type);
            return { event, isAsked, ...verdict.judge(event) };
          });
          const sent = judged.filter(({ isAsked, matches }) => isAsked && matches);
          const refused = judged.filter(({ isAsked, matches }) => isAsked && !matches).slice(0, 5);
          const others = judged.filter(({ isAsked }) => !isAsked).length;
          return (
            <>
              <p role="status">
                <strong>
                  {sent.length} of the last {events.length} events
                </strong>{" "}
                {instance !== undefined && `of ${instance}`} would be sent here.
                {others > 0 && ` ${others} are of types that aren't chosen.`}
              </p>
              <ul class="verdicts">
                {sent.slice(0, 3).map(({ event }) => (
                  <li key={event.id}>
                    <Status level="good">Sent</Status> {event.type} <Subject subject={event.subject} />
                  </li>
                ))}
                {refused.map(({ event, misses }) => (
                  <li key={event.id}>
                    <Status level="idle">Not sent</Status> {event.type} <Subject subject={event.subject} />
                    {misses.map(({ field, wanted, found }) => (
                      <div class="small soft" key={field}>
                        <code>{field}</code> is <code>{shown(found)}</code>; the filter asks for{" "}
                        <code>{shown(wanted)}</code>
                      </div>
                    ))}
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function shown(value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
