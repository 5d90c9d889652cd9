import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import { nameOf, readSubscriptions, type Schemas, type Subscription } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField } from "../components/fields.tsx";
import { JsonTree } from "../components/json-tree.tsx";
import { Card, Facts, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { useFilters } from "../components/use-filters.ts";
import { typesText } from "../logic/event-choice.ts";
import { pullText as words } from "../strings/pull.ts";
import { text } from "../strings/shared.ts";

type Pulled = Schemas["PulledDeliveries"]["items"][number];

/** Queues whose events are fetched: what waits in them, and a look at the oldest. */
export function Pull() {
  const load = useLoad("pull queues", readSubscriptions, 30_000);
  const { filters, setFilter } = useFilters();
  return (
    <Page title={text.nav.pull} lead={words.eventsThatYouFetchYourself}>
      <Loaded load={load}>
        {(subscriptions) => {
          const queues = subscriptions.filter(({ kind }) => kind === "pull");
          const chosen = queues.find(({ id }) => id === filters["queue"]) ?? queues[0];
          if (chosen === undefined) {
            return (
              <Card>
                <Empty title={words.noPullQueueYet}>
                  <p>
                    {words.makeOneByTheApi} <code>POST /v1/subscriptions</code> {words.withIt}{" "}
                    <code>"kind": "pull"</code>.
                  </p>
                </Empty>
              </Card>
            );
          }
          return (
            <>
              {queues.length > 1 && (
                <SelectField
                  label={words.queue}
                  value={chosen.id}
                  options={queues.map((one) => [one.id, nameOf(one)] as const)}
                  onChange={(id) => {
                    setFilter("queue", id);
                  }}
                />
              )}
              <Queue key={chosen.id} queue={chosen} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Queue({ queue }: { queue: Subscription }) {
  const { id } = queue;
  const params = { path: { id } };
  const load = useLoad(`pull queue ${id}`, () => answerOf(api.GET("/v1/subscriptions/{id}", { params })), 5_000);
  const [fetched, setFetched] = useState<readonly Pulled[] | undefined>();
  const fetchSome = () => {
    withToast(async () => {
      const query = { limit: 20, leaseSeconds: 30 };
      const answer = await answerOf(api.GET("/v1/subscriptions/{id}/poll", { params: { ...params, query } }));
      setFetched(answer.items);
      load.reload();
    });
  };
  const acknowledge = (ackIds: readonly string[]) => {
    withToast(async () => {
      const body = { ackIds: [...ackIds] };
      await answerOf(api.POST("/v1/subscriptions/{id}/ack", { params, body }));
      setFetched((last = []) => last.filter(({ ackId }) => !ackIds.includes(ackId)));
      load.reload();
    }, words.acknowledged);
  };
  return (
    <>
      <Card title={nameOf(queue)}>
        <Loaded load={load}>
          {({ endpoint: { backlog }, status, eventTypes }) => {
            const waiting = backlog.waiting + backlog.held;
            return (
              <Facts
                facts={[
                  [words.waiting, words.eventsWait(waiting, backlog.more)],
                  [words.subscription, status === "active" ? words.on : words.offNothingNewComesIn],
                  [words.events, typesText(eventTypes)],
                  [words.settings, <a href={`/portal/endpoints/${id}`}>{words.openTheSubscription}</a>],
                ]}
              />
            );
          }}
        </Loaded>
      </Card>
      {may("pull") && (
        <Card title={words.theOldestEvents}>
          <p class="soft">{words.whatIsFetchedHereIs}</p>
          <div class="actions">
            <button type="button" onClick={fetchSome}>
              {words.fetch20}
            </button>
            {fetched !== undefined && fetched.length > 1 && (
              <button
                type="button"
                class="danger"
                onClick={() => {
                  acknowledge(fetched.map(({ ackId }) => ackId));
                }}
              >
                {words.acknowledgeAll} {fetched.length}
              </button>
            )}
          </div>
          {fetched !== undefined &&
            (fetched.length === 0 ? (
              <Empty title={words.nothingToFetch}>
                <p>{words.nothingWaitsOrYourOwn}</p>
              </Empty>
            ) : (
              <FetchedTable rows={fetched} acknowledge={acknowledge} />
            ))}
        </Card>
      )}
    </>
  );
}

function FetchedTable({
  rows,
  acknowledge,
}: {
  rows: readonly Pulled[];
  acknowledge: (ackIds: readonly string[]) => void;
}) {
  return (
    <Table
      label={words.fetchedEvents}
      rows={rows}
      keyOf={({ ackId }) => ackId}
      columns={[
        { title: words.event, cell: ({ event }) => <FoldedEvent event={event} /> },
        { title: words.seen, by: ({ event }) => event.detectedAt, cell: ({ event }) => <Time at={event.detectedAt} /> },
        { title: words.fetched, isNumber: true, cell: ({ fetched }) => `${fetched} ×` },
        { title: words.leasedUntil, cell: ({ leasedUntil }) => <Time at={leasedUntil} /> },
        {
          title: words.control,
          cell: ({ ackId, event }) => (
            <button
              type="button"
              onClick={() => {
                acknowledge([ackId]);
              }}
            >
              {words.acknowledge} <span class="visually-hidden">{event.id}</span>
            </button>
          ),
        },
      ]}
    />
  );
}

function FoldedEvent({ event }: Pick<Pulled, "event">) {
  return (
    <div class="json">
      <JsonTree name={event.type} value={event} depth={2} />
    </div>
  );
}
