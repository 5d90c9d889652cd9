import { answerOf, api } from "../api/client.ts";
import { nameOf } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { JsonTree } from "../components/json-tree.tsx";
import { Card, Facts, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { whatComesNext } from "../logic/diagnose.ts";
import { AttemptList } from "./attempt-list.tsx";

async function readDelivery(id: string, event: string) {
  const subscription = await answerOf(api.GET("/v1/subscriptions/{id}", { params: { path: { id } } }));
  const params = { path: { id, event } };
  const { items } = await answerOf(api.GET("/v1/subscriptions/{id}/deliveries/{event}", { params }));
  const [first] = items;
  if (first === undefined) return { subscription, runs: items, event: undefined };
  const query = { instance: first.instance };
  const stored = await api.GET("/v1/events/{id}", { params: { path: { id: event }, query } });
  return { subscription, runs: items, event: stored.data };
}

/** One event at one endpoint: every run, each with every attempt, and what was sent. */
export function DeliveryPage({ id, event }: { id: string; event: string }) {
  const load = useLoad(`delivery ${id} ${event}`, () => readDelivery(id, event), 4_000);
  const retry = () => {
    withToast(async () => {
      await answerOf(api.POST("/v1/subscriptions/{id}/deliveries/{event}/retry", { params: { path: { id, event } } }));
      load.reload();
    }, "Sending again");
  };
  return (
    <Loaded load={load} page={{ title: "Delivery", crumb: { href: `/portal/endpoints/${id}`, title: "Endpoint" } }}>
      {({ subscription, runs, event: sent }) => (
        <Page
          title={sent?.type ?? runs[0]?.type ?? "Delivery"}
          lead={<span class="mono">{event}</span>}
          crumb={{ href: `/portal/endpoints/${id}`, title: nameOf(subscription) }}
          actions={
            may("manage") && (
              <button type="button" class="primary" onClick={retry}>
                Send again
              </button>
            )
          }
        >
          {runs.length === 0 && (
            <Empty title="This event wasn't sent to this endpoint">
              <p>It is no longer listed, or the endpoint's settings exclude it.</p>
            </Empty>
          )}
          {runs.map((delivery) => (
            <Card key={delivery.run} title={delivery.run === "0" ? "First delivery" : "Sent again"}>
              <Facts
                facts={[
                  ["State", <StateStatus state={delivery.state} />],
                  ["What comes next", whatComesNext(delivery)],
                  ...(delivery.nextAttemptAt === undefined
                    ? []
                    : [["Next attempt", <Time at={delivery.nextAttemptAt} exact />] as const]),
                  ...(delivery.wait?.behind === undefined
                    ? []
                    : [
                        [
                          "Behind",
                          <a href={`/portal/endpoints/${id}/deliveries/${delivery.wait.behind}`}>
                            {delivery.wait.behind}
                          </a>,
                        ] as const,
                      ]),
                ]}
              />
              <h3>Attempts</h3>
              <AttemptList attempts={delivery.attempts} />
            </Card>
          ))}
          <Card title="What was sent">
            {sent === undefined ? (
              <p class="soft">The event has expired. It can't be shown or sent again.</p>
            ) : (
              <>
                <JsonTree value={sent} />
                <details>
                  <summary>As text</summary>
                  <CodeBlock label="the event" code={JSON.stringify(sent, null, 2)} />
                </details>
                <p>
                  <a href={`/portal/events/${sent.instance}/${event}`}>All deliveries of this event</a>
                </p>
              </>
            )}
          </Card>
        </Page>
      )}
    </Loaded>
  );
}
