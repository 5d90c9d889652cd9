import { answerOf, api, done } from "../api/client.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Facts, Page, Todo } from "../components/page.tsx";
import { Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { className, shownState } from "../logic/feed-words.ts";
import { instanceText as words } from "../strings/instance.ts";
import { BudgetCard } from "./budget.tsx";
import { ConnectInstance } from "./connect-instance.tsx";
import { type Control, Controls } from "./controls.tsx";
import { FeedTable } from "./feed-table.tsx";
import { FirstContact } from "./first-contact.tsx";
import { HeldRemoval } from "./held-removal.tsx";
import { Quarantine } from "./quarantine.tsx";
import { SlowestOwners } from "./slowest-owners.tsx";

/** One instance: what waits for a decision, how far its first contact is, and its feeds. */
export function InstancePage({ name }: { name: string }) {
  const read = async () => {
    const query = { instance: name };
    const [instance, status, removals] = await Promise.all([
      answerOf(api.GET("/v1/instances/{name}", { params: { path: { name } } })),
      answerOf(api.GET("/v1/status")),
      answerOf(api.GET("/v1/removals", { params: { query } })),
    ]);
    const { items } = status.instances.length === 0 ? { items: [] } : removals;
    return { instance, status: status.instances.find((one) => one.name === name), removals: items };
  };
  const load = useLoad(`instance ${name}`, read, 5_000);
  return (
    <Loaded load={load} page={{ title: name, crumb: { href: "/portal/instances", title: words.instances } }}>
      {({ instance, status, removals }) => (
        <Page
          title={name}
          lead={words.instance}
          crumb={{ href: "/portal/instances", title: words.instances }}
          actions={may("manage") && <Actions name={name} state={instance.status} reload={load.reload} />}
        >
          {instance.status === "parked" &&
            (instance.parkedReason === "unknown_instance" ? (
              <Todo level="bad" title={words.unknownInstance(name)}>
                {words.connectItByItsName}
              </Todo>
            ) : (
              <Todo level="bad" title={words.refused(instance.parkedReason ?? "unknown")}>
                {words.nothingIsReadEnterA}
              </Todo>
            ))}
          {removals.map((held) => (
            <HeldRemoval key={held.source} name={name} held={held} reload={load.reload} />
          ))}
          <div class="columns">
            <Card title={words.status}>
              <Facts
                facts={[
                  [words.state, <StateStatus state={instance.status} />],
                  [
                    words.firstContact,
                    <FirstContact progress={status?.firstContact} isDone={status?.baselineDone === true} />,
                  ],
                  [words.registered, <Time at={instance.registeredAt} exact />],
                  [words.connected, <Time at={instance.connectedAt} exact />],
                  [
                    words.requests,
                    status?.budget === undefined
                      ? words.perSecond(instance.requestsPerSecond)
                      : words.ofPerSecond(Math.round(status.budget.current), status.budget.requestsPerSecond),
                  ],
                  [words.rooms, instance.rooms.length],
                ]}
              />
            </Card>
            <Card title={words.freshness}>
              {status === undefined ? (
                <p class="soft">{words.nothingWasReadYet}</p>
              ) : (
                <Table
                  label={words.freshnessByClass}
                  rows={Object.entries(status.feeds)}
                  keyOf={([feedClass]) => feedClass}
                  columns={[
                    { title: words.class, cell: ([feedClass]) => className(feedClass) },
                    {
                      title: words.state,
                      cell: ([, one]) => <StateStatus state={shownState(one.status, instance.status)} />,
                    },
                    {
                      title: words.longestWait,
                      isNumber: true,
                      cell: ([, { lagSeconds }]) => (lagSeconds === undefined ? "—" : `${Math.round(lagSeconds)} s`),
                    },
                    { title: words.feeds, isNumber: true, cell: ([, { feeds }]) => feeds ?? words.many },
                  ]}
                />
              )}
            </Card>
          </div>
          <Quarantine instance={name} />
          {status?.budget !== undefined && (
            <BudgetCard budget={status.budget} stretch={status.feeds["owners"]?.stretch} />
          )}
          <SlowestOwners instance={name} state={instance.status} />
          <FeedTable instance={name} state={instance.status} />
          {may("manage") && (
            <Card title={words.newCredentials}>
              <p class="soft">{words.theyAreTriedBesideThose}</p>
              <ConnectInstance name={name} reload={load.reload} />
            </Card>
          )}
        </Page>
      )}
    </Loaded>
  );
}

const questions = {
  rewind: words.everyFeedReadsAgainFrom,
  rebaseline: words.theInstanceIsReadAnew,
} as const;

function Actions({ name, state, reload }: { name: string; state: string; reload: () => void }) {
  const params = { path: { name } };
  const send = (what: Control) =>
    what === "rewind"
      ? done(api.POST("/v1/instances/{name}/rewind", { params, body: {} }))
      : done(api.POST(`/v1/instances/{name}/${what}`, { params }));
  const turn = state === "paused" ? "resume" : "pause";
  const turnLabel = turn === "resume" ? words.resume : words.pause;
  return <Controls subject={name} {...{ turn, turnLabel, questions, send, reload }} />;
}
