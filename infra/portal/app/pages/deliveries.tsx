import { useEffect, useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import { nameOf, readSubscriptions, type Subscription } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField, TextField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Failure, Loaded } from "../components/states.tsx";
import { withToast } from "../components/toast.tsx";
import { useFilters } from "../components/use-filters.ts";
import { type LiveRows, withFreshRows, withPendingShown } from "../logic/live-rows.ts";
import { text } from "../strings.ts";
import { DeliveryTable, deliveryIdOf, type ListedDelivery } from "./delivery-table.tsx";

const states = ["waiting", "held", "expired", "blocked", "failed", "delivered"] as const;
type State = (typeof states)[number];
const isState = (value: string): value is State => states.some((state) => state === value);

type Filters = { readonly state: string; readonly day: string };

async function readPage(subscription: Subscription, { state, day }: Filters, cursor?: string) {
  const query = {
    ...(isState(state) && { state }),
    ...(day !== "" && { day }),
    ...(cursor !== undefined && { cursor }),
    limit: 50,
  };
  const params = { path: { id: subscription.id }, query };
  const page = await answerOf(api.GET("/v1/subscriptions/{id}/deliveries", { params }));
  return { ...page, items: page.items.map((delivery) => ({ ...delivery, subscription })) };
}

export function Deliveries() {
  const { filters, setFilter } = useFilters();
  const { endpoint = "", state = "", day = "", search = "" } = filters;
  const load = useLoad("endpoints of deliveries", readSubscriptions);
  const set = (name: string) => (value: string) => {
    setFilter(name, value);
  };
  return (
    <Page title="Deliveries" lead="Each event on its way to each endpoint, with every attempt">
      <Loaded load={load}>
        {(subscriptions) => (
          <>
            <div class="filters">
              <TextField
                label="Search"
                isSearch
                value={search}
                placeholder="Type, id or cause"
                onChange={set("search")}
              />
              <SelectField
                label="Endpoint"
                value={endpoint}
                options={[["", "All endpoints"], ...subscriptions.map((one) => [one.id, nameOf(one)] as const)]}
                onChange={set("endpoint")}
              />
              <SelectField
                label="State"
                value={state}
                options={[["", "All states"], ...states.map((one) => [one, text.states[one]] as const)]}
                onChange={set("state")}
              />
              <TextField label="Day (UTC)" type="date" value={day} onChange={set("day")} />
            </div>
            <LiveDeliveries
              key={`${endpoint} ${state} ${day}`}
              subscriptions={subscriptions.filter(({ id }) => endpoint === "" || endpoint === id)}
              filters={{ state, day }}
              search={search}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function LiveDeliveries({
  subscriptions,
  filters,
  search,
}: {
  subscriptions: readonly Subscription[];
  filters: Filters;
  search: string;
}) {
  const [rows, setRows] = useState<LiveRows<ListedDelivery>>({ shown: [], pending: [] });
  const [isPaused, setPaused] = useState(false);
  const [cursor, setCursor] = useState<string | undefined>();
  const [only] = subscriptions.length === 1 ? subscriptions : [];
  const name = `deliveries ${subscriptions.map(({ id }) => id).join()} ${filters.state} ${filters.day}`;
  const load = useLoad(name, () => Promise.all(subscriptions.map((one) => readPage(one, filters))), 5_000);
  const pages = load.data;
  useEffect(() => {
    if (pages === undefined) return;
    const fresh = pages.flatMap(({ items }) => items).toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)));
    setRows((last) => withFreshRows(last, fresh, { idOf: deliveryIdOf, isPaused }));
    setCursor((last) => last ?? pages[0]?.nextCursor);
  }, [pages]);
  const older = () => {
    withToast(async () => {
      if (only === undefined || cursor === undefined) return;
      const page = await readPage(only, filters, cursor);
      setRows(({ shown, pending }) => {
        const known = new Set(shown.map(deliveryIdOf));
        return { pending, shown: [...shown, ...page.items.filter((one) => !known.has(deliveryIdOf(one)))] };
      });
      setCursor(page.more ? page.nextCursor : undefined);
      setPaused(true);
    });
  };
  const found = rows.shown.filter((one) => {
    const answer = one.attempts.at(-1);
    const haystack = `${one.type ?? ""} ${one.event} ${one.instance} ${one.responseExcerpt ?? ""} ${answer?.error ?? ""} ${answer?.status ?? ""}`;
    return haystack.toLowerCase().includes(search.toLowerCase());
  });
  return (
    <Card>
      <div class="actions">
        <button
          type="button"
          aria-pressed={isPaused}
          onClick={() => {
            setPaused(!isPaused);
            setRows((last) => withPendingShown(last));
          }}
        >
          {isPaused ? "Follow along" : "Pause"}
        </button>
        <span class="soft small" role="status">
          {isPaused && rows.pending.length > 0 ? `${rows.pending.length} new deliveries wait` : ""}
        </span>
      </div>
      {load.error !== undefined && <Failure error={load.error} retry={load.reload} />}
      {load.isLoading && rows.shown.length === 0 ? (
        <p class="loading">Loading…</p>
      ) : (
        <DeliveryTable deliveries={found} withEndpoint={only === undefined} />
      )}
      {only !== undefined && cursor !== undefined && (
        <button type="button" onClick={older}>
          Show older ones
        </button>
      )}
      {only === undefined && subscriptions.length > 0 && (
        <p class="small soft">The newest 50 of each endpoint. Choose one endpoint to look further back.</p>
      )}
    </Card>
  );
}

const lastAt = ({ attempts, event }: ListedDelivery) => attempts.at(-1)?.at ?? event;
