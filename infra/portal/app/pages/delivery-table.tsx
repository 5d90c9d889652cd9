import { type Delivery, nameOf, type Subscription } from "../api/reads.ts";
import { CheckField } from "../components/fields.tsx";
import { Empty } from "../components/page.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { causeOf } from "../logic/attempt-cause.ts";
import { causeOfHold } from "../logic/delivery-words.ts";

export type ListedDelivery = Delivery & {
  readonly subscription: Pick<Subscription, "id" | "kind" | "description" | "url" | "destination" | "endpoint">;
};

export const deliveryIdOf = ({ event, run, subscription }: ListedDelivery) => `${subscription.id} ${event} ${run}`;

const runs: Readonly<Record<string, string>> = { 0: "", ping: " (ping)", example: " (example)" };

type DeliveryTableProps = {
  deliveries: readonly ListedDelivery[];
  withEndpoint?: boolean;
  isFiltered?: boolean;
  choice?: { readonly chosen: ReadonlySet<string>; readonly onChoose: (id: string, isChosen: boolean) => void };
};

export function DeliveryTable({ deliveries, withEndpoint = false, isFiltered = false, choice }: DeliveryTableProps) {
  const select: Column<ListedDelivery> = {
    title: "Select",
    isTitleHidden: true,
    cell: (delivery) => (
      <CheckField
        label={<span class="visually-hidden">Select {delivery.event}</span>}
        value={choice?.chosen.has(deliveryIdOf(delivery)) === true}
        onChange={(isChosen) => choice?.onChoose(deliveryIdOf(delivery), isChosen)}
      />
    ),
  };
  const endpoint: Column<ListedDelivery> = { title: "Endpoint", cell: ({ subscription }) => nameOf(subscription) };
  return (
    <Table
      label="Deliveries"
      rows={deliveries}
      keyOf={deliveryIdOf}
      empty={
        <Empty title={isFiltered ? "No matching deliveries" : "No recent deliveries"}>
          <p>{isFiltered && "Change the filters. "}Feedhook keeps deliveries for 30 days.</p>
        </Empty>
      }
      columns={[
        ...(choice === undefined ? [] : [select]),
        {
          title: "Event",
          cell: ({ event, type, subscription, run }) => (
            <>
              <a data-row href={`/portal/endpoints/${subscription.id}/deliveries/${event}`}>
                {type ?? event}
              </a>
              <div class="id soft mono">
                {event}
                {runs[run] ?? " (replay)"}
              </div>
            </>
          ),
        },
        ...(withEndpoint ? [endpoint] : []),
        // Pings, examples and events about a partner's endpoints belong to no instance. Their `instance` is a
        // placeholder that begins with `~`.
        { title: "Instance", cell: ({ instance }) => (instance.startsWith("~") ? "—" : instance) },
        { title: "State", state: ({ state }) => state, isSortable: true },
        {
          title: "Last result",
          cell: (delivery) => {
            const { attempts, state, subscription } = delivery;
            const last = attempts.at(-1) ?? causeOfHold(delivery, subscription.endpoint);
            if (last === undefined) return undefined;
            if (state !== "delivered") return causeOf(last, subscription.kind).title;
            return `${last.status ?? ""} in ${Math.round(last.durationMs)} ms`;
          },
          below: ({ attempts }) => attempts.length > 0 && <Time at={attempts.at(-1)?.at} />,
        },
        { title: "Attempts", number: ({ attempts }) => attempts.length, isSortable: true },
      ]}
    />
  );
}
