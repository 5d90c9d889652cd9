import { shownState } from "../../../api-client/state-words.ts";
import { answerOf, api } from "../api/client.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField } from "../components/fields.tsx";
import { Card, Empty, Loaded } from "../components/page.tsx";
import { ListTable, Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { Search, useFilters, useSearch } from "../components/use-filters.tsx";
import { feedName, reasonWords } from "../logic/feed-words.ts";
import { plural } from "../logic/plural.ts";

/** `state`: the instance's state. */
export function FeedTable({ instance, state }: { instance: string; state: string }) {
  const isFound = useSearch();
  const { filters, field } = useFilters();
  // An instance can have thousands of feeds, and most of them work, so only failing feeds are shown by default.
  const showsAll = filters["feeds"] === "all" || (filters["search"] ?? "") !== "";
  return (
    <Card title="Feeds">
      <div class="filters">
        <Search loaded="feeds" placeholder="Feed, owner, or error" />
        <SelectField
          label="Show"
          options={[
            ["", "Failing feeds"],
            ["all", "All feeds"],
          ]}
          {...field("feeds")}
        />
      </div>
      <ListTable
        name={`feeds ${instance}`}
        read={(paging) => answerOf(api.GET("/v1/feeds", { params: { query: { instance, limit: 100, ...paging } } }))}
        every={10_000}
        isShown={(feed) =>
          (showsAll || (feed.status !== "active" && feed.status !== "paused")) &&
          isFound(`${feed.id} ${feedName(feed)} ${feed.status} ${feed.lastError ?? ""}`)
        }
        none={
          showsAll
            ? ["No feeds yet", "No matching feeds"]
            : ["No feeds yet", "No failing feeds", "No failing feeds so far"]
        }
        unfinished={(count) =>
          `The search and the filter cover the ${plural(count, "feed", "feeds")} loaded so far. Load more to check others.`
        }
        more="Load more feeds"
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
            // Negative, so that ascending order starts with the longest wait. Feeds without a known wait come first.
            by: ({ lagSeconds }) => -(lagSeconds ?? Number.MAX_SAFE_INTEGER),
            cell: ({ lastPoll }) => <Time at={lastPoll} />,
          },
          {
            title: "Read every",
            by: ({ periodSeconds }) => periodSeconds ?? 0,
            number: ({ periodSeconds }) => periodSeconds && `${Math.round(periodSeconds)} s`,
          },
          { title: "Read up to", time: ({ readUpTo }) => readUpTo },
          { title: "Failures", number: ({ failures }) => failures, isSortable: true },
          {
            title: "Last error",
            cell: ({ lastError }) => lastError && <span class="small">{reasonWords(lastError)}</span>,
          },
        ]}
      />
    </Card>
  );
}

/** `state`: the instance's state. */
export function SlowestOwners({ instance, state }: { instance: string; state: string }) {
  const params = { path: { name: instance } };
  const read = () => answerOf(api.GET("/v1/instances/{name}/slowest-owners", { params }));
  const load = useLoad(`slowest owners ${instance}`, read, 30_000);
  return (
    <Card title="Owners waiting longest">
      <Loaded load={load}>
        {({ items }) => (
          <>
            {items.length > 0 && (
              <p class="small soft">
                Owners that Feedhook hasn't finished reading come first, and owners that rarely change come last. Within
                each group, the longest wait comes first.
              </p>
            )}
            <Table
              label="Owners waiting longest"
              rows={items}
              keyOf={({ id }) => id}
              empty={<Empty title="No owners yet" />}
              columns={[
                {
                  title: "Owner",
                  href: ({ id }) => `/portal/instances/${instance}/feeds/${encodeURIComponent(id)}`,
                  cell: ({ owner }) => `${owner?.type ?? ""} ${owner?.id ?? ""}`,
                },
                { title: "State", state: ({ status }) => shownState(status, state) },
                {
                  title: "Last read",
                  cell: ({ drained, lastPoll }) => (drained ? <Time at={lastPoll} /> : "In progress"),
                },
                {
                  title: "Read every",
                  number: ({ periodSeconds }) => periodSeconds && `${Math.round(periodSeconds).toLocaleString("en")} s`,
                },
                {
                  title: "Changes a day",
                  number: ({ changesPerDay }) => changesPerDay?.toLocaleString("en", { maximumSignificantDigits: 2 }),
                },
                {
                  title: "Last error",
                  cell: ({ lastError }) => lastError && <span class="small">{reasonWords(lastError)}</span>,
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}
