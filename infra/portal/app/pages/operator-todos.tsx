import type { ComponentChildren } from "preact";
import { stateWord } from "../../../api-client/state-words.ts";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Action } from "../components/action.tsx";
import { ButtonLink } from "../components/button.tsx";
import { CodeBlock } from "../components/code-block.tsx";
import { Card, Loaded, Todo } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { toast } from "../components/toast.tsx";
import {
  attentionAction,
  attentionCause,
  attentionTitle,
  attentionWords,
  unknownInstance,
} from "../logic/attention-words.ts";
import { plural } from "../logic/plural.ts";
import { EndpointProblems } from "./endpoint-problems.tsx";

type Attention = Schemas["Status"]["needsAttention"][number];

export function OperatorTodos({ children }: { children: ComponentChildren }) {
  const load = useLoad("todos", () => answerOf(api.GET("/v1/status")), 10_000);
  return (
    <Loaded load={load}>
      {({ needsAttention, failingEndpoints, instances, deliveries = {}, queues = {} }) => (
        <>
          <section aria-label="To do">
            {unlisted(needsAttention, failingEndpoints).map((one) => (
              <AttentionTodo
                key={`${one.kind} ${one.instance ?? ""} ${one.what ?? ""}`}
                one={one}
                redrive={one.kind === "dead_letters" && one.what !== undefined ? queues[one.what]?.redrive : undefined}
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
                action={<ButtonLink text="Connect instance" href="/portal/instances" look="primary" />}
              >
                An instance is a customer's installation that Feedhook reads.
              </Todo>
            )}
          </section>
          <EndpointProblems endpoints={failingEndpoints.map(({ subscription: id, ...one }) => ({ id, ...one }))} />
          {children}
          <Card title={Object.keys(deliveries).length === 0 ? "Queues" : "Deliveries and queues"}>
            <dl class="numbers">
              {Object.entries(deliveries).map(([state, count]) => (
                <div key={state}>
                  <dt>{stateWord(state)}</dt>
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

/**
 * Problems of level `bad` come first, because they can explain others: for example, a source that denies access can
 * cause held removals. `endpoints_failing` and `endpoints_disabled` only count endpoints, so they are left out if
 * `listed` contains all of these endpoints.
 */
function unlisted(all: readonly Attention[], listed: Schemas["Status"]["failingEndpoints"]): readonly Attention[] {
  const isCount = ({ kind }: Attention) => kind === "endpoints_failing" || kind === "endpoints_disabled";
  const open = listed.filter(({ endpoint }) => endpoint.acknowledged === undefined).length;
  const isListed = all.filter(isCount).reduce((sum, { count }) => sum + count, 0) === open;
  const isBad = ({ kind }: Attention) => attentionWords[kind].level === "bad";
  return all.filter((one) => !isListed || !isCount(one)).toSorted((a, b) => Number(isBad(b)) - Number(isBad(a)));
}

function Queues({ queues }: { queues: NonNullable<Schemas["Status"]["queues"]> }) {
  const rows = Object.entries(queues);
  const [measuredAt] = rows.flatMap(([, queue]) => queue.measuredAt ?? []).sort();
  return (
    <>
      <Table
        label="Queues"
        rows={rows}
        keyOf={([queue]) => queue}
        columns={[
          { title: "Queue", cell: ([queue]) => <span data-row>{queue}</span> },
          { title: "Ready", number: ([, { ready }]) => ready },
          { title: "Oldest", cell: ([, { readySince: at }]) => at && <Time at={at} /> },
          { title: "Delayed", number: ([, { delayed }]) => delayed },
          { title: "In progress", number: ([, { inFlight }]) => inFlight },
          { title: "Dead letters", number: ([, { dead }]) => dead },
          { title: "Oldest dead letter", cell: ([, { deadSince: at }]) => at && <Time at={at} /> },
        ]}
      />
      {measuredAt !== undefined && (
        <p class="soft small">
          CloudWatch measured these ages <Time at={measuredAt} />. It lags by a few minutes, so the ages of very new
          messages may be missing.
        </p>
      )}
    </>
  );
}

function Redrive({ todo: { kind, what } }: { todo: Attention }) {
  const [one, other] = kind === "dead_letters" ? ["message", "messages"] : ["change", "changes"];
  const redrive = async () => {
    const queue = queueNames.find((name) => name === what);
    const { redriven } = await answerOf(
      kind === "dead_letters" && queue !== undefined
        ? api.POST("/v1/queues/{queue}/redrive", { params: { path: { queue } } })
        : api.POST("/v1/changes-set-aside/redrive"),
    );
    toast(`${plural(redriven, one, other)} queued for retry`);
  };
  return <Action text={`Retry ${other}`} run={redrive} />;
}

const queueNames = ["ticks", "poll", "fanout", "deliver", "deliver-slow", "recover", "alerts"] as const;

type Progress = NonNullable<NonNullable<Schemas["Status"]["queues"]>[string]["redrive"]>;

function TodoAction({ one, redrive }: { one: Attention; redrive: Progress | undefined }) {
  const { kind, instance, what, command } = one;
  if (kind === "dead_letters" || kind === "changes_set_aside") {
    const isPossible = may("manage") && command === undefined && redrive?.state !== "running";
    return isPossible ? <Redrive todo={one} /> : null;
  }
  if (instance === undefined) return null;
  const isRefused = kind === "instance_parked" && may("manage");
  if (isRefused && what === unknownInstance) return <ConnectAgain />;
  return (
    <ButtonLink
      text={isRefused ? "Enter credentials" : kind === "feeds_stalled" ? "View feeds" : `View ${instance}`}
      href={`/portal/instances/${instance}`}
    />
  );
}

export function ConnectAgain() {
  return <ButtonLink text="Connect instance" href="/portal/instances" />;
}

function RedriveState({ state, startedAt, moved, toMove, reason = "" }: Progress) {
  const of = toMove === undefined ? "" : ` of ${toMove.toLocaleString("en")}`;
  return state === "running" ? (
    <p class="small">
      {`Moving messages back to their queue: ${moved.toLocaleString("en")}${of} so far (started `}
      <Time at={startedAt} />)
    </p>
  ) : (
    <p class="small">
      The last attempt to move messages back, started <Time at={startedAt} />, failed. {reason}
    </p>
  );
}

type AttentionTodoProps = { one: Attention; redrive?: Progress | undefined; isOnOwnPage?: boolean };

/** `isOnOwnPage`: shown on the page of the problem's instance, so a link to that page is left out. */
export function AttentionTodo({ one, redrive, isOnOwnPage = false }: AttentionTodoProps) {
  const { kind, since, command, docs } = one;
  const { level, isSingle = false, isOutside = false } = attentionWords[kind];
  return (
    <Todo
      level={level}
      title={attentionTitle(one, isOnOwnPage)}
      action={!isOnOwnPage && <TodoAction one={one} redrive={redrive} />}
      below={
        <>
          {command !== undefined && <CodeBlock label="the command" code={command} />}
          {redrive !== undefined && <RedriveState {...redrive} />}
        </>
      }
    >
      {attentionCause(one)} {attentionAction(one)}{" "}
      {isOutside && (
        <>
          See <code>{docs}</code> in the documentation.{" "}
        </>
      )}
      {since !== undefined && (
        <span class="soft">
          {isSingle ? "Began" : "Oldest:"} <Time at={since} />.
        </span>
      )}{" "}
      {command !== undefined &&
        "The portal doesn't have permission to retry these changes. Run this command in the repository's folder:"}
    </Todo>
  );
}
