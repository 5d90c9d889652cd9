import { answerOf, api } from "../api/client.ts";
import { nameOf, readSubscriptions, type Subscription } from "../api/reads.ts";
import { actingFor, may, me } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Page, Todo } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { causeOf, endpointProblems } from "../logic/diagnose.ts";
import { EndpointTable } from "./endpoint-table.tsx";
import { OperatorTodos } from "./operator-todos.tsx";

/** What is wrong now and what to do about it; then how each endpoint is doing. */
export function Overview() {
  const isOperator = me.value?.operator === true && actingFor.value === undefined;
  const subscriptions = useLoad("overview", readSubscriptions, 10_000);
  const own = (
    <Loaded load={subscriptions}>
      {(items) => (
        <>
          <Problems subscriptions={items} />
          <Card title={isOperator ? "Your own endpoints" : "Endpoints"}>
            {items.length === 0 ? (
              <Empty title="No endpoint yet">
                <p>An endpoint is an address of yours that gets each event as a signed webhook.</p>
                {may("manage") && (
                  <a class="button primary" href="/portal/endpoints/new">
                    Add an endpoint
                  </a>
                )}
              </Empty>
            ) : (
              <EndpointTable subscriptions={items} />
            )}
          </Card>
        </>
      )}
    </Loaded>
  );
  return (
    <Page title="Overview" lead={isOperator ? "The whole bridge" : me.value?.partner?.name}>
      {isOperator ? <OperatorTodos>{own}</OperatorTodos> : own}
    </Page>
  );
}

function Problems({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const problems = endpointProblems(subscriptions);
  if (problems.length === 0) {
    if (subscriptions.length === 0) return null;
    return (
      <Todo level="good" title="All endpoints are served">
        Nothing needs you. Problems appear here, with what to do about them.
      </Todo>
    );
  }
  return (
    <section aria-label="What is wrong now">
      {problems.map(({ subscription, level, sentence }) => (
        <Todo
          key={subscription.id}
          level={level}
          title={
            <>
              <a href={`/portal/endpoints/${subscription.id}`}>{nameOf(subscription)}</a> {sentence}
            </>
          }
          action={
            <a class="button" href={`/portal/endpoints/${subscription.id}`}>
              See why
            </a>
          }
        >
          <LastCause id={subscription.id} />
        </Todo>
      ))}
    </section>
  );
}

/** The newest failure of an endpoint in a sentence, with what to do. */
function LastCause({ id }: { id: string }) {
  const load = useLoad(`cause ${id}`, () => readLastFailure(id), 15_000);
  if (load.data === undefined) return <>{load.isLoading ? "Looking for the cause…" : "Its cause couldn't be read."}</>;
  const { failure } = load.data;
  if (failure === undefined) return <>No failed attempt is listed any more.</>;
  const { title, advice } = causeOf(failure);
  return (
    <>
      {title}. {advice}
    </>
  );
}

/** The newest attempt without success among the endpoint's last deliveries. */
export async function readLastFailure(id: string) {
  const params = { path: { id }, query: { limit: 100 } };
  const { items } = await answerOf(api.GET("/v1/subscriptions/{id}/deliveries", { params }));
  const failures = items.flatMap(({ attempts, event }) =>
    attempts.filter(({ status }) => status === undefined || status >= 300).map((attempt) => ({ ...attempt, event })),
  );
  return { failure: failures.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1) };
}
