import { wordsFor } from "../../../api-client/words-for.ts";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Action, Opener } from "../components/action.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { JsonTree } from "../components/json-tree.tsx";
import { Card, Loaded } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { upperFirst } from "../logic/sentence.ts";

type Row = Schemas["QuarantinedRow"];

export function Quarantine({ instance }: { instance: string }) {
  const params = { query: { instance, limit: 100 } };
  const load = useLoad(`quarantine ${instance}`, () => answerOf(api.GET("/v1/quarantine", { params })), 15_000);
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
                    <Opener
                      text={row.row.slice(0, 12)}
                      look="plain mono"
                      dialog={(close) => <RowDialog row={row} onClose={close} />}
                    />
                  ),
                },
                {
                  title: "Feed",
                  by: ({ feed }) => feed,
                  cell: ({ feed }) => <span class="mono small">{feed}</span>,
                },
                { title: "Reason", by: ({ reason }) => reason, cell: ({ reason }) => upperFirst(reasonText(reason)) },
                { title: "Quarantined", time: ({ keptAt }) => keptAt, isSortable: true },
              ]}
            />
            {more && <p class="small soft">Showing the 100 oldest rows.</p>}
          </Card>
        )
      }
    </Loaded>
  );
}

const reasonText = wordsFor({
  no_readable_id: "no readable ID",
  too_large: "too large",
  too_deep: "nested too deeply",
  broken_json: "not JSON",
  unreadable: "unreadable",
  unanswered: "no response from the source",
});

function RowDialog({ row: { feed, row, reason }, onClose }: { row: Row; onClose: () => void }) {
  const params = { path: { id: feed, row } };
  const load = useLoad(`row ${feed} ${row}`, () => answerOf(api.GET("/v1/feeds/{id}/quarantine/{row}", { params })));
  return (
    <Dialog title={`Quarantined row: ${reasonText(reason)}`} onClose={onClose}>
      <Loaded load={load}>{({ body }) => <JsonTree value={body} />}</Loaded>
      <div class="actions">
        <Button text="Close" press={onClose} />
        {may("manage") && (
          <>
            <Action
              text="Discard row"
              look="danger"
              run={() => done(api.DELETE("/v1/feeds/{id}/quarantine/{row}", { params })).then(onClose)}
              done="Row discarded"
            />
            <Action
              text="Retry row"
              look="primary"
              run={() => done(api.POST("/v1/feeds/{id}/quarantine/{row}/retry", { params })).then(onClose)}
              done="The row will be retried the next time the feed is read"
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
