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

type Feed = Schemas["Feed"];

/** The feeds of an instance: how far each is read, and its last error. */
export function FeedTable({ instance }: { instance: string }) {
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
          placeholder="Kind, owner, error"
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
            `${feed.id} ${feed.status} ${feed.lastError ?? ""}`.toLowerCase().includes(search.toLowerCase()),
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
                <Empty title={all.length === 0 ? "No feed yet" : "No feed fits"} />
              ) : (
                <Table
                  label="Feeds"
                  rows={found}
                  keyOf={({ id }) => id}
                  columns={[
                    { title: "Feed", by: ({ id }) => id, cell: ({ id }) => <span class="mono small">{id}</span> },
                    {
                      title: "State",
                      by: ({ status }) => status,
                      cell: ({ status }) => <StateStatus state={status} />,
                    },
                    { title: "Last poll", cell: ({ lastPoll }) => <Time at={lastPoll} /> },
                    { title: "Read up to", cell: ({ readUpTo }) => <Time at={readUpTo} /> },
                    {
                      title: "Failures",
                      isNumber: true,
                      by: ({ failures }) => failures,
                      cell: ({ failures }) => failures,
                    },
                    { title: "Last error", cell: ({ lastError }) => <span class="small">{lastError ?? "—"}</span> },
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
