import { useState } from "preact/hooks";
import { stateWords } from "../../../api-client/state-words.ts";
import { nameOf, readSubscriptions, readTypePatterns } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Button } from "../components/button.tsx";
import { SelectField, TextField } from "../components/fields.tsx";
import { Loaded, Page } from "../components/page.tsx";
import { useDebounced } from "../components/use-debounced.ts";
import { Search, useFilters, withOwn } from "../components/use-filters.tsx";
import { failures } from "../logic/attempt-cause.ts";
import { deliveryStates, failureClasses } from "../logic/delivery-filters.ts";
import { DeliveryList } from "./delivery-list.tsx";

async function readChoices() {
  const [subscriptions, types] = await Promise.all([readSubscriptions(), readTypePatterns()]);
  return { subscriptions, types };
}

const answers = [
  ["", "All results"],
  ["2xx", "2xx: success"],
  ["3xx", "3xx: redirects"],
  ["4xx", "4xx: client errors"],
  ["5xx", "5xx: server errors"],
  ...failureClasses.map((one) => [one, failures[one].title] as const),
] as const;

export function Deliveries() {
  const { filters, field, instant } = useFilters();
  const { endpoint = "", state, type = "", answer = "", subject = "", since, until } = filters;
  // On a phone, all filters together would push the deliveries off the screen, so only the search is shown at first. If
  // the URL sets another filter, all filters are shown.
  const [showsAll, setShowsAll] = useState(
    [endpoint, state, type, answer, subject, since, until].some((one = "") => one !== ""),
  );
  const load = useLoad("choices of deliveries", readChoices);
  const asked = JSON.stringify({ state, type, answer, subject, since, until });
  const settled = useDebounced(asked);
  return (
    <Page title="Deliveries" lead="Events for your endpoints, with every attempt">
      <Loaded load={load}>
        {({ subscriptions, types }) => (
          <>
            <div class="filters" {...(!showsAll && { "data-few": "" })}>
              <Search loaded="deliveries" placeholder="Type, ID, or error" />
              <Button text="More filters" look="narrow" aria-expanded={showsAll} press={() => setShowsAll(!showsAll)} />
              <SelectField
                label="Endpoint"
                options={[["", "All endpoints"], ...subscriptions.map((one) => [one.id, nameOf(one)] as const)]}
                {...field("endpoint")}
              />
              <SelectField
                label="State"
                options={[["", "All states"], ...deliveryStates.map((one) => [one, stateWords[one]] as const)]}
                {...field("state")}
              />
              <SelectField
                label="Event type"
                options={withOwn([["", "All types"], ...types.map((one) => [one, one] as const)], type)}
                {...field("type")}
              />
              <SelectField label="Last result" options={withOwn(answers, answer)} {...field("answer")} />
              <RecordField key={subject} {...field("subject")} />
              <TextField label="Detected from" type="datetime-local" {...instant("since")} />
              <TextField label="Detected before" type="datetime-local" {...instant("until")} />
            </div>
            {settled === asked && (
              <DeliveryList
                key={`${endpoint} ${asked}`}
                subscriptions={subscriptions.filter(({ id }) => endpoint === "" || endpoint === id)}
                filters={filters}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The text field sets the filter in `onCommit`, because the API rejects a partly typed record. */
function RecordField({ value, onChange }: { value: string; onChange: (subject: string) => void }) {
  const [draft, setDraft] = useState(value);
  return (
    <TextField
      label="Record"
      value={draft}
      placeholder="person/k2Jm"
      onChange={setDraft}
      onCommit={() => onChange(draft.trim())}
    />
  );
}
