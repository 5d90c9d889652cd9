import { answerOf, api } from "../api/client.ts";
import { useLoad } from "../api/use-load.ts";
import { Card } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { reasonWords, shownState } from "../logic/feed-words.ts";
import { slowestOwnersText as words } from "../strings/slowest-owners.ts";

/** The owners that wait longest for a visit, each with the way to its history. `state` is the instance's. */
export function SlowestOwners({ instance, state }: { instance: string; state: string }) {
  const params = { path: { name: instance } };
  const read = () => answerOf(api.GET("/v1/instances/{name}/slowest-owners", { params }));
  const load = useLoad(`slowest owners ${instance}`, read, 30_000);
  return (
    <Card title={words.theSlowestOwners}>
      <Loaded load={load}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.noOwnerYet} />
          ) : (
            <>
              <p class="small soft">{words.theirDocuments}</p>
              <Table
                label={words.theSlowestOwners}
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: words.owner,
                    cell: ({ id, owner }) => (
                      <a data-row href={`/portal/instances/${instance}/feeds/${encodeURIComponent(id)}`}>
                        {owner?.type} {owner?.id}
                      </a>
                    ),
                  },
                  {
                    title: words.state,
                    cell: ({ status }) => <StateStatus state={shownState(status, state)} />,
                  },
                  {
                    title: words.lastRead,
                    cell: ({ drained, lastPoll }) => (drained ? <Time at={lastPoll} /> : words.notReadYet),
                  },
                  {
                    title: words.comesRoundEvery,
                    isNumber: true,
                    cell: ({ periodSeconds }) =>
                      periodSeconds === undefined ? "—" : words.seconds(Math.round(periodSeconds)),
                  },
                  {
                    title: words.changesADay,
                    isNumber: true,
                    cell: ({ changesPerDay }) =>
                      changesPerDay?.toLocaleString("en", { maximumSignificantDigits: 2 }) ?? "—",
                  },
                  {
                    title: words.lastError,
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
