import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { answerOf, api, done } from "../api/client.ts";
import { nameOf, type Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useStatistics } from "../api/statistics.ts";
import { useLoad } from "../api/use-load.ts";
import { Confirm } from "../components/dialog.tsx";
import { Card, Facts, Page, Todo } from "../components/page.tsx";
import { Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Time } from "../components/time.tsx";
import { toast, withToast } from "../components/toast.tsx";
import { causeOf, causeOfLast, endpointProblems, healthOf, latencyOf, successOf } from "../logic/diagnose.ts";
import { endpointText as words } from "../strings/endpoint.ts";
import { AttemptResult } from "./attempt-list.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import { EndpointSettings } from "./endpoint-settings.tsx";
import { Replays } from "./replays.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { SendExample } from "./send-example.tsx";
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

/** One endpoint: what is wrong with it, what it is, what it got lately, and its replays. */
export function Endpoint({ id }: { id: string }) {
  const load = useLoad(`endpoint ${id}`, () => readEndpoint(id), 8_000);
  const { data: statistics } = useStatistics(load.data === undefined ? [] : [load.data.subscription]);
  return (
    <Loaded load={load} page={{ title: words.endpoint, crumb: { href: "/portal/endpoints", title: words.endpoints } }}>
      {({ subscription, deliveries }) => (
        <Page
          title={nameOf(subscription)}
          lead={isPull(subscription) ? words.aPullQueueItsEvents : leadOf(subscription)}
          crumb={{ href: "/portal/endpoints", title: words.endpoints }}
          actions={may("manage") && <Actions subscription={subscription} reload={load.reload} />}
        >
          {endpointProblems([subscription]).map(({ sentence, level }) => (
            <Todo key={sentence} level={level} title={words.thisEndpoint(sentence)}>
              {causeOfLast(subscription.endpoint)}
            </Todo>
          ))}
          <div class="columns">
            <Card title={isPull(subscription) ? words.queue : words.health}>
              {isPull(subscription) ? <Queue subscription={subscription} /> : <Health subscription={subscription} />}
            </Card>
            <div>
              {!isPull(subscription) && (
                <Card title={words.lastFailure}>
                  <LastFailure subscription={subscription} />
                </Card>
              )}
              <Card title={words.settings}>
                <EndpointSettings subscription={subscription} />
              </Card>
            </div>
          </div>
          {statistics !== undefined && <StatisticsCharts statistics={[...statistics.values()]} />}
          <Card title={words.lastDeliveries}>
            <DeliveryTable deliveries={deliveries.map((one) => ({ ...one, subscription }))} />
            <p>
              <a href={`/portal/deliveries?endpoint=${id}`}>{words.allDeliveriesOfThisEndpoint}</a>
            </p>
          </Card>
          <Replays id={id} />
        </Page>
      )}
    </Loaded>
  );
}

/** The address, unless it is the title already. */
const leadOf = ({ url, description }: Detail) => (description === undefined ? undefined : url);

const isPull = ({ kind }: Pick<Detail, "kind">) => kind === "pull";

/** A pull queue's facts: nothing is posted to it, so it has no answers and no health. */
function Queue({ subscription: { status, endpoint } }: { subscription: Detail }) {
  const { held, waiting, more } = endpoint.backlog;
  return (
    <Facts
      facts={[
        [words.state, <StateStatus state={status} />],
        [words.waiting, words.eventsWait(held + waiting, more)],
        [words.itsEvents, <a href="/portal/pull">{words.lookAtTheOldest}</a>],
      ]}
    />
  );
}

function LastFailure({ subscription: { id, endpoint } }: { subscription: Detail }) {
  const { lastFailure } = endpoint;
  if (lastFailure === undefined) return <p class="soft">{words.noAttemptHasFailed}</p>;
  return (
    <>
      <AttemptResult attempt={lastFailure} />
      <a href={`/portal/endpoints/${id}/deliveries/${lastFailure.event}`}>{words.openThisDelivery}</a>
    </>
  );
}

