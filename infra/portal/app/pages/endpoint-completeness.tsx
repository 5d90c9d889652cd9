import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { waitingText } from "../../../api-client/waiting-words.ts";
import { answerOf, api } from "../api/client.ts";
import { useLoad } from "../api/use-load.ts";
import { Button } from "../components/button.tsx";
import { Card, Empty, Loaded } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { exactTime, Time } from "../components/time.tsx";
import { UnwantedEvents } from "./unwanted-events.tsx";

export function EndpointCompleteness({ id }: { id: string }) {
  return (
    <Card title="Completeness">
      <p class="soft">
        To check that you received every event, group the IDs you received by the hour in which Feedhook detected each
        event. For each hour, the number of IDs should match the Delivered column, and their digest the Digest column.{" "}
        <code>feedhook reconcile</code> makes this comparison for a list of IDs.
      </p>
      <OnRequest button="Count the last 24 hours">
        <Hours id={id} />
      </OnRequest>
      <h3>Events this endpoint didn't want</h3>
      <OnRequest button="Count by reason">
        <UnwantedEvents id={id} />
      </OnRequest>
    </Card>
  );
}

/** Counting takes a long time, so it starts only when the user asks for it. */
function OnRequest({ button, children }: { button: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <>{children}</>;
  return <Button text={button} press={() => setOpen(true)} />;
}

function Hours({ id }: { id: string }) {
  const params = { path: { id } };
  const read = () => answerOf(api.GET("/v1/subscriptions/{id}/completeness", { params }));
  const load = useLoad(`completeness ${id}`, read, 60_000);
  return (
    <Loaded load={load}>
      {({ hours, more, endpoint }) => {
        // The next page can contain more events from this page's last hour, so that hour is left out.
        const whole = more ? hours.slice(0, -1) : hours;
        if (whole.length === 0)
          return <Empty title={more ? "Too many events to count here" : "No events in the last 24 hours"} />;
        return (
          <>
            <Table
              label="Events by hour"
              rows={whole.toReversed()}
              keyOf={({ from }) => from}
              columns={[
                { title: "Hour", cell: ({ from }) => <Time at={from} exact /> },
                { title: "Delivered", cell: ({ delivered }) => delivered.toLocaleString("en") },
                { title: "Delivered only by replay", cell: ({ replayed }) => replayed.toLocaleString("en") },
                { title: "Waiting", cell: ({ waiting }) => waiting.toLocaleString("en") },
                { title: "Waiting for", cell: (hour) => waitingText(hour, endpoint, exactTime) },
                { title: "Expired", cell: ({ expired }) => expired.toLocaleString("en") },
                { title: "Digest", cell: ({ digest }) => <code title={digest}>{digest.slice(0, 12)}…</code> },
                { title: "May still change", cell: ({ settled }) => (settled ? "No" : "Yes") },
              ]}
            />
            {more && (
              <p class="soft">
                The count isn't complete: later hours are missing, and if the endpoint is ordered, more events may be
                waiting in any hour. To count all events, run <code>feedhook subscriptions completeness {id}</code>.
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
