import { useState } from "preact/hooks";
import { type Event, readInstanceNames, readNewestEvents } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField, TextField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { useFilters } from "../components/use-filters.ts";

export function Events() {
  const { filters, setFilter } = useFilters();
  const { search = "" } = filters;
  const load = useLoad("instances of events", readInstanceNames);
  return (
    <Page title="Events" lead="Published events, newest first">
      <Loaded load={load}>
        {(names) => {
          const instance = filters["instance"] ?? names[0];
          return (
            <>
              <div class="filters">
                <TextField
                  label="Search"
                  isSearch
                  value={search}
                  placeholder="Type, ID or any text in the event"
                  onChange={(value) => {
                    setFilter("search", value);
                  }}
                />
                <SelectField
                  label="Instance"
                  value={instance ?? ""}
                  options={names.map((name) => [name, name] as const)}
                  onChange={(value) => {
                    setFilter("instance", value);
                  }}
                />
              </div>
              <Card>
                {instance === undefined ? (
                  <Empty title="No instances yet">
                    <p>Events come from instances. The operator chooses which instances a partner can see.</p>
                  </Empty>
                ) : (
                  <EventList key={instance} instance={instance} search={search} />
                )}
              </Card>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function EventList({ instance, search }: { instance: string; search: string }) {
  const load = useLoad(`events ${instance}`, () => readNewestEvents(instance, 100), 5_000);
  const [older, setOlder] = useState<readonly Event[]>([]);
  const [cursor, setCursor] = useState<string | undefined>();
  return (
    <Loaded load={load}>
      {(page) => {
        const first = new Set(page.items.map(({ id }) => id));
        const all = [...page.items, ...older.filter(({ id }) => !first.has(id))];
        const found = all.filter((event) => JSON.stringify(event).toLowerCase().includes(search.toLowerCase()));
        const next = cursor ?? page.nextCursor;
        const more = () => {
          withToast(async () => {
            const answer = await readNewestEvents(instance, 100, next);
            setOlder((last) => [...last, ...answer.items]);
            setCursor(answer.more ? answer.nextCursor : "");
          });
        };
        return (
          <>
            {found.length === 0 ? (
              <Empty title={all.length === 0 ? "No events yet" : "No events match"} />
            ) : (
              <Table
                label="Events"
                rows={found}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: "Event",
                    by: ({ type }) => type,
                    cell: ({ id, type, baseline, instance: of }) => (
                      <>
                        <a data-row href={`/portal/events/${of}/${id}`}>
                          {type}
                        </a>
                        {baseline === true && <span class="small soft"> baseline</span>}
                      </>
                    ),
                  },
                  {
                    title: "Record",
                    by: ({ subject }) => subject.id,
                    cell: ({ subject }) => <Subject subject={subject} />,
                  },
                  {
                    title: "Changed fields",
                    cell: ({ changes = [] }) =>
                      changes.length === 0 ? (
                        "—"
                      ) : (
                        <span class="small">{changes.map(({ field }) => field).join(", ")}</span>
                      ),
                  },
                  {
                    title: "Detected",
                    by: ({ detectedAt }) => detectedAt,
                    cell: ({ detectedAt }) => <Time at={detectedAt} />,
                  },
                ]}
              />
            )}
            {next !== undefined && next !== "" && (
              <button type="button" onClick={more}>
                Show older
              </button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

export function Subject({ subject: { type, id } }: { subject: Pick<Event["subject"], "type" | "id"> }) {
  return (
    <span class="mono">
      {type}/{id}
    </span>
  );
}
