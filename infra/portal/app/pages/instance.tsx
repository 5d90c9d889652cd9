import { shownState } from "../../../api-client/state-words.ts";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Facts, Loaded, Page, Todo } from "../components/page.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { refusalTitle, unknownInstance, unknownInstanceAction } from "../logic/attention-words.ts";
import { durationText } from "../logic/duration-text.ts";
import { className } from "../logic/feed-words.ts";
import { rate } from "../logic/plural.ts";
import { upperFirst } from "../logic/sentence.ts";
import { BudgetCard } from "./budget.tsx";
import { CompletenessCard } from "./completeness.tsx";
import { ConnectInstance } from "./connect-instance.tsx";
import { Controls } from "./controls.tsx";
import { FeedTable, SlowestOwners } from "./feed-table.tsx";
import { FirstContact } from "./first-contact.tsx";
import { HeldRemoval } from "./held-removal.tsx";
import { AttentionTodo, ConnectAgain } from "./operator-todos.tsx";
import { Quarantine } from "./quarantine.tsx";

export function InstancePage({ name }: { name: string }) {
  const read = async () => {
    const query = { instance: name };
    const [instance, status, removals] = await Promise.all([
      answerOf(api.GET("/v1/instances/{name}", { params: { path: { name } } })),
      answerOf(api.GET("/v1/status")),
      answerOf(api.GET("/v1/removals", { params: { query } })),
    ]);
    const { items } = status.instances.length === 0 ? { items: [] } : removals;
    // `instance_parked` and `removals_held` are left out, because `Refused` and `HeldRemoval` below show them.
    const problems = status.needsAttention.filter(
      ({ instance: of, kind }) => of === name && kind !== "instance_parked" && kind !== "removals_held",
    );
    return { instance, status: status.instances.find((one) => one.name === name), removals: items, problems };
  };
  const load = useLoad(`instance ${name}`, read, 5_000);
  return (
    <Loaded load={load} page={{ title: name, crumb: { href: "/portal/instances", title: "Instances" } }}>
      {({ instance, status, removals, problems }) => (
        <Page
          title={name}
          lead="A customer's installation that Feedhook reads"
          crumb={{ href: "/portal/instances", title: "Instances" }}
          actions={may("manage") && <Actions name={name} state={instance.status} />}
        >
          {instance.status === "parked" && (
            <>
              <Refused name={name} reason={instance.parkedReason} />
              {needsCredentials(instance) && <Credentials name={name} />}
            </>
          )}
          {problems.map((one) => (
            <AttentionTodo key={`${one.kind} ${one.what ?? ""}`} one={one} isOnOwnPage />
          ))}
          {removals.map((held) => (
            <HeldRemoval key={held.source} name={name} held={held} />
          ))}
          <div class="columns">
            <Card title="Status">
              <Facts
                facts={[
                  ["State", <StateStatus state={instance.status} />],
                  [
                    "First contact",
                    <FirstContact
                      progress={status?.firstContact}
                      isDone={status?.baselineDone === true}
                      isRead={instance.status !== "paused" && instance.status !== "parked"}
                    />,
                  ],
                  ["Registered", <Time at={instance.registeredAt} exact />],
                  [
                    "Request limit",
                    status?.budget === undefined
                      ? `${instance.requestsPerSecond} per second`
                      : requestLimitText(status.budget),
                  ],
                  ["Share rooms", instance.rooms.length],
                ]}
              />
            </Card>
            <Card title="Freshness">
              {status === undefined ? (
                <p class="soft">Nothing has been read yet.</p>
              ) : (
                <Table
                  label="Freshness by class"
                  rows={Object.entries(status.feeds)}
                  keyOf={([feedClass]) => feedClass}
                  columns={[
                    { title: "Class", cell: ([feedClass]) => className(feedClass) },
                    { title: "State", state: ([, one]) => shownState(one.status, instance.status) },
                    {
                      title: "Longest wait",
                      number: ([, { lagSeconds }]) =>
                        lagSeconds === undefined ? undefined : durationText(lagSeconds * 1_000),
                    },
                    { title: "Feeds", number: ([, { feeds }]) => feeds },
                  ]}
                />
              )}
            </Card>
          </div>
          {!needsCredentials(instance) && <Credentials name={name} />}
          <CompletenessCard instance={name} />
          <Quarantine instance={name} />
          <FeedTable instance={name} state={instance.status} />
          {status?.budget !== undefined && (
            <BudgetCard budget={status.budget} stretch={status.feeds["owners"]?.stretch} />
          )}
          <SlowestOwners instance={name} state={instance.status} />
        </Page>
      )}
    </Loaded>
  );
}

/** New credentials can't help if the instance's name is wrong. */
const needsCredentials = ({ status, parkedReason }: Schemas["Instance"]): boolean =>
  status === "parked" && parkedReason !== unknownInstance;

function Credentials({ name }: { name: string }) {
  if (!may("manage")) return null;
  return (
    <Card title="New credentials">
      <p class="soft">Feedhook keeps using the current credentials until the new ones work.</p>
      <ConnectInstance name={name} />
    </Card>
  );
}

function Refused({ name, reason }: { name: string; reason: string | undefined }) {
  if (reason === unknownInstance) {
    return (
      <Todo level="bad" title={`The source has no instance named ${name}`} action={may("manage") && <ConnectAgain />}>
        {unknownInstanceAction}
      </Todo>
    );
  }
  return (
    <Todo level="bad" title={upperFirst(refusalTitle(reason))}>
      {may("manage") ? (
        "Enter new credentials below. Feedhook tests them immediately."
      ) : (
        <>
          An operator with the <code>manage</code> scope must enter new credentials.
        </>
      )}
    </Todo>
  );
}

/** `2 per second (lowered from 5)`. */
export function requestLimitText({ current, requestsPerSecond }: Schemas["Budget"]): string {
  const lowered = current < requestsPerSecond ? ` (lowered from ${rate(requestsPerSecond)})` : "";
  return `${rate(current)} per second${lowered}`;
}

function Actions({ name, state }: { name: string; state: string }) {
  const params = { path: { name } };
  return (
    <Controls
      subject={name}
      turn={state === "paused" ? "resume" : "pause"}
      turnLabel={state === "paused" ? "Resume" : "Pause"}
      rewind="Feedhook rereads every feed from the beginning. It publishes only changes that it previously missed."
      rebaseline="Feedhook reads the instance as if it had just been connected. Records that it hasn't seen before are published as baseline events if they last changed before you confirm, and otherwise as ordinary events."
      send={(what) =>
        what === "rewind"
          ? done(api.POST("/v1/instances/{name}/rewind", { params, body: {} }))
          : done(api.POST(`/v1/instances/{name}/${what}`, { params }))
      }
    />
  );
}
