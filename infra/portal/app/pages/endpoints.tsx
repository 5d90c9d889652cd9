import { nameOf, readSubscriptions } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useStatistics } from "../api/statistics.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField, TextField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { useFilters } from "../components/use-filters.ts";
import { healthOf } from "../logic/diagnose.ts";
import { endpointsText as words } from "../strings/endpoints.ts";
import { EndpointTable } from "./endpoint-table.tsx";

export function Endpoints() {
  const load = useLoad("endpoints", readSubscriptions, 10_000);
  const { data: statistics } = useStatistics(load.data ?? []);
  const { filters, setFilter } = useFilters();
  const { search = "", health = "" } = filters;
  const add = may("manage") && (
    <a class="button primary" href="/portal/endpoints/new">
      {words.addAnEndpoint}
    </a>
  );
  return (
    <Page title={words.endpoints} lead={words.whereEventsGoAndHow} actions={add}>
      <div class="filters">
        <TextField
          label={words.search}
          isSearch
          value={search}
          placeholder={words.nameAddressOrEventType}
          onChange={(value) => {
            setFilter("search", value);
          }}
        />
        <SelectField
          label={words.health}
          value={health}
          options={[
            ["", words.all],
            ["failing", words.failing],
            ["healthy", words.healthy],
            ["disabled", words.disabled],
          ]}
          onChange={(value) => {
            setFilter("health", value);
          }}
        />
      </div>
      <Card>
        <Loaded load={load}>
          {(items) => {
            const found = items.filter((one) => {
              const haystack = `${nameOf(one)} ${one.url ?? ""} ${one.eventTypes.join(" ")}`.toLowerCase();
              const state = healthOf(one);
              const fits = health === "failing" ? ["open", "paused", "unsteady"].includes(state) : health === state;
              return haystack.includes(search.toLowerCase()) && (health === "" || fits);
            });
            if (found.length > 0) return <EndpointTable subscriptions={found} statistics={statistics} />;
            return (
              <Empty title={items.length === 0 ? words.noEndpointYet : words.noEndpointFits}>
                <p>{items.length === 0 ? words.addTheAddressOfYour : words.changeTheSearchOrThe}</p>
              </Empty>
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}
