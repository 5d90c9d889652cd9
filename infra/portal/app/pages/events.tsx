import { answerOf, api } from "../api/client.ts";
import { type Event, readInstanceNames } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField } from "../components/fields.tsx";
import { Card, Empty, Loaded, Page } from "../components/page.tsx";
import { ListTable } from "../components/table.tsx";
import { Search, useFilters, useSearch } from "../components/use-filters.tsx";

export function Events() {
  const { filters, set } = useFilters();
  const load = useLoad("instances of events", readInstanceNames);
  return (
    <Page title="Events" lead="Published events, newest first">
      <Loaded load={load}>
        {(names) => {
          const instance = filters["instance"] ?? names[0];
          return (
            <>
              <div class="filters">
                <Search placeholder="Type, ID, or any text in the event" />
                <SelectField
                  label="Instance"
                  value={instance ?? ""}
                  options={names.map((name) => [name, name])}
                  onChange={(name) => {
                    set("instance", name);
                  }}
                />
              </div>
              <Card>
                {instance === undefined ? (
                  <Empty title="No instances yet">
                    <p>Events come from instances. The operator chooses which instances a partner can see.</p>
                  </Empty>
                ) : (
                  <EventList key={instance} instance={instance} />
                )}
              </Card>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function EventList({ instance }: { instance: string }) {
  const isFound = useSearch();
  // The query includes events of the last minute, which are left out by default.
  const query = { instance, order: "newest" as const, until: "9999-12-31T00:00:00Z", limit: 100 };
  return (
    <ListTable
      name={`events ${instance}`}
      read={(paging) => answerOf(api.GET("/v1/events", { params: { query: { ...query, ...paging } } }))}
      every={5_000}
      more="Show older"
      isShown={(event) => isFound(`${event.subject.type}/${event.subject.id} ${JSON.stringify(event)}`)}
      none={["No events yet", "No matches among the events shown so far"]}
      keyOf={({ id }) => id}
      label="Events"
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
            changes.length === 0 ? "—" : <span class="small">{changes.map(({ field }) => field).join(", ")}</span>,
        },
        { title: "Detected", time: ({ detectedAt }) => detectedAt, isSortable: true },
      ]}
    />
  );
}

export function Subject({ subject: { type, id } }: { subject: Pick<Event["subject"], "type" | "id"> }) {
  return (
    <span class="mono">
      {type}/{id}
    </span>
  );
}
