import { nameOf, readSubscriptions, type Subscription } from "../api/reads.ts";
import { isOperating, may, me } from "../api/session.ts";
import { useBacklogs, useStatistics } from "../api/statistics.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Empty, Loaded, Page, Todo } from "../components/page.tsx";
import { endpointProblems, waitingText } from "../logic/endpoint-words.ts";
import { EndpointTable } from "./endpoint-table.tsx";
import { OperatorTodos } from "./operator-todos.tsx";
import { StatisticsCharts } from "./statistics-charts.tsx";

/** Current problems and what to do about them, then the health of each endpoint. */
export function Overview() {
  const isOperator = isOperating();
  const subscriptions = useLoad("overview", readSubscriptions, 10_000);
  const { data: statistics } = useStatistics(subscriptions.data ?? []);
  const own = (
    <Loaded load={subscriptions}>
      {(items) => (
        <>
          <Problems subscriptions={items} isOperator={isOperator} />
          {statistics !== undefined && <StatisticsCharts statistics={[...statistics.values()]} />}
          <Card title={isOperator ? "Your own endpoints" : "Endpoints"}>
            {items.length === 0 ? (
              <Empty title="No endpoints yet">
                <p>An endpoint is a URL on your server that receives events as signed webhooks.</p>
                {may("manage") && (
                  <a class="button primary" href="/portal/endpoints/new">
                    Add endpoint
                  </a>
                )}
              </Empty>
            ) : (
              <EndpointTable subscriptions={items} statistics={statistics} />
            )}
          </Card>
        </>
      )}
    </Loaded>
  );
  return (
    <Page title="Overview" lead={isOperator ? "All partners and instances" : me.value?.partner?.name}>
      {isOperator ? <OperatorTodos>{own}</OperatorTodos> : own}
    </Page>
  );
}

function Problems({ subscriptions, isOperator }: { subscriptions: readonly Subscription[]; isOperator: boolean }) {
  const problems = endpointProblems(subscriptions);
  const { data: backlogs } = useBacklogs(problems.map(({ subscription }) => subscription.id));
  if (problems.length === 0) {
    // An operator's to-dos are shown above and may contradict this.
    if (subscriptions.length === 0 || isOperator) return null;
    return (
      <Todo level="good" title="No endpoint problems">
        Problems and how to fix them appear here.
      </Todo>
    );
  }
  return (
    <section aria-label="Current problems">
      {problems.map(({ subscription, level, sentence, advice }) => (
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
              View details
            </a>
          }
        >
          {advice} {waitingText(backlogs?.get(subscription.id))}
        </Todo>
      ))}
    </section>
  );
}
