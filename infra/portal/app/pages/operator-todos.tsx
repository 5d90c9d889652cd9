import type { ComponentChildren } from "preact";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Todo } from "../components/page.tsx";
import { Loaded } from "../components/states.tsx";
import { Time } from "../components/time.tsx";
import { text } from "../strings.ts";

type Attention = Schemas["Status"]["needsAttention"][number];

/** What an operator has to decide or to mend; then `children`; then how much waits. */
export function OperatorTodos({ children }: { children: ComponentChildren }) {
  const load = useLoad("todos", () => answerOf(api.GET("/v1/status")), 10_000);
  return (
    <Loaded load={load}>
      {({ needsAttention, instances, deliveries = {}, queues = {} }) => (
        <>
          <section aria-label="To do">
            {needsAttention.map((one) => (
              <AttentionTodo key={`${one.kind} ${one.instance ?? ""} ${one.what ?? ""}`} one={one} />
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
              {Object.entries(deliveries).map(([state, count]) => (
                <div key={state}>
                  <dt>{labels[state] ?? state}</dt>
                  <dd>{count.toLocaleString("en")}</dd>
                </div>
              ))}
              {Object.entries(queues).map(([queue, { ready, delayed, inFlight }]) => (
                <div key={queue}>
                  <dt>Queue {queue}</dt>
                  <dd>{(ready + delayed + inFlight).toLocaleString("en")}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </>
      )}
    </Loaded>
  );
}

const labels: Readonly<Record<string, string>> = text.states;

function AttentionTodo({ one: { kind, instance, what, count, more, action, since } }: { one: Attention }) {
  const { title, level } = text.attention[kind];
  const about = [instance, what].filter((part) => part !== undefined).join(": ");
  return (
    <Todo
      level={level}
      title={`${title}${about === "" ? "" : ` (${about})`}: ${count}${more === true ? " or more" : ""}`}
      action={
        instance !== undefined && (
          <a class="button" href={`/portal/instances/${instance}`}>
            Open {instance}
          </a>
        )
      }
    >
      {action}{" "}
      {since !== undefined && (
        <span class="soft">
          Since <Time at={since} />.
        </span>
      )}
    </Todo>
  );
}
