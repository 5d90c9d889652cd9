import { answerOf, api } from "../api/client.ts";
import { useLoad } from "../api/use-load.ts";
import { Card } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { reasonWords, shownState } from "../logic/feed-words.ts";

/** The owners that wait longest for a visit, each with a link to its history. `state` is the instance's. */
export function SlowestOwners({ instance, state }: { instance: string; state: string }) {
  const params = { path: { name: instance } };
  const read = () => answerOf(api.GET("/v1/instances/{name}/slowest-owners", { params }));
  const load = useLoad(`slowest owners ${instance}`, read, 30_000);
  return (
    <Card title="Slowest owners">
      <Loaded load={load}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No owners yet" />
          ) : (
            <>
              <p class="small soft">
                These owners have waited longest: Feedhook hasn't finished reading them, keeps failing to read them, or
                last visited them longer ago than the others. Owners that rarely change come last.
              </p>
              <Table
                label="Slowest owners"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: "Owner",
                    cell: ({ id, owner }) => (
                      <a data-row href={`/portal/instances/${instance}/feeds/${encodeURIComponent(id)}`}>
                        {owner?.type} {owner?.id}
                      </a>
                    ),
                  },
                  {
                    title: "State",
                    cell: ({ status }) => <StateStatus state={shownState(status, state)} />,
                  },
                  {
                    title: "Last read",
                    cell: ({ drained, lastPoll }) => (drained ? <Time at={lastPoll} /> : "In progress"),
                  },
                  {
                    title: "Read every",
                    isNumber: true,
                    cell: ({ periodSeconds }) =>
                      periodSeconds === undefined ? "—" : `${Math.round(periodSeconds).toLocaleString("en")} s`,
                  },
                  {
                    title: "Changes a day",
                    isNumber: true,
                    cell: ({ changesPerDay }) =>
                      changesPerDay?.toLocaleString("en", { maximumSignificantDigits: 2 }) ?? "—",
                  },
                  {
                    title: "Last error",
                    cell: ({ lastError }) =>
                      lastError === undefined ? "—" : <span class="small">{reasonWords(lastError)}</span>,
                  },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
