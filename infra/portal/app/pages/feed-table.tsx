import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { TextField } from "../components/fields.tsx";
import { Card } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { useFilters } from "../components/use-filters.ts";
import { feedName, reasonWords, shownState } from "../logic/feed-words.ts";

type Feed = Schemas["Feed"];

/** The feeds of an instance: how far each has been read, and its last error. */
export function FeedTable({
  instance,
  state,
}: {
  instance: string;
  /** The state of the instance. */
  state: string;
}) {
  const { filters, setFilter } = useFilters();
  const { search = "" } = filters;
  const page = (cursor?: string) => {
    const query = { instance, limit: 100, ...(cursor !== undefined && { cursor }) };
    return answerOf(api.GET("/v1/feeds", { params: { query } }));
  };
  const load = useLoad(`feeds ${instance}`, () => page(), 10_000);
  const [older, setOlder] = useState<readonly Feed[]>([]);
  const [cursor, setCursor] = useState<string | undefined>();
  return (
    <Card title="Feeds">
      <div class="filters">
        <TextField
          label="Search"
          isSearch
          value={search}
          placeholder="Kind, owner or error"
          onChange={(value) => {
            setFilter("search", value);
          }}
        />
      </div>
      <Loaded load={load}>
        {({ items, nextCursor }) => {
          const first = new Set(items.map(({ id }) => id));
          const all = [...items, ...older.filter(({ id }) => !first.has(id))];
          const found = all.filter((feed) =>
            `${feed.id} ${feedName(feed)} ${feed.status} ${feed.lastError ?? ""}`
              .toLowerCase()
              .includes(search.toLowerCase()),
          );
          const next = cursor ?? nextCursor;
          const more = () => {
            withToast(async () => {
              const answer = await page(next);
              setOlder((last) => [...last, ...answer.items]);
              setCursor(answer.more ? answer.nextCursor : "");
            });
          };
          return (
            <>
              {found.length === 0 ? (
                <Empty title={all.length === 0 ? "No feeds yet" : "No feeds match"} />
              ) : (
                <Table
                  label="Feeds"
                  rows={found}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      title: "Feed",
                      by: feedName,
                      cell: (feed) => (
                        <a data-row href={`/portal/instances/${instance}/feeds/${encodeURIComponent(feed.id)}`}>
                          {feedName(feed)}
                        </a>
                      ),
                    },
                    {
                      title: "State",
                      by: ({ status }) => shownState(status, state),
                      cell: ({ status }) => <StateStatus state={shownState(status, state)} />,
                    },
                    {
                      title: "Last poll",
                      // The longest wait comes first.
                      by: ({ lagSeconds }) => -(lagSeconds ?? Number.MAX_SAFE_INTEGER),
                      cell: ({ lastPoll }) => <Time at={lastPoll} />,
                    },
                    {
                      title: "Read every",
                      isNumber: true,
                      by: ({ periodSeconds }) => periodSeconds ?? 0,
                      cell: ({ periodSeconds }) =>
                        periodSeconds === undefined ? "—" : `${Math.round(periodSeconds)} s`,
                    },
                    { title: "Newest change read", cell: ({ readUpTo }) => <Time at={readUpTo} /> },
                    {
                      title: "Failures",
                      isNumber: true,
                      by: ({ failures }) => failures,
                      cell: ({ failures }) => failures,
                    },
                    {
                      title: "Last error",
                      cell: ({ lastError }) =>
                        lastError === undefined ? "—" : <span class="small">{reasonWords(lastError)}</span>,
                    },
                  ]}
                />
              )}
              {next !== undefined && next !== "" && (
                <button type="button" onClick={more}>
                  Show more
                </button>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