function Health({ subscription }: { subscription: Detail }) {
  const { endpoint } = subscription;
  const { held, waiting, more } = endpoint.backlog;
  const plus = more ? words.orMore : "";
  return (
    <Facts
      facts={[
        [words.state, <StateStatus state={healthOf(subscription)} />],
        ...(endpoint.since === undefined ? [] : [[words.since, <Time at={endpoint.since} exact />] as const]),
        // While nothing but probes is sent, there are no twenty attempts to count.
        [
          words.failed,
          endpoint.state === "healthy"
            ? words.ofTheLast20Attempts(endpoint.recentFailures, endpoint.failures)
            : words.inARow(endpoint.failures),
        ],
        [words.lastHour, <Answers statistics={endpoint.lastHour} />],
        [words.lastDay, <Answers statistics={endpoint.lastDay} />],
        [words.held, `${held}${plus}`],
        [words.toBeTriedAgain, `${waiting}${plus}`],
        ...(endpoint.nextProbeAt === undefined
          ? []
          : [[words.nextProbe, <Time at={endpoint.nextProbeAt} exact />] as const]),
        [words.lane, endpoint.lane === "slow" ? words.slowItLatelyTookMore : words.fast],
      ]}
    />
  );
}

function Answers({ statistics }: { statistics: Schemas["AttemptStatistics"] | undefined }) {
  if (statistics === undefined) return <span class="soft">{words.nothingWasSent}</span>;
  return (
    <>
      {successOf(statistics)} {words.answered2xx}
      <div class="small soft">{latencyOf(statistics)}</div>
    </>
  );
}

function Actions({ subscription, reload }: { subscription: Detail; reload: () => void }) {
  const { id, status } = subscription;
  const isPushed = !isPull(subscription);
  const isHeldBack = isPushed && status === "active" && subscription.endpoint.state !== "healthy";
  const params = { path: { id } };
  const { route } = useLocation();
  const [asked, setAsked] = useState<"delete" | "rotate" | "example" | undefined>();
  const close = () => {
    setAsked(undefined);
  };
  const ping = () => {
    withToast(async () => {
      const { outcome, attempt } = await answerOf(api.POST("/v1/subscriptions/{id}/ping", { params }));
      const how = attempt === undefined ? words.noAnswerYetSeeThe : causeOf(attempt).title;
      toast(outcome === "delivered" ? words.thePingWasDelivered : how);
      reload();
    });
  };
  const turn = (to: "active" | "disabled", success: string) => {
    withToast(async () => {
      await answerOf(api.PATCH("/v1/subscriptions/{id}", { params, body: { status: to } }));
      reload();
    }, success);
  };
  const remove = () => {
    withToast(
      async () => {
        await done(api.DELETE("/v1/subscriptions/{id}", { params }));
        route("/portal/endpoints");
      },
      isPushed ? words.theEndpointWasDeleted : words.theQueueWasDeleted,
    );
  };
  return (
    <>
      {isHeldBack && (
        <button
          type="button"
          class="primary"
          onClick={() => {
            turn("active", words.whatWasHeldIsBeing);
          }}
        >
          {words.tryItNow}
        </button>
      )}
      {isPushed && (
        <>
          <button type="button" onClick={ping}>
            {words.sendAPing}
          </button>
          <button
            type="button"
            onClick={() => {
              setAsked("example");
            }}
          >
            {words.sendAnExample}
          </button>
        </>
      )}
      <a class="button" href={`/portal/endpoints/${id}/edit`}>
        {words.edit}
      </a>
      <button
        type="button"
        onClick={() => {
          if (status === "active") turn("disabled", words.itIsOff);
          else turn("active", words.itIsOn);
        }}
      >
        {status === "active" ? words.disable : words.enable}
      </button>
      {isPushed && (
        <button
          type="button"
          onClick={() => {
            setAsked("rotate");
          }}
        >
          {words.rotateSecret}
        </button>
      )}
      <button
        type="button"
        class="danger"
        onClick={() => {
          setAsked("delete");
        }}
      >
        {words.deleteIt}
      </button>
      {asked === "example" && (
        <SendExample
          id={id}
          onClose={() => {
            close();
            reload();
          }}
        />
      )}
      {asked === "delete" && (
        <Confirm
          title={isPushed ? words.deleteThisEndpoint : words.deleteThisQueue}
          action={words.deleteItNow}
          onConfirm={remove}
          onClose={close}
        >
          <p>
            {isPushed ? words.whatWaitsForItIs : words.whatWaitsInItIs} {words.thisCantBeTakenBack}
          </p>
        </Confirm>
      )}
      {asked === "rotate" && <RotateSecret id={id} reload={reload} onClose={close} />}
    </>
  );
}
