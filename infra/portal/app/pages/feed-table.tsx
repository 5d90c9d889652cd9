import { answerOf, api } from "../api/client.ts";
import { ListTable } from "../components/list-table.tsx";
import { Card } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { Search, useSearch } from "../components/use-filters.tsx";
import { feedName, reasonWords, shownState } from "../logic/feed-words.ts";

/** The feeds of an instance: how far each has been read, and its last error. `state` is the instance's. */
export function FeedTable({ instance, state }: { instance: string; state: string }) {
  const isFound = useSearch();
  return (
    <Card title="Feeds">
      <div class="filters">
        <Search placeholder="Feed, owner or error" />
      </div>
      <ListTable
        name={`feeds ${instance}`}
        read={(paging) => answerOf(api.GET("/v1/feeds", { params: { query: { instance, limit: 100, ...paging } } }))}
        every={10_000}
        isShown={(feed) => isFound(`${feed.id} ${feedName(feed)} ${feed.status} ${feed.lastError ?? ""}`)}
        none={["No feeds yet", "No feeds match"]}
        keyOf={({ id }) => id}
        label="Feeds"
        columns={[
          {
            title: "Feed",
            by: (feed) => feedName(feed),
            href: ({ id }) => `/portal/instances/${instance}/feeds/${encodeURIComponent(id)}`,
          },
          { title: "State", state: ({ status }) => shownState(status, state), isSortable: true },
          {
            title: "Last poll",
            // The longest wait comes first.
            by: ({ lagSeconds }) => -(lagSeconds ?? Number.MAX_SAFE_INTEGER),
            cell: ({ lastPoll }) => <Time at={lastPoll} />,
          },
          {
            title: "Read every",
            by: ({ periodSeconds }) => periodSeconds ?? 0,
            number: ({ periodSeconds }) => (periodSeconds === undefined ? undefined : `${Math.round(periodSeconds)} s`),
          },
          { title: "Newest change read", time: ({ readUpTo }) => readUpTo },
          { title: "Failures", number: ({ failures }) => failures, isSortable: true },
          {
            title: "Last error",
            cell: ({ lastError }) =>
              lastError === undefined ? "—" : <span class="small">{reasonWords(lastError)}</span>,
          },
        ]}
      />
    </Card>
  );
}
