import { shownEndpointState } from "../../../api-client/state-words.ts";
import { nameOf, readSubscriptions } from "../api/reads.ts";
import { useStatistics } from "../api/statistics.ts";
import { useLoad } from "../api/use-load.ts";
import { AddEndpoint } from "../components/button.tsx";
import { SelectField } from "../components/fields.tsx";
import { Card, Empty, Loaded, Page } from "../components/page.tsx";
import { RangeField, useRange } from "../components/range-field.tsx";
import { Search, useFilters, useSearch } from "../components/use-filters.tsx";
import { EndpointTable } from "./endpoint-table.tsx";

export function Endpoints() {
  const load = useLoad("endpoints", readSubscriptions, 10_000);
  const { data: statistics } = useStatistics(load.data ?? [], useRange());
  const { filters, field } = useFilters();
  const { health = "" } = filters;
  const isFound = useSearch();
  return (
    <Page title="Endpoints" lead="Where your events go, and the health of each endpoint" actions={<AddEndpoint />}>
      <div class="filters">
        <Search placeholder="Name, URL, or event type" />
        <SelectField
          label="Health"
          options={[
            ["", "All"],
            ["failing", "Failing, unstable, or paused"],
            ["healthy", "Healthy"],
            ["disabled", "Disabled"],
          ]}
          {...field("health")}
        />
        <RangeField />
      </div>
      <Card>
        <Loaded load={load}>
          {(items) => {
            const found = items.filter((one) => {
              const state = shownEndpointState(one.endpoint);
              const fits = health === "failing" ? ["open", "paused", "unstable"].includes(state) : health === state;
              const text = `${nameOf(one)} ${one.url ?? ""} ${one.eventTypes.join(" ")}`;
              return isFound(text) && (health === "" || fits);
            });
            if (found.length > 0) return <EndpointTable subscriptions={found} statistics={statistics} />;
            return (
              <Empty
                title={items.length === 0 ? "No endpoints yet" : "No matching endpoints"}
                text={
                  items.length === 0
                    ? "Add your receiver's URL, choose events, and send a ping."
                    : "Change the search or the filter."
                }
              />
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}
