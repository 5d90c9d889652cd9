import { answerOf, api } from "../api/client.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { rate } from "../logic/plural.ts";
import { ConnectInstance } from "./connect-instance.tsx";
import { FirstContact } from "./first-contact.tsx";

const oldestLag = (feeds: Readonly<Record<string, { readonly lagSeconds?: number }>>) =>
  Math.max(0, ...Object.values(feeds).map(({ lagSeconds = 0 }) => lagSeconds));

export function Instances() {
  const load = useLoad("instances", () => answerOf(api.GET("/v1/status")), 5_000);
  return (
    <Page title="Instances" lead="Customers' installations that Feedhook reads">
      {may("manage") && (
        <Card title="Connect instance">
          <ConnectInstance reload={load.reload} />
        </Card>
      )}
      <Card>
        <Loaded load={load}>
          {({ instances }) =>
            instances.length === 0 ? (
              <Empty title="No instances yet" />
            ) : (
              <Table
                label="Instances"
                rows={instances}
                keyOf={({ name }) => name}
                columns={[
                  {
                    title: "Name",
                    by: ({ name }) => name,
                    cell: ({ name }) => (
                      <a data-row href={`/portal/instances/${name}`}>
                        {name}
                      </a>
                    ),
                  },
                  {
                    title: "Status",
                    by: ({ status }) => status,
                    cell: ({ status }) => <StateStatus state={status} />,
                  },
                  {
                    title: "First contact",
                    cell: ({ baselineDone, firstContact, status }) => (
                      <FirstContact
                        progress={firstContact}
                        isDone={baselineDone}
                        isRead={status !== "paused" && status !== "parked"}
                      />
                    ),
                  },
                  {
                    title: "Longest wait",
                    isNumber: true,
                    by: ({ feeds }) => oldestLag(feeds),
                    cell: ({ feeds }) => `${Math.round(oldestLag(feeds)).toLocaleString("en")} s`,
                  },
                  {
                    title: "Requests per second",
                    isNumber: true,
                    cell: ({ budget }) =>
                      budget === undefined ? "—" : `${rate(budget.current)} of ${budget.requestsPerSecond}`,
                  },
                  { title: "Connected", cell: ({ connectedAt }) => <Time at={connectedAt} /> },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
