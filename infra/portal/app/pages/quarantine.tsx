import { useState } from "preact/hooks";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Dialog } from "../components/dialog.tsx";
import { JsonTree } from "../components/json-tree.tsx";
import { Card } from "../components/page.tsx";
import { Loaded } from "../components/states.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";

type Row = Schemas["QuarantinedRow"];

/** Quarantined rows, which couldn't be read or stored. The card is hidden if there are none. */
export function Quarantine({ instance }: { instance: string }) {
  const query = { instance, limit: 100 };
  const load = useLoad(
    `quarantine ${instance}`,
    () => answerOf(api.GET("/v1/quarantine", { params: { query } })),
    15_000,
  );
  const [open, setOpen] = useState<Row | undefined>();
  return (
    <Loaded load={load}>
      {({ items, more }) =>
        items.length === 0 ? null : (
          <Card title="Quarantine">
            <Table
              label="Quarantined rows"
              rows={items}
              keyOf={({ feed, row }) => `${feed} ${row}`}
              columns={[
                {
                  title: "Row",
                  cell: (row) => (
                    <button
                      type="button"
                      class="plain mono"
                      onClick={() => {
                        setOpen(row);
                      }}
                    >
                      {row.row.slice(0, 12)}
                    </button>
                  ),
                },
                {
                  title: "Feed",
                  by: ({ feed }) => feed,
                  cell: ({ feed }) => <span class="mono small">{feed}</span>,
                },
                { title: "Reason", by: ({ reason }) => reason, cell: ({ reason }) => reasonText(reason) },
                { title: "Quarantined", by: ({ keptAt }) => keptAt, cell: ({ keptAt }) => <Time at={keptAt} /> },
              ]}
            />
            {more && <p class="small soft">Showing the first 100.</p>}
            {open !== undefined && (
              <RowDialog
                row={open}
                onClose={() => {
                  setOpen(undefined);
                  load.reload();
                }}
              />
            )}
          </Card>
        )
      }
    </Loaded>
  );
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["no_readable_id", "no readable ID"],
  ["too_large", "too large"],
  ["too_deep", "nested too deeply"],
  ["broken_json", "not JSON"],
  ["unreadable", "unreadable"],
  ["unanswered", "no response from the source"],
]);
const reasonText = (reason: string): string => reasons.get(reason) ?? reason;

function RowDialog({ row: { feed, row, reason }, onClose }: { row: Row; onClose: () => void }) {
  const params = { path: { id: feed, row } };
  const load = useLoad(`row ${feed} ${row}`, () => answerOf(api.GET("/v1/feeds/{id}/quarantine/{row}", { params })));
  const act = (what: "retry" | "discard") => {
    withToast(
      async () => {
        await done(
          what === "retry"
            ? api.POST("/v1/feeds/{id}/quarantine/{row}/retry", { params })
            : api.DELETE("/v1/feeds/{id}/quarantine/{row}", { params }),
        );
        onClose();
      },
      what === "retry" ? "The feed's next visit retries the row" : "Row discarded",
    );
  };
  return (
    <Dialog title={`Quarantined row: ${reasonText(reason)}`} onClose={onClose}>
      <Loaded load={load}>{({ body }) => <JsonTree value={body} />}</Loaded>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
        {may("manage") && (
          <>
            <button
              type="button"
              class="danger"
              onClick={() => {
                act("discard");
              }}
            >
              Discard row
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => {
                act("retry");
              }}
            >
              Retry row
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
