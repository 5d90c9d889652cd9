import { nameOf, readSubscriptions } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useStatistics } from "../api/statistics.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField, TextField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { useFilters } from "../components/use-filters.ts";
import { healthOf } from "../logic/diagnose.ts";
import { EndpointTable } from "./endpoint-table.tsx";

export function Endpoints() {
  const load = useLoad("endpoints", readSubscriptions, 10_000);
  const { data: statistics } = useStatistics(load.data ?? []);
  const { filters, setFilter } = useFilters();
  const { search = "", health = "" } = filters;
  const add = may("manage") && (
    <a class="button primary" href="/portal/endpoints/new">
      Add endpoint
    </a>
  );
  return (
    <Page title="Endpoints" lead="Where your events go, and the health of each endpoint" actions={add}>
      <div class="filters">
        <TextField
          label="Search"
          isSearch
          value={search}
          placeholder="Name, URL or event type"
          onChange={(value) => {
            setFilter("search", value);
          }}
        />
        <SelectField
          label="Health"
          value={health}
          options={[
            ["", "All"],
            ["failing", "Failing"],
            ["healthy", "Healthy"],
            ["disabled", "Disabled"],
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
              <Empty title={items.length === 0 ? "No endpoints yet" : "No endpoints match"}>
                <p>
                  {items.length === 0
                    ? "Add your receiver's URL, choose events, and send a ping."
                    : "Change the search or the filter."}
                </p>
              </Empty>
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}
