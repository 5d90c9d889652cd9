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
import { atLeast, plural } from "../logic/plural.ts";
import { text } from "../text.ts";

type Pulled = Schemas["PulledDeliveries"]["items"][number];

/** Pull queues, each with the number of waiting events and the oldest one. */
export function Pull() {
  const load = useLoad("pull queues", readSubscriptions, 30_000);
  const { filters, setFilter } = useFilters();
  return (
    <Page title={text.nav.pull} lead="Events that your program fetches, instead of receiving them as webhooks">
      <Loaded load={load}>
        {(subscriptions) => {
          const queues = subscriptions.filter(({ kind }) => kind === "pull");
          const chosen = queues.find(({ id }) => id === filters["queue"]) ?? queues[0];
          if (chosen === undefined) {
            return (
              <Card>
                <Empty title="No pull queues yet">
                  <p>A pull queue is an endpoint that keeps events until your program fetches them.</p>
                  {may("manage") && (
                    <a class="button" href="/portal/endpoints/new">
                      Add endpoint
                    </a>
                  )}
                </Empty>
              </Card>
            );
          }
          return (
            <>
              {queues.length > 1 && (
                <SelectField
                  label="Queue"
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
    withToast(
      async () => {
        const body = { ackIds: [...ackIds] };
        await answerOf(api.POST("/v1/subscriptions/{id}/ack", { params, body }));
        setFetched((last = []) => last.filter(({ ackId }) => !ackIds.includes(ackId)));
        load.reload();
      },
      `${plural(ackIds.length, "event", "events")} acknowledged`,
    );
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
                  ["Waiting", atLeast(waiting, backlog.more, "event", "events")],
                  ["State", status === "active" ? "Active" : "Disabled: no new events arrive"],
                  ["Events", typesText(eventTypes)],
                  ["Settings", <a href={`/portal/endpoints/${id}`}>View endpoint</a>],
                ]}
              />
            );
          }}
        </Loaded>
      </Card>
      {may("pull") && (
        <Card title="Oldest events">
          <p class="soft">
            When you fetch events here, your program can't fetch them for 30 seconds. Then they return to the queue,
            unless you acknowledge them.
          </p>
          <div class="actions">
            <button type="button" onClick={fetchSome}>
              Fetch 20 events
            </button>
            {fetched !== undefined && fetched.length > 1 && (
              <button
                type="button"
                class="danger"
                onClick={() => {
                  acknowledge(fetched.map(({ ackId }) => ackId));
                }}
              >
                Acknowledge {fetched.length} events
              </button>
            )}
          </div>
          {fetched !== undefined &&
            (fetched.length === 0 ? (
              <Empty title="No events to fetch">
                <p>The queue is empty, or your program has leased every event.</p>
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
      label="Fetched events"
      rows={rows}
      keyOf={({ ackId }) => ackId}
      columns={[
        { title: "Event", cell: ({ event }) => <FoldedEvent event={event} /> },
        { title: "Detected", by: ({ event }) => event.detectedAt, cell: ({ event }) => <Time at={event.detectedAt} /> },
        { title: "Times fetched", isNumber: true, cell: ({ fetched }) => fetched },
        { title: "Leased until", cell: ({ leasedUntil }) => <Time at={leasedUntil} /> },
        {
          title: "Actions",
          cell: ({ ackId, event }) => (
            <button
              type="button"
              onClick={() => {
                acknowledge([ackId]);
              }}
            >
              Acknowledge <span class="visually-hidden">{event.id}</span>
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
