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
import { quarantineText as words } from "../strings/quarantine.ts";

type Row = Schemas["QuarantinedRow"];

/** Rows that were put aside since they couldn't be read or stored. Nothing is shown where there is none. */
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
          <Card title={words.quarantine}>
            <Table
              label={words.quarantinedRows}
              rows={items}
              keyOf={({ feed, row }) => `${feed} ${row}`}
              columns={[
                {
                  title: words.row,
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
                  title: words.feed,
                  by: ({ feed }) => feed,
                  cell: ({ feed }) => <span class="mono small">{feed}</span>,
                },
                { title: words.reason, by: ({ reason }) => reason, cell: ({ reason }) => reasonText(reason) },
                { title: words.since, by: ({ keptAt }) => keptAt, cell: ({ keptAt }) => <Time at={keptAt} /> },
              ]}
            />
            {more && <p class="small soft">{words.theFirst100}</p>}
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

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(words.reasons));
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
      what === "retry" ? words.itIsTriedAgainAt : words.theRowWasDiscarded,
    );
  };
  return (
    <Dialog title={words.putAside(reasonText(reason))} onClose={onClose}>
      <Loaded load={load}>{({ body }) => <JsonTree value={body} />}</Loaded>
      <div class="actions">
        <button type="button" onClick={onClose}>
          {words.close}
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
              {words.discard}
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => {
                act("retry");
              }}
            >
              {words.tryAgain}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
