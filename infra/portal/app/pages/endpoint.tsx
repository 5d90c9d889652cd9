import { roleCommands } from "../../../api-client/destination-role.ts";
import { shownEndpointState } from "../../../api-client/state-words.ts";
import { answerOf, api } from "../api/client.ts";
import { nameOf, type Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useStatistics } from "../api/statistics.ts";
import { useLoad } from "../api/use-load.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Card, Facts, Loaded, Page } from "../components/page.tsx";
import { useRange } from "../components/range-field.tsx";
import { StateStatus } from "../components/status.tsx";
import { Due, Time } from "../components/time.tsx";
import {
  endpointProblems,
  latencyOf,
  recentFailuresText,
  shownSince,
  successOf,
  typesText,
  waitingText,
} from "../logic/endpoint-words.ts";
import { atLeast } from "../logic/plural.ts";
import { AttemptResult } from "./attempt-list.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointCompleteness } from "./endpoint-completeness.tsx";
import { ProblemTodo } from "./endpoint-problems.tsx";
import { Replays } from "./replays.tsx";
import { SigningKeys } from "./signing-keys.tsx";
import { StatisticsCharts } from "./statistics-charts.tsx";

type Detail = Schemas["SubscriptionDetail"];

async function readEndpoint(id: string) {
  const params = { path: { id } };
  const subscription = await answerOf(api.GET("/v1/subscriptions/{id}", { params }));
  const { items } = await answerOf(
    api.GET("/v1/subscriptions/{id}/deliveries", { params: { ...params, query: { limit: 10 } } }),
  );
  return { subscription, deliveries: items };
}

export function Endpoint({ id }: { id: string }) {
  const load = useLoad(`endpoint ${id}`, () => readEndpoint(id), 8_000);
  const { data: statistics } = useStatistics(load.data === undefined ? [] : [load.data.subscription], useRange());
  return (
    <Loaded load={load} page={{ title: "Endpoint", crumb: { href: "/portal/endpoints", title: "Endpoints" } }}>
      {({ subscription, deliveries }) => (
        <Page
          title={nameOf(subscription)}
          lead={isPull(subscription) ? "Pull queue: your code fetches events from Feedhook" : leadOf(subscription)}
          crumb={{ href: "/portal/endpoints", title: "Endpoints" }}
          actions={may("manage") && <EndpointActions subscription={subscription} />}
        >
          {endpointProblems([subscription], Date.now()).map((problem) => (
            <ProblemTodo
              key={problem.sentence}
              problem={problem}
              waiting={waitingText(subscription.endpoint.backlog)}
            />
          ))}
          <div class="columns">
            <Card title={isPull(subscription) ? "Queue" : "Health"}>
              {isPull(subscription) ? (
                <Queue subscription={subscription} />
              ) : (
                <Health endpoint={subscription.endpoint} />
              )}
            </Card>
            <div>
              {!isPull(subscription) && (
                <Card title="Last failure">
                  <LastFailure subscription={subscription} />
                </Card>
              )}
              <Card title="Settings">
                <EndpointSettings subscription={subscription} />
              </Card>
            </div>
          </div>
          {statistics !== undefined && statistics.size > 0 && (
            <StatisticsCharts statistics={[...statistics.values()]} />
          )}
          <Card title="Recent deliveries">
            <DeliveryTable deliveries={deliveries.map((one) => ({ ...one, subscription }))} />
            <p>
              <a href={`/portal/deliveries?endpoint=${id}`}>View all deliveries</a>
            </p>
          </Card>
          <EndpointCompleteness id={id} />
          <Replays id={id} />
        </Page>
      )}
    </Loaded>
  );
}

/** Without a description, the title is already the URL or the target, so a lead would only repeat it. */
const leadOf = ({ url, destination, description }: Detail) =>
  description === undefined ? undefined : (url ?? destination?.target);

const isPull = ({ kind }: Pick<Detail, "kind">) => kind === "pull";

