import { type Delivery, nameOf, type Subscription } from "../api/reads.ts";
import { CheckField } from "../components/fields.tsx";
import { Empty } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { causeOf } from "../logic/diagnose.ts";

export type ListedDelivery = Delivery & { readonly subscription: Pick<Subscription, "id" | "description" | "url"> };

export const deliveryIdOf = ({ event, run, subscription }: ListedDelivery) => `${subscription.id} ${event} ${run}`;

/** `choice` adds a checkbox to each row. `isFiltered` means that filters may have excluded deliveries. */
export function DeliveryTable({
  deliveries,
  withEndpoint = false,
  isFiltered = false,
  choice,
}: {
  deliveries: readonly ListedDelivery[];
  withEndpoint?: boolean;
  isFiltered?: boolean;
  choice?: { readonly chosen: ReadonlySet<string>; readonly onChoose: (id: string, isChosen: boolean) => void };
}) {
  if (deliveries.length === 0) {
    return (
      <Empty title={isFiltered ? "No deliveries match" : "No deliveries yet"}>
        <p>{isFiltered && "Change the filters. "}Feedhook keeps deliveries for 30 days.</p>
      </Empty>
    );
  }
  return (
    <Table
      label="Deliveries"
      rows={deliveries}
      keyOf={deliveryIdOf}
      columns={[
        ...(choice === undefined
          ? []
          : [
              {
                title: "Select",
                cell: (delivery: ListedDelivery) => (
                  <CheckField
                    label={<span class="visually-hidden">Select {delivery.event}</span>}
                    checked={choice.chosen.has(deliveryIdOf(delivery))}
                    onChange={(isChosen) => {
                      choice.onChoose(deliveryIdOf(delivery), isChosen);
                    }}
                  />
                ),
              },
            ]),
        {
          title: "Event",
          cell: ({ event, type, subscription, run }) => (
            <>
              <a data-row href={`/portal/endpoints/${subscription.id}/deliveries/${event}`}>
                {type ?? event}
              </a>
              <div class="id soft mono">
                {event}
                {runs[run] ?? (run !== "0" && " (resent)")}
              </div>
            </>
          ),
        },
        ...(withEndpoint
          ? [{ title: "Endpoint", cell: ({ subscription }: ListedDelivery) => nameOf(subscription) }]
          : []),
        { title: "Instance", cell: ({ instance }) => instance },
        { title: "State", by: ({ state }) => state, cell: ({ state }) => <StateStatus state={state} /> },
        {
          title: "Last response",
          cell: ({ attempts, state }) => {
            const last = attempts.at(-1);
            if (last === undefined) return "—";
            return state === "delivered"
              ? `${last.status ?? ""} in ${Math.round(last.durationMs)} ms`
              : causeOf(last).title;
          },
        },
        {
          title: "Attempts",
          isNumber: true,
          by: ({ attempts }) => attempts.length,
          cell: ({ attempts }) => attempts.length,
        },
        { title: "Last attempt", cell: ({ attempts }) => <Time at={attempts.at(-1)?.at} /> },
      ]}
    />
  );
}

const runs: Readonly<Record<string, string>> = { ping: " (ping)", example: " (example)" };
