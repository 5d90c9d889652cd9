import { useEffect, useState } from "preact/hooks";
import { readDeliveryPage, readMatching } from "../api/deliveries.ts";
import type { OwnDelivery, Subscription } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Action, Opener } from "../components/action.tsx";
import { Button } from "../components/button.tsx";
import { Card, Failure, Loading } from "../components/page.tsx";
import { useSearch } from "../components/use-filters.tsx";
import { type DeliveryFilters, deliveryQueryOf } from "../logic/delivery-filters.ts";
import { plural } from "../logic/plural.ts";
import { DeliveryTable, deliveryIdOf } from "./delivery-table.tsx";
import { SendAgain } from "./send-again.tsx";

/** The maximum number of deliveries that the user can resend at a time. */
const mostAtOnce = 800;

type DeliveryListProps = { subscriptions: readonly Subscription[]; filters: DeliveryFilters };

export function DeliveryList({ subscriptions, filters }: DeliveryListProps) {
  const isFound = useSearch();
  const [rows, setRows] = useState<LiveRows<OwnDelivery>>({ shown: [], pending: [] });
  const [isPaused, setPaused] = useState(false);
  const [cursor, setCursor] = useState<string | undefined>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [only] = subscriptions.length === 1 ? subscriptions : [];
  const name = ["deliveries", ...subscriptions.map(({ id }) => id), JSON.stringify(deliveryQueryOf(filters))].join(" ");
  const load = useLoad(name, () => Promise.all(subscriptions.map((one) => readDeliveryPage(one, filters))), 5_000);
  const pages = load.data;
  useEffect(() => {
    if (pages === undefined) return;
    const fresh = pages.flatMap(({ items }) => items).toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)));
    setRows((last) => withFreshRows(last, fresh, { idOf: deliveryIdOf, isPaused }));
    setCursor((last) => last ?? pages[0]?.nextCursor);
  }, [pages]);
  const showOlder = async (subscription: Subscription, from: string) => {
    const page = await readDeliveryPage(subscription, filters, { cursor: from });
    setRows(({ shown, pending }) => {
      const known = new Set(shown.map(deliveryIdOf));
      return { pending, shown: [...shown, ...page.items.filter((one) => !known.has(deliveryIdOf(one)))] };
    });
    setCursor(page.more ? page.nextCursor : undefined);
    setPaused(true);
  };
  const fits = (delivery: OwnDelivery) => isFound(textOf(delivery));
  const found = rows.shown.filter(fits);
  const foundChosen = found.filter((one) => chosen.has(deliveryIdOf(one)));
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
    // Rows must not move under the pointer while the user selects deliveries.
    setPaused(true);
  };
  const resend = (read: () => Promise<readonly OwnDelivery[]>) => (close: () => void) => (
    <SendAgain
      most={mostAtOnce}
      read={read}
      onClose={() => {
        close();
        setChosen(new Set());
      }}
    />
  );
  return (
    <Card>
      <div class="actions">
        <Button
          text={isPaused ? "Resume updates" : "Pause updates"}
          aria-pressed={isPaused}
          press={() => {
            setPaused(!isPaused);
            setRows((last) => withPendingShown(last));
          }}
        />
        {may("manage") && found.length > 0 && (
          <>
            <Opener
              text={`Resend selected${foundChosen.length > 0 ? ` (${foundChosen.length})` : ""}`}
              dialog={resend(() => Promise.resolve(foundChosen))}
              isDisabled={foundChosen.length === 0}
            />
            <Opener
              text="Resend all matching"
              dialog={resend(() => readMatching(subscriptions, filters, { fits, most: mostAtOnce }))}
            />
          </>
        )}
        <span class="soft small" role="status">
          {isPaused && rows.pending.length > 0 ? plural(rows.pending.length, "new delivery", "new deliveries") : ""}
        </span>
      </div>
      {load.error !== undefined && <Failure error={load.error} retry={load.reload} />}
      {load.isLoading && rows.shown.length === 0 ? (
        <Loading />
      ) : (
        <DeliveryTable
          deliveries={found}
          withEndpoint={only === undefined}
          isFiltered={(filters["search"] ?? "") !== "" || Object.keys(deliveryQueryOf(filters)).length > 0}
          {...(may("manage") && { choice: { chosen, onChoose: choose } })}
        />
      )}
      {only !== undefined && cursor !== undefined && <Action text="Show older" run={() => showOlder(only, cursor)} />}
      {only === undefined && subscriptions.length > 0 && (
        <p class="small soft">
          Showing the newest deliveries, up to 50 for each endpoint. Choose an endpoint to see older ones.
        </p>
      )}
    </Card>
  );
}

function textOf({ type = "", event, instance, responseExcerpt = "", attempts }: OwnDelivery): string {
  const { error = "", status = "" } = attempts.at(-1) ?? {};
  return `${type} ${event} ${instance} ${responseExcerpt} ${error} ${status}`;
}

const lastAt = ({ attempts, event }: OwnDelivery) => attempts.at(-1)?.at ?? event;

/** `pending`: new rows that stay hidden until the user resumes updates. */
export type LiveRows<T> = { readonly shown: readonly T[]; readonly pending: readonly T[] };

const mostRows = 500;

/** Updates known rows in place, and adds new rows at the top. While updates are paused, new rows wait in `pending`. */
export function withFreshRows<T>(
  rows: LiveRows<T>,
  fresh: readonly T[],
  { idOf, isPaused }: { idOf: (row: T) => string; isPaused: boolean },
): LiveRows<T> {
  const byId = new Map(fresh.map((row) => [idOf(row), row]));
  const known = new Set(rows.shown.map(idOf));
  const shown = rows.shown.map((row) => byId.get(idOf(row)) ?? row);
  const unseen = fresh.filter((row) => !known.has(idOf(row)));
  const waiting = rows.pending.filter((row) => !byId.has(idOf(row)));
  if (isPaused) return { shown, pending: [...unseen, ...waiting].slice(0, mostRows) };
  return { shown: [...unseen, ...waiting, ...shown].slice(0, mostRows), pending: [] };
}

export function withPendingShown<T>({ shown, pending }: LiveRows<T>): LiveRows<T> {
  return { shown: [...pending, ...shown].slice(0, mostRows), pending: [] };
}
