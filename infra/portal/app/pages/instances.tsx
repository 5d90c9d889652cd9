import { answerOf, api } from "../api/client.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Empty, Loaded, Page } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { durationText } from "../logic/duration-text.ts";
import { ConnectInstance } from "./connect-instance.tsx";
import { FirstContact } from "./first-contact.tsx";
import { requestLimitText } from "./instance.tsx";

/** The longest lag (s) of any class of feeds; -Infinity if none is known. */
const oldestLag = (feeds: Readonly<Record<string, { readonly lagSeconds?: number }>>) =>
  Math.max(...Object.values(feeds).flatMap(({ lagSeconds }) => lagSeconds ?? []));

export function Instances() {
  const load = useLoad("instances", () => answerOf(api.GET("/v1/status")), 5_000);
  return (
    <Page title="Instances" lead="Customers' installations that Feedhook reads">
      {may("manage") && (
        <Card title="Connect instance">
          <ConnectInstance />
        </Card>
      )}
      <Card>
        <Loaded load={load}>
          {({ instances }) => (
            <Table
              label="Instances"
              rows={instances}
              keyOf={({ name }) => name}
              empty={<Empty title="No instances yet" />}
              columns={[
                { title: "Name", by: ({ name }) => name, href: ({ name }) => `/portal/instances/${name}` },
                { title: "Status", state: ({ status }) => status, isSortable: true },
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
                  by: ({ feeds }) => oldestLag(feeds),
                  number: ({ feeds }) => (oldestLag(feeds) < 0 ? undefined : durationText(oldestLag(feeds) * 1_000)),
                },
                {
                  title: "Request limit",
                  number: ({ budget }) => budget && requestLimitText(budget),
                },
                { title: "Connected", time: ({ connectedAt }) => connectedAt },
              ]}
            />
          )}
        </Loaded>
      </Card>
    </Page>
  );
}
