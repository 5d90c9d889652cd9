import { readSubscriptions } from "../api/reads.ts";
import { isOperating, me } from "../api/session.ts";
import { useStatistics } from "../api/statistics.ts";
import { useLoad } from "../api/use-load.ts";
import { AddEndpoint } from "../components/button.tsx";
import { Card, Empty, Loaded, Page, Todo } from "../components/page.tsx";
import { useRange } from "../components/range-field.tsx";
import { endpointProblems } from "../logic/endpoint-words.ts";
import { CompletenessSummary } from "./completeness.tsx";
import { EndpointProblems } from "./endpoint-problems.tsx";
import { EndpointTable } from "./endpoint-table.tsx";
import { OperatorTodos } from "./operator-todos.tsx";
import { StatisticsCharts } from "./statistics-charts.tsx";

export function Overview() {
  const isOperator = isOperating();
  const subscriptions = useLoad("overview", readSubscriptions, 10_000);
  const { data: statistics } = useStatistics(subscriptions.data ?? [], useRange());
  const own = (
    <Loaded load={subscriptions}>
      {(items) => (
        <>
          <EndpointProblems
            endpoints={isOperator ? items.filter(({ endpoint }) => endpoint.state === "healthy") : items}
          />
          {/* Operators don't see this message, because their to-dos could contradict it. */}
          {items.length > 0 && !isOperator && endpointProblems(items, Date.now()).length === 0 && (
            <Todo level="good" title="No endpoint problems">
              Problems and how to fix them appear here.
            </Todo>
          )}
          {statistics !== undefined && statistics.size > 0 && (
            <StatisticsCharts statistics={[...statistics.values()]} />
          )}
          <Card title={isOperator ? "Your own endpoints" : "Endpoints"}>
            {items.length === 0 ? (
              <Empty
                title="No endpoints yet"
                text="Feedhook sends your events to endpoints. An endpoint is a URL on your server, a pull queue, or a destination in AWS."
              >
                <AddEndpoint />
              </Empty>
            ) : (
              <EndpointTable subscriptions={items} statistics={statistics} />
            )}
          </Card>
          {!isOperator && <CompletenessSummary instances={me.value?.partner?.instances ?? []} />}
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