/** Feedhook sends no requests to a pull queue, so there is no health to show. */
function Queue({ subscription: { id, status, endpoint } }: { subscription: Detail }) {
  const { held, waiting, more } = endpoint.backlog;
  return (
    <Facts
      facts={[
        ["State", <StateStatus state={status} />],
        ["Waiting", atLeast(held + waiting, more, "event", "events")],
        ["Events", <a href={`/portal/pull?queue=${id}`}>View the oldest events</a>],
      ]}
    />
  );
}

function LastFailure({ subscription }: { subscription: Detail }) {
  const { id, endpoint } = subscription;
  const { lastFailure } = endpoint;
  // If the endpoint has a problem, the top of the page already says what to do.
  const isExplained = endpointProblems([subscription], Date.now()).length > 0;
  if (lastFailure === undefined) return <p class="soft">No failed attempts. Pings and examples aren't counted.</p>;
  return (
    <>
      <AttemptResult attempt={lastFailure} kind={subscription.kind} isExplained={isExplained} />
      <a href={`/portal/endpoints/${id}/deliveries/${lastFailure.event}`}>View delivery</a>
    </>
  );
}

function Health({ endpoint }: Pick<Detail, "endpoint">) {
  const { held, waiting, more } = endpoint.backlog;
  const since = shownSince(endpoint);
  const deliveries = (count: number) => atLeast(count, more, "delivery", "deliveries");
  return (
    <Facts
      facts={[
        ["State", <StateStatus state={shownEndpointState(endpoint)} />],
        ["In this state since", since && <Time at={since} exact />],
        ["Recent failures", recentFailuresText(endpoint)],
        ["Last hour", <Attempts statistics={endpoint.lastHour} />],
        ["Last 24 hours", <Attempts statistics={endpoint.lastDay} />],
        ["Held", deliveries(held)],
        ["Waiting", deliveries(waiting)],
        ["Next attempt", endpoint.nextProbeAt && <Due at={endpoint.nextProbeAt} />],
        [
          "Response speed",
          endpoint.lane === "slow" ? "Slow: an attempt in the last hour took more than 3 s" : "Normal",
        ],
      ]}
    />
  );
}

function Attempts({ statistics }: { statistics: Schemas["AttemptStatistics"] | undefined }) {
  if (statistics === undefined) return <span class="soft">No attempts, not counting pings and examples</span>;
  return (
    <>
      {successOf(statistics)} got a 2xx response
      <div class="small soft">{latencyOf(statistics)}</div>
    </>
  );
}

const formats = { envelope: "Feedhook envelope", cloudevents: "CloudEvents 1.0" } as const;

function EndpointSettings({ subscription }: { subscription: Schemas["SubscriptionDetail"] }) {
  const { eventTypes, instances, filter, signingKeys, headerNames, ordered, payload, format } = subscription;
  const { destination } = subscription;
  const commands = roleCommands(subscription);
  const isPush = subscription.kind === "push";
  return (
    <>
      <Facts
        facts={[
          ["Events", typesText(eventTypes)],
          ["Instances", instances?.join(", ") ?? "All"],
          ["Payload", `${payload === "thin" ? "Thin" : "Full"}, ${formats[format]}`],
          ["Target", destination && <span class="mono">{destination.target}</span>],
          ["Role", destination && <span class="mono">{destination.roleArn ?? "Feedhook's own"}</span>],
          ["External ID", destination && <span class="mono">{destination.externalId}</span>],
          ["Ordering", ordered ? "In order for each record" : undefined],
          ["Headers", isPush ? headerNames.join(", ") || "None" : undefined],
          ["Signing keys", isPush ? <SigningKeys signingKeys={signingKeys} /> : undefined],
          ["ID", <span class="mono">{subscription.id}</span>],
        ]}
      />
      {commands !== undefined && (
        <details>
          <summary>Commands that create the role</summary>
          <p class="small soft">Run these commands with credentials for the role's AWS account, then send a ping.</p>
          <CodeBlock label="the commands" code={commands} />
        </details>
      )}
      {filter !== undefined && (
        <>
          <h3>Filter</h3>
          <CodeBlock label="the filter" code={JSON.stringify(filter, null, 2)} />
        </>
      )}
    </>
  );
}
