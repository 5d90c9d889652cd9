import { eventText, findingText } from "../../../../shared/api/explain/finding-text.ts";
import { answerOf, api } from "../api/client.ts";
import { type Event, nameOf, readDeliveriesOf, readSubscriptions } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { FieldDiff, JsonTree } from "../components/json-tree.tsx";
import { Card, Facts, Loaded, Page } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { deliveryStates } from "../logic/delivery-filters.ts";
import { localTimes, outcomeText } from "../logic/delivery-words.ts";
import { recordName, removalText } from "../logic/event-words.ts";
import { sentence } from "../logic/sentence.ts";
import { Subject } from "./events.tsx";

export function EventPage({ id, instance }: { id: string; instance: string }) {
  const params = { path: { id }, query: { instance } };
  const load = useLoad(`event ${id}`, () => answerOf(api.GET("/v1/events/{id}", { params })));
  return (
    <Loaded load={load} page={{ title: "Event", crumb: { href: "/portal/events", title: "Events" } }}>
      {(event) => (
        <Page
          title={event.type}
          lead={<span class="mono">{id}</span>}
          crumb={{ href: "/portal/events", title: "Events" }}
        >
          <div class="columns">
            <Card title="What happened">
              <Facts
                facts={[
                  ["Name", recordName(event.data)],
                  ["Record", <Subject subject={event.subject} />],
                  ["Instance", event.instance],
                  [
                    "Happened",
                    event.timestampFrom === "source" ? (
                      <Time at={event.timestamp} exact />
                    ) : (
                      "Not reported by the source"
                    ),
                  ],
                  ["Detected", <Time at={event.detectedAt} exact />],
                  ["Removal reason", event.reason && removalText(event.reason)],
                ]}
              />
            </Card>
            <Deliveries id={id} />
          </div>
          {event.changes !== undefined && event.changes.length > 0 && (
            <Card title="What changed">
              <FieldDiff changes={event.changes} isRedacted={event.redacted === true} />
            </Card>
          )}
          {event.changesUnknown === true && (
            <p class="soft">Feedhook doesn't know all previous values, so changes may be missing from this event.</p>
          )}
          <Explanation instance={event.instance} subject={`${event.subject.type}/${event.subject.id}`} event={id} />
          <Card title="Full event">
            <WholeEvent event={event} />
          </Card>
        </Page>
      )}
    </Loaded>
  );
}

function Deliveries({ id }: { id: string }) {
  const load = useLoad(`deliveries of ${id}`, () => readDeliveriesOf(id), 5_000);
  return (
    <Card title="Deliveries">
      <Loaded load={load}>
        {(deliveries) => (
          <Table
            label="Deliveries of this event"
            rows={deliveries}
            keyOf={({ subscription, run }) => `${subscription.id} ${run}`}
            empty={<p class="soft">This event hasn't been sent to any of your endpoints.</p>}
            columns={[
              {
                title: "Endpoint",
                href: ({ subscription }) => `/portal/endpoints/${subscription.id}/deliveries/${id}`,
                cell: ({ subscription }) => nameOf(subscription),
              },
              { title: "State", state: ({ state }) => state },
              { title: "Last attempt", time: ({ attempts }) => attempts.at(-1)?.at },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

const isDelivery = (outcome: string): boolean => deliveryStates.some((state) => state === outcome);

function Explanation({ instance, subject, event }: { instance: string; subject: string; event: string }) {
  const query = { instance, subject };
  const read = async () => {
    const [explanation, subscriptions] = await Promise.all([
      answerOf(api.GET("/v1/explain", { params: { query } })),
      readSubscriptions(),
    ]);
    return { ...explanation, names: new Map(subscriptions.map((one) => [one.id, nameOf(one)])) };
  };
  const load = useLoad(`explain ${instance} ${subject}`, read);
  return (
    <Card title="Why this event was or wasn't delivered">
      <Loaded load={load}>
        {({ findings, events, names }) => {
          const wording = { ...localTimes, noun: "endpoint" as const, nameOf: (id: string) => names.get(id) ?? id };
          const own = events.find(({ id }) => id === event);
          // The record's other events have their own pages, so findings about them are left out. `nobody_asked` is left
          // out because the paragraph above the findings already says that no endpoint selects the event.
          const reasons = findings.filter(({ event: about, code }) => about === event && code !== "nobody_asked");
          const ofNow = findings.filter(({ event: about }) => about === undefined);
          const list = (some: typeof findings) => (
            <ul>
              {some.map((finding) => (
                <li key={finding.text}>{sentence(findingText({ ...finding, event: "this event" }, wording))}</li>
              ))}
            </ul>
          );
          return (
            <>
              <p>
                {own === undefined
                  ? "Explanations cover only a record's latest changes. This event is older."
                  : eventText("This event", own, [], wording)}
              </p>
              {reasons.length > 0 && list(reasons)}
              <Table
                label="Outcome by endpoint"
                // The Deliveries card already shows the deliveries to the viewer's own endpoints.
                rows={(own?.deliveries ?? []).filter((one) => !names.has(one.subscription) || !isDelivery(one.outcome))}
                keyOf={({ subscription }) => subscription}
                columns={[
                  {
                    title: "Endpoint",
                    cell: ({ subscription }) => {
                      const name = names.get(subscription);
                      // Another partner owns the subscription, so the viewer has no page for it.
                      if (name === undefined) return <span class="mono small">{subscription}</span>;
                      return <a href={`/portal/endpoints/${subscription}`}>{name}</a>;
                    },
                  },
                  { title: "Outcome", cell: ({ outcome }) => outcomeText(outcome) },
                ]}
              />
              {ofNow.length > 0 && (
                <>
                  <h3>Current state of the record and its source</h3>
                  {list(ofNow)}
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

export function WholeEvent({ event }: { event: Event }) {
  return (
    <>
      <JsonTree value={event} />
      <details>
        <summary>View as text</summary>
        <CodeBlock label="the event" code={JSON.stringify(event, null, 2)} />
      </details>
    </>
  );
}
