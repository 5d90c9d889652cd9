import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import { nameOf, readSubscriptions, type Schemas, type Subscription } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Action } from "../components/action.tsx";
import { AddEndpoint } from "../components/button.tsx";
import { SelectField } from "../components/fields.tsx";
import { JsonTree } from "../components/json-tree.tsx";
import { Card, Empty, Facts, Loaded, Page } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { useFilters } from "../components/use-filters.tsx";
import { typesText } from "../logic/endpoint-words.ts";
import { atLeast, plural } from "../logic/plural.ts";

type Pulled = Schemas["PulledDeliveries"]["items"][number];

export function Pull() {
  const load = useLoad("pull queues", readSubscriptions, 30_000);
  const { filters, set } = useFilters();
  return (
    <Page title="Pull" lead="Events that your code fetches, as an alternative to webhooks">
      <Loaded load={load}>
        {(subscriptions) => {
          const queues = subscriptions.filter(({ kind }) => kind === "pull");
          const chosen = queues.find(({ id }) => id === filters["queue"]) ?? queues[0];
          if (chosen === undefined) {
            return (
              <Card>
                <Empty
                  title="No pull queues yet"
                  text="A pull queue is an endpoint that keeps events until your code fetches and acknowledges them."
                >
                  <AddEndpoint />
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
                  options={queues.map((one) => [one.id, nameOf(one)])}
                  onChange={(id) => set("queue", id)}
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
  const fetchSome = async () => {
    const query = { limit: 20, leaseSeconds: 30 };
    const answer = await answerOf(api.GET("/v1/subscriptions/{id}/poll", { params: { ...params, query } }));
    setFetched(answer.items);
  };
  const acknowledge = async (ackIds: string[]) => {
    await answerOf(api.POST("/v1/subscriptions/{id}/ack", { params, body: { ackIds } }));
    setFetched((last = []) => last.filter(({ ackId }) => !ackIds.includes(ackId)));
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
            When you fetch events here, your code can't fetch them for 30 seconds. After that, they return to the queue,
            unless you have acknowledged them.
          </p>
          <div class="actions">
            <Action text="Fetch 20 events" run={fetchSome} />
            {fetched !== undefined && fetched.length > 1 && (
              <Action
                text={`Acknowledge ${fetched.length} events`}
                look="danger"
                run={() => acknowledge(fetched.map(({ ackId }) => ackId))}
                done={`${plural(fetched.length, "event", "events")} acknowledged`}
              />
            )}
          </div>
          {fetched !== undefined && (
            <Table
              label="Fetched events"
              rows={fetched}
              keyOf={({ ackId }) => ackId}
              empty={<Empty title="No events to fetch" text="The queue is empty, or every event is leased." />}
              columns={[
                {
                  title: "Event",
                  cell: ({ event }) => (
                    <div class="json">
                      <JsonTree name={event.type} value={event} depth={2} />
                    </div>
                  ),
                },
                { title: "Detected", time: ({ event }) => event.detectedAt, isSortable: true },
                { title: "Times fetched", number: ({ fetched: times }) => times },
                { title: "Leased until", time: ({ leasedUntil }) => leasedUntil },
                {
                  title: "Actions",
                  cell: ({ ackId, event }) => (
                    <Action
                      text="Acknowledge"
                      label={`Acknowledge ${event.id}`}
                      run={() => acknowledge([ackId])}
                      done="1 event acknowledged"
                    />
                  ),
                },
              ]}
            />
          )}
        </Card>
      )}
    </>
  );
}
