import type { ComponentChildren } from "preact";
import { answerIfFound, answerOf, api, done } from "../api/client.ts";
import { nameOf, type Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Action } from "../components/action.tsx";
import { Card, Facts, Loaded, Page } from "../components/page.tsx";
import { StateStatus } from "../components/status.tsx";
import { Due } from "../components/time.tsx";
import { causeOf } from "../logic/attempt-cause.ts";
import { causeOfHold, isTest, wasSent, whatComesNext } from "../logic/delivery-words.ts";
import { AttemptList } from "./attempt-list.tsx";
import { WholeEvent } from "./event.tsx";

async function readDelivery(id: string, event: string) {
  const subscription = await answerOf(api.GET("/v1/subscriptions/{id}", { params: { path: { id } } }));
  const params = { path: { id, event } };
  const { items } = await answerOf(api.GET("/v1/subscriptions/{id}/deliveries/{event}", { params }));
  const sent = items.find((one) => !isTest(one));
  if (sent === undefined) return { subscription, items, event: undefined };
  const query = { instance: sent.instance };
  const stored = await answerIfFound(api.GET("/v1/events/{id}", { params: { path: { id: event }, query } }));
  return { subscription, items, event: stored };
}

/** Links to the failed delivery that explains why `delivery` is held. */
function holdLink(
  { id, kind, endpoint }: Schemas["SubscriptionDetail"],
  delivery: Schemas["Delivery"],
): ComponentChildren {
  const failure = causeOfHold(delivery, endpoint);
  return failure && <a href={`/portal/endpoints/${id}/deliveries/${failure.event}`}>{causeOf(failure, kind).title}</a>;
}

const runs: Readonly<Record<string, string>> = { "0": "First delivery", ping: "Ping", example: "Example" };

export function DeliveryPage({ id, event }: { id: string; event: string }) {
  const load = useLoad(`delivery ${id} ${event}`, () => readDelivery(id, event), 4_000);
  const resend = () =>
    done(api.POST("/v1/subscriptions/{id}/deliveries/{event}/retry", { params: { path: { id, event } } }));
  return (
    <Loaded load={load} page={{ title: "Delivery", crumb: { href: `/portal/endpoints/${id}`, title: "Endpoint" } }}>
      {({ subscription, items, event: sent }) => (
        <Page
          title={sent?.type ?? items[0]?.type ?? "Delivery"}
          lead={<span class="mono">{event}</span>}
          crumb={{ href: `/portal/endpoints/${id}`, title: nameOf(subscription) }}
          actions={
            may("manage") &&
            sent !== undefined &&
            wasSent(items) && <Action text="Resend event" look="primary" run={resend} done="Event queued" />
          }
        >
          {items.map((delivery) => (
            <Card key={delivery.run} title={runs[delivery.run] ?? "Replay"}>
              <Facts
                facts={[
                  ["State", <StateStatus state={delivery.state} />],
                  ["Cause", holdLink(subscription, delivery)],
                  ["What's next", whatComesNext(delivery)],
                  ["Next attempt", delivery.nextAttemptAt && <Due at={delivery.nextAttemptAt} />],
                  [
                    "Waiting for",
                    delivery.wait?.behind && (
                      <a href={`/portal/endpoints/${id}/deliveries/${delivery.wait.behind}`}>{delivery.wait.behind}</a>
                    ),
                  ],
                ]}
              />
              <h3>Attempts</h3>
              <AttemptList attempts={delivery.attempts} kind={subscription.kind} />
            </Card>
          ))}
          <Card title="Event">
            {sent === undefined ? (
              <p class="soft">Feedhook doesn't store this event, so it can't be shown or resent.</p>
            ) : (
              <>
                <WholeEvent event={sent} />
                <p>
                  <a href={`/portal/events/${sent.instance}/${event}`}>View all deliveries of this event</a>
                </p>
              </>
            )}
          </Card>
        </Page>
      )}
    </Loaded>
  );
}
