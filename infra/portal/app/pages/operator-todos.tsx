import type { ComponentChildren } from "preact";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Card, Todo } from "../components/page.tsx";
import { Loaded } from "../components/states.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { toast, withToast } from "../components/toast.tsx";
import { attentionTitle } from "../logic/attention-title.ts";
import { withoutRoutes } from "../logic/diagnose.ts";
import { plural } from "../logic/plural.ts";
import { text } from "../text.ts";

const areTriedAgain = (moved: number, toMove: number | undefined) => {
  const of = toMove === undefined ? "" : ` of ${toMove.toLocaleString("en")}`;
  return `Moving messages back to their queue: ${moved.toLocaleString("en")}${of} so far`;
};

type Attention = Schemas["Status"]["needsAttention"][number];

/** What an operator has to decide or fix, then `children`, then how many messages and deliveries wait. */
export function OperatorTodos({ children }: { children: ComponentChildren }) {
  const load = useLoad("todos", () => answerOf(api.GET("/v1/status")), 10_000);
  return (
    <Loaded load={load}>
      {({ needsAttention, instances, deliveries = {}, queues = {} }) => (
        <>
          <section aria-label="To do">
            {needsAttention.map((one) => (
              <AttentionTodo
                key={`${one.kind} ${one.instance ?? ""} ${one.what ?? ""}`}
                one={one}
                redrive={one.kind === "dead_letters" && one.what !== undefined ? queues[one.what]?.redrive : undefined}
                reload={load.reload}
              />
            ))}
            {needsAttention.length === 0 && instances.length > 0 && (
              <Todo level="good" title="No problems">
                Problems and how to fix them appear here.
              </Todo>
            )}
            {instances.length === 0 && (
              <Todo
                level="warn"
                title="No instances yet"
                action={
                  <a class="button primary" href="/portal/instances">
                    Connect instance
                  </a>
                }
              >
                An instance is a customer's installation that Feedhook reads.
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
            </dl>
            <Queues queues={queues} />
          </Card>
        </>
      )}
    </Loaded>
  );
}

function Queues({ queues }: { queues: NonNullable<Schemas["Status"]["queues"]> }) {
  const rows = Object.entries(queues);
  if (rows.length === 0) return null;
  const [measuredAt] = rows.flatMap(([, queue]) => queue.measuredAt ?? []).sort();
  return (
    <>
      <Table
        label="Queues"
        rows={rows}
        keyOf={([queue]) => queue}
        columns={[
          { title: "Queue", cell: ([queue]) => <span data-row>{queue}</span> },
          { title: "Ready", isNumber: true, cell: ([, { ready }]) => ready.toLocaleString("en") },
          { title: "Oldest", cell: ([, { readySince }]) => sinceOf(readySince) },
          { title: "Delayed", isNumber: true, cell: ([, { delayed }]) => delayed.toLocaleString("en") },
          { title: "In progress", isNumber: true, cell: ([, { inFlight }]) => inFlight.toLocaleString("en") },
          { title: "Dead letters", isNumber: true, cell: ([, { dead }]) => dead.toLocaleString("en") },
          { title: "Oldest dead letter", cell: ([, { deadSince }]) => sinceOf(deadSince) },
        ]}
      />
      {measuredAt !== undefined && (
        <p class="soft small">
          CloudWatch measured these ages <Time at={measuredAt} />.{" "}
          {"It reports ages every minute with a few minutes' delay, so newer messages don't have an age yet."}
        </p>
      )}
    </>
  );
}

const sinceOf = (at: string | undefined) => (at === undefined ? "—" : <Time at={at} />);

const labels: Readonly<Record<string, string>> = text.states;

/** Retries the queue's dead letters, or the changes that were set aside. */
function Redrive({ one: { kind, what }, reload }: { one: Attention; reload: () => void }) {
  const redrive = () => {
    withToast(async () => {
      const queue = queueNames.find((name) => name === what);
      const { redriven } = await answerOf(
        kind === "dead_letters" && queue !== undefined
          ? api.POST("/v1/queues/{queue}/redrive", { params: { path: { queue } } })
          : api.POST("/v1/changes-set-aside/redrive"),
      );
      toast(`${plural(redriven, "message", "messages")} queued for retry`);
      reload();
    });
  };
  return (
    <button type="button" onClick={redrive}>
      Retry messages
    </button>
  );
}

const queueNames = ["ticks", "poll", "fanout", "deliver", "deliver-slow", "recover", "alerts"] as const;

type Progress = NonNullable<NonNullable<Schemas["Status"]["queues"]>[string]["redrive"]>;

/** The action for a to-do, if there is one. */
function TodoAction({ one, redrive, reload }: { one: Attention; redrive: Progress | undefined; reload: () => void }) {
  const { kind, instance, command } = one;
  if (kind === "dead_letters" || kind === "changes_set_aside") {
    const isPossible = may("manage") && command === undefined && redrive?.state !== "running";
    return isPossible ? <Redrive one={one} reload={reload} /> : null;
  }
  if (instance === undefined) return null;
  return (
    <a class="button" href={`/portal/instances/${instance}`}>
      Open {instance}
    </a>
  );
}

function RedriveState({ state, startedAt, moved, toMove, reason }: Progress) {
  const how =
    state === "running"
      ? areTriedAgain(moved, toMove)
      : `The last attempt to move messages back failed. ${reason ?? ""}`;
  return (
    <p class="small">
      {how} ({"started"} <Time at={startedAt} />)
    </p>
  );
}

function AttentionTodo({
  one,
  redrive,
  reload,
}: {
  one: Attention;
  redrive: Progress | undefined;
  reload: () => void;
}) {
  const { kind, what, action, since, command } = one;
  const consequence = kind === "rows_quarantined" ? what : undefined;
  return (
    <Todo
      level={text.attention[kind].level}
      title={attentionTitle(one)}
      action={<TodoAction one={one} redrive={redrive} reload={reload} />}
      below={
        <>
          {command !== undefined && <CodeBlock label="command" code={command} />}
          {redrive !== undefined && <RedriveState {...redrive} />}
        </>
      }
    >
      {consequence !== undefined && `${consequence}. `}
      {withoutRoutes(action)}{" "}
      {command !== undefined &&
        "The portal doesn't have permission to do this. Run this command in the repository's folder:"}{" "}
      {since !== undefined && (
        <span class="soft">
          Started <Time at={since} />.
        </span>
      )}
    </Todo>
  );
}
