import type { ComponentChildren } from "preact";
import { answerOf, api } from "../api/client.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Todo } from "../components/page.tsx";
import { Loaded } from "../components/states.tsx";
import { text } from "../strings.ts";

async function readTodos() {
  const status = await answerOf(api.GET("/v1/status"));
  const instances = await Promise.all(
    status.instances.map(async (instance) => {
      const query = { instance: instance.name };
      const held = await answerOf(api.GET("/v1/removals", { params: { query } }));
      const quarantine = await answerOf(api.GET("/v1/quarantine", { params: { query: { ...query, limit: 50 } } }));
      return { ...instance, held: held.items.filter(({ decision }) => decision === undefined), quarantine };
    }),
  );
  return { status, instances };
}

/** What an operator has to decide or to mend, and how much waits. */
export function OperatorTodos({ children }: { children: ComponentChildren }) {
  const load = useLoad("todos", readTodos, 10_000);
  return (
    <Loaded load={load}>
      {({ status, instances }) => {
        const dead = Object.entries(status.queues ?? {}).filter(([, { dead: count }]) => count > 0);
        return (
          <>
            <section aria-label="To do">
              {instances.map(({ name, status: state, parkedReason, held, quarantine, feeds }) => (
                <InstanceTodos
                  key={name}
                  name={name}
                  isParked={state === "parked"}
                  reason={parkedReason}
                  held={held}
                  rows={quarantine.items.length}
                  hasMore={quarantine.more}
                  stalled={Object.values(feeds).reduce((sum, { stalled = 0 }) => sum + stalled, 0)}
                />
              ))}
              {dead.map(([queue, { dead: count }]) => (
                <Todo key={queue} level="bad" title={`${count} messages of the queue ${queue} were given up`}>
                  See the log for their error, mend the cause, then send them again with <code>npm run redrive</code>.
                </Todo>
              ))}
              {instances.length === 0 && (
                <Todo
                  level="warn"
                  title="No instance is connected yet"
                  action={
                    <a class="button primary" href="/portal/instances">
                      Connect one
                    </a>
                  }
                >
                  An instance is one customer's installation that the bridge reads.
                </Todo>
              )}
            </section>
            {children}
            <Card title="Deliveries and queues">
              <dl class="numbers">
                {Object.entries(status.deliveries ?? {}).map(([state, count]) => (
                  <div key={state}>
                    <dt>{labelOf(state)}</dt>
                    <dd>{count.toLocaleString("en")}</dd>
                  </div>
                ))}
                {Object.entries(status.queues ?? {}).map(([queue, { ready, delayed, inFlight }]) => (
                  <div key={queue}>
                    <dt>Queue {queue}</dt>
                    <dd>{(ready + delayed + inFlight).toLocaleString("en")}</dd>
                  </div>
                ))}
              </dl>
            </Card>
          </>
        );
      }}
    </Loaded>
  );
}

const labels: Readonly<Record<string, string>> = text.states;
const labelOf = (state: string) => labels[state] ?? state;

function InstanceTodos({
  name,
  isParked,
  reason = "unknown",
  held,
  rows,
  hasMore,
  stalled,
}: {
  name: string;
  isParked: boolean;
  reason: string | undefined;
  held: readonly { readonly source: string; readonly missing: number; readonly known: number }[];
  rows: number;
  hasMore: boolean;
  stalled: number;
}) {
  const open = (
    <a class="button" href={`/portal/instances/${name}`}>
      Open {name}
    </a>
  );
  return (
    <>
      {isParked && (
        <Todo level="bad" title={`The source refuses the credentials of ${name} (${reason})`} action={open}>
          Nothing is read until it accepts them. Enter a new pair, which is tried at once.
        </Todo>
      )}
      {held.map(({ source, missing, known }) => (
        <Todo
          key={source}
          level="warn"
          title={`${missing} of ${known} records of ${name} vanished at once`}
          action={
            <a class="button" href={`/portal/instances/${name}`}>
              Decide
            </a>
          }
        >
          Removals of {source} are held until you approve or dismiss them: a lost permission looks the same as a
          removal.
        </Todo>
      ))}
      {rows > 0 && (
        <Todo
          level="warn"
          title={`${rows}${hasMore ? " or more" : ""} rows of ${name} are in quarantine`}
          action={open}
        >
          They couldn't be read or stored. Look at them, then try them again or discard them.
        </Todo>
      )}
      {stalled > 0 && (
        <Todo level="warn" title={`${stalled} feeds of ${name} stand still`} action={open}>
          Their last error says why.
        </Todo>
      )}
    </>
  );
}
