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
import { deliveryText as words } from "../strings/delivery.ts";
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

/** One event at one endpoint: every run of it, each with every attempt, and what was sent. */
export function DeliveryPage({ id, event }: { id: string; event: string }) {
  const load = useLoad(`delivery ${id} ${event}`, () => readDelivery(id, event), 4_000);
  const retry = () => {
    withToast(async () => {
      await answerOf(api.POST("/v1/subscriptions/{id}/deliveries/{event}/retry", { params: { path: { id, event } } }));
      load.reload();
    }, words.itIsOnItsWay);
  };
  return (
    <Loaded
      load={load}
      page={{ title: words.delivery, crumb: { href: `/portal/endpoints/${id}`, title: words.endpoint } }}
    >
      {({ subscription, runs, event: sent }) => (
        <Page
          title={sent?.type ?? runs[0]?.type ?? words.delivery}
          lead={<span class="mono">{event}</span>}
          crumb={{ href: `/portal/endpoints/${id}`, title: nameOf(subscription) }}
          actions={
            may("manage") && (
              <button type="button" class="primary" onClick={retry}>
                {words.sendAgain}
              </button>
            )
          }
        >
          {runs.length === 0 && (
            <Empty title={words.thisEventWasntSentHere}>
              <p>{words.itIsntListedAnyMore}</p>
            </Empty>
          )}
          {runs.map((delivery) => (
            <Card key={delivery.run} title={delivery.run === "0" ? words.firstDelivery : words.sentAgain}>
              <Facts
                facts={[
                  [words.state, <StateStatus state={delivery.state} />],
                  [words.whatComesNext, whatComesNext(delivery)],
                  ...(delivery.nextAttemptAt === undefined
                    ? []
                    : [[words.nextAttempt, <Time at={delivery.nextAttemptAt} exact />] as const]),
                  ...(delivery.wait?.behind === undefined
                    ? []
                    : [
                        [
                          words.behind,
                          <a href={`/portal/endpoints/${id}/deliveries/${delivery.wait.behind}`}>
                            {delivery.wait.behind}
                          </a>,
                        ] as const,
                      ]),
                ]}
              />
              <h3>{words.attempts}</h3>
              <AttemptList attempts={delivery.attempts} />
            </Card>
          ))}
          <Card title={words.whatWasSent}>
            {sent === undefined ? (
              <p class="soft">{words.theEventIsntKeptAny}</p>
            ) : (
              <>
                <JsonTree value={sent} />
                <details>
                  <summary>{words.asText}</summary>
                  <CodeBlock label={words.theEvent} code={JSON.stringify(sent, null, 2)} />
                </details>
                <p>
                  <a href={`/portal/events/${sent.instance}/${event}`}>{words.everythingThatBecameOfThis}</a>
                </p>
              </>
            )}
          </Card>
        </Page>
      )}
    </Loaded>
  );
}
