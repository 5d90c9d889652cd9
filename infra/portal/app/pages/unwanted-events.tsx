import { useState } from "preact/hooks";
import { type At, pagesOf } from "../../../api-client/pages-of.ts";
import { answerOf, api } from "../api/client.ts";
import { readInstanceNames } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField } from "../components/fields.tsx";
import { Empty, Loaded } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";

/** In the order in which Feedhook checks them. */
const reasons = [
  ["older", "The event is older than the endpoint"],
  ["instance", "The instance isn't selected"],
  ["type", "The event type isn't selected"],
  ["disabled", "The endpoint is disabled"],
  ["baseline", "Baseline events aren't selected"],
  ["filter", "The filter doesn't match"],
] as const;

/** Each page covers about 1,000 events. More pages would take too long. */
const mostPages = 10;

export function UnwantedEvents({ id }: { id: string }) {
  const [chosen, setChosen] = useState<string>();
  const load = useLoad("instances of unwanted events", readInstanceNames);
  return (
    <Loaded load={load}>
      {(names) => {
        const instance = chosen ?? names[0];
        if (instance === undefined) return <Empty title="No instances available" />;
        return (
          <>
            {names.length > 1 && (
              <SelectField
                label="Instance"
                value={instance}
                options={names.map((name) => [name, name])}
                onChange={setChosen}
              />
            )}
            <Counts id={id} instance={instance} />
          </>
        );
      }}
    </Loaded>
  );
}

function Counts({ id, instance }: { id: string; instance: string }) {
  const load = useLoad(`unwanted ${id} ${instance}`, () => readCounts(id, instance));
  return (
    <Loaded load={load}>
      {({ counts, settingsSince, isPartial }) => (
        <>
          {counts.length === 0 ? (
            <Empty
              title={isPartial ? "No unwanted events among those checked" : "No unwanted events in the last 24 hours"}
            />
          ) : (
            <Table
              label="Unwanted events by reason"
              rows={counts}
              keyOf={({ title }) => title}
              columns={[
                { title: "First reason", cell: ({ title }) => title },
                { title: "Events", number: ({ count }) => count },
              ]}
            />
          )}
          <p class="small soft">
            The events were checked against the current settings, in effect since <Time at={settingsSince} exact />.
            {isPartial && (
              <>
                {" "}
                Only the oldest events (about {(mostPages * 1_000).toLocaleString("en")}) were checked. To check all
                events, run{" "}
                <code>
                  feedhook subscriptions completeness {id} --unwanted-of {instance}
                </code>
                .
              </>
            )}
          </p>
        </>
      )}
    </Loaded>
  );
}

async function readCounts(id: string, unwantedOf: string) {
  const sums = new Map<string, number>();
  const read = (at: At) => {
    const params = { path: { id }, query: { unwantedOf, ...at } };
    return answerOf(api.GET("/v1/subscriptions/{id}/completeness", { params }));
  };
  let settingsSince = "";
  let [pages, isPartial] = [0, false];
  for await (const { unwanted, more } of pagesOf(read)) {
    settingsSince = unwanted?.settingsSince ?? settingsSince;
    for (const hour of unwanted?.hours ?? [])
      for (const [reason, title] of reasons) sums.set(title, (sums.get(title) ?? 0) + hour[reason]);
    pages += 1;
    isPartial = more;
    if (pages === mostPages) break;
  }
  const counts = [...sums].map(([title, count]) => ({ title, count })).filter(({ count }) => count > 0);
  return { counts, settingsSince, isPartial };
}
