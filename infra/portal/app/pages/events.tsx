import { defined } from "../../../../shared/kernel/defined.ts";
import { answerOf, api } from "../api/client.ts";
import { type Event, readInstanceNames, readTypePatterns } from "../api/reads.ts";
import { isOperating } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField, TextField } from "../components/fields.tsx";
import { Card, Empty, Loaded, Page } from "../components/page.tsx";
import { ListTable } from "../components/table.tsx";
import { Search, useFilters, useSearch, withOwn } from "../components/use-filters.tsx";
import { deliveryQueryOf } from "../logic/delivery-filters.ts";
import { fieldText, recordName } from "../logic/event-words.ts";
import { plural } from "../logic/plural.ts";

export function Events() {
  const { filters, set, field, instant } = useFilters();
  const { data: types = [] } = useLoad("types of events", readTypePatterns);
  const { type = "" } = filters;
  const load = useLoad("instances of events", readInstanceNames);
  return (
    <Page title="Events" lead="Published events, newest first">
      <Loaded load={load}>
        {(names) => {
          const instance = filters["instance"] ?? names[0];
          return (
            <>
              <div class="filters">
                <Search loaded="events" placeholder="Record name, ID, or any text" />
                <SelectField
                  label="Instance"
                  value={instance ?? ""}
                  options={names.map((name) => [name, name])}
                  onChange={(name) => set("instance", name)}
                />
                <SelectField
                  label="Event type"
                  options={withOwn([["", "All types"], ...types.map((one) => [one, one] as const)], type)}
                  {...field("type")}
                />
                <TextField label="Detected from" type="datetime-local" {...instant("since")} />
                <TextField label="Detected before" type="datetime-local" {...instant("until")} />
              </div>
              <Card>{instance === undefined ? <NoInstances /> : <EventList instance={instance} />}</Card>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function NoInstances() {
  return isOperating() ? (
    <Empty title="No instances yet">
      <p>
        Events come from instances. <a href="/portal/instances">Connect an instance</a> to see its events.
      </p>
    </Empty>
  ) : (
    <Empty
      title="No instances available"
      text="Events come from instances, and you don't have access to any yet. Ask the operator for access."
    />
  );
}

function EventList({ instance }: { instance: string }) {
  const isFound = useSearch();
  const { type, since, until } = deliveryQueryOf(useFilters().filters);
  const asked = defined({ type, since, until });
  const query = { instance, order: "newest" as const, limit: 100, ...asked };
  const name = `events ${instance} ${JSON.stringify(asked)}`;
  return (
    <ListTable
      key={name}
      name={name}
      read={(paging) => answerOf(api.GET("/v1/events", { params: { query: { ...query, ...paging } } }))}
      every={5_000}
      more="Load older events"
      unfinished={(count) => `The search covers the ${plural(count, "event", "events")} loaded so far.`}
      isShown={(event) => isFound(`${event.subject.type}/${event.subject.id} ${JSON.stringify(event)}`)}
      none={[
        Object.keys(asked).length > 0 ? "No matching events" : "No events in the last 30 days",
        "No matching events",
        "No matches in the events loaded so far",
      ]}
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
          cell: ({ data }) => recordName(data) ?? "",
          below: ({ subject }) => <Subject subject={subject} />,
        },
        {
          title: "Changed fields",
          cell: ({ changes = [] }) =>
            changes.length > 0 ? (
              <span class="small">{changes.map(({ field }) => fieldText(field)).join(", ")}</span>
            ) : (
              "—"
            ),
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
