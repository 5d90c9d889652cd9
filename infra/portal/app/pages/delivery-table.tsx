import { type Delivery, nameOf, type Subscription } from "../api/reads.ts";
import { CheckField } from "../components/fields.tsx";
import { Empty } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { causeOf } from "../logic/diagnose.ts";
import { deliveryTableText as words } from "../strings/delivery-table.ts";

export type ListedDelivery = Delivery & { readonly subscription: Pick<Subscription, "id" | "description" | "url"> };

export const deliveryIdOf = ({ event, run, subscription }: ListedDelivery) => `${subscription.id} ${event} ${run}`;

/** `choice` makes rows choosable, by a box in each. */
export function DeliveryTable({
  deliveries,
  withEndpoint = false,
  choice,
}: {
  deliveries: readonly ListedDelivery[];
  withEndpoint?: boolean;
  choice?: { readonly chosen: ReadonlySet<string>; readonly onChoose: (id: string, isChosen: boolean) => void };
}) {
  if (deliveries.length === 0) {
    return (
      <Empty title={words.noDeliveries}>
        <p>{words.nothingWasSentHereThat}</p>
      </Empty>
    );
  }
  return (
    <Table
      label={words.deliveries}
      rows={deliveries}
      keyOf={deliveryIdOf}
      columns={[
        ...(choice === undefined
          ? []
          : [
              {
                title: words.choose,
                cell: (delivery: ListedDelivery) => (
                  <CheckField
                    label={
                      <span class="visually-hidden">
                        {words.choose} {delivery.event}
                      </span>
                    }
                    checked={choice.chosen.has(deliveryIdOf(delivery))}
                    onChange={(isChosen) => {
                      choice.onChoose(deliveryIdOf(delivery), isChosen);
                    }}
                  />
                ),
              },
            ]),
        {
          title: words.event,
          cell: ({ event, type, subscription, run }) => (
            <>
              <a data-row href={`/portal/endpoints/${subscription.id}/deliveries/${event}`}>
                {type ?? event}
              </a>
              <div class="id soft mono">
                {event}
                {runs[run] ?? (run !== "0" && words.sentAgain)}
              </div>
            </>
          ),
        },
        ...(withEndpoint
          ? [{ title: words.endpoint, cell: ({ subscription }: ListedDelivery) => nameOf(subscription) }]
          : []),
        { title: words.instance, cell: ({ instance }) => instance },
        { title: words.state, by: ({ state }) => state, cell: ({ state }) => <StateStatus state={state} /> },
        {
          title: words.lastAnswer,
          cell: ({ attempts, state }) => {
            const last = attempts.at(-1);
            if (last === undefined) return "—";
            return state === "delivered"
              ? words.inMs(last.status ?? "", Math.round(last.durationMs))
              : causeOf(last).title;
          },
        },
        {
          title: words.attempts,
          isNumber: true,
          by: ({ attempts }) => attempts.length,
          cell: ({ attempts }) => attempts.length,
        },
        { title: words.lastAttempt, cell: ({ attempts }) => <Time at={attempts.at(-1)?.at} /> },
      ]}
    />
  );
}

const runs: Readonly<Record<string, string>> = { ping: words.aPing, example: words.anExample };
