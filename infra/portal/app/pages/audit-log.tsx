import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { actingFor, me } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";

type Entry = Schemas["AuditPage"]["items"][number];

const read = (cursor?: string) => {
  const query = { limit: 50, ...(cursor !== undefined && { cursor }) };
  return answerOf(api.GET("/v1/audit", { params: { query } }));
};

const ofPartner = "Changes made with your keys, or to your account by operators, in the last 400 days, newest first.";
const ofOperators =
  "Changes made by operators in the last 400 days, newest first. Changes to a partner are in that partner's log.";
const ofEntries =
  "On busy days, repeated changes share an entry, with their number (×). Entries show the names of fields, not their values.";

/** Who changed what, and when. */
export function AuditLog() {
  const isOperators = me.value?.operator === true && actingFor.value === undefined;
  const lead = `${isOperators ? ofOperators : ofPartner} ${ofEntries}`;
  const load = useLoad("audit", () => read(), 15_000);
  const [older, setOlder] = useState<readonly Entry[]>([]);
  const [cursor, setCursor] = useState<string | undefined>();
  return (
    <Page title="Audit log" lead={lead}>
      <Card>
        <Loaded load={load}>
          {({ items, more, nextCursor }) => {
            const first = new Set(items.map(({ id }) => id));
            const all = [...items, ...older.filter(({ id }) => !first.has(id))];
            const next = cursor ?? (more ? nextCursor : undefined);
            const showOlder = () => {
              withToast(async () => {
                const page = await read(next);
                setOlder((last) => [...last, ...page.items]);
                setCursor(page.more ? page.nextCursor : "");
              });
            };
            if (all.length === 0) return <Empty title="No changes yet" />;
            return (
              <>
                <Table
                  label="Changes"
                  rows={all}
                  keyOf={({ id }) => id}
                  columns={[
                    { title: "Time", by: ({ at }) => at, cell: ({ at }) => <Time at={at} /> },
                    {
                      title: "Operation",
                      by: ({ operation }) => operation,
                      cell: ({ operation, times }) => (times === undefined ? operation : `${operation} × ${times}`),
                    },
                    { title: "Path", cell: ({ path }) => <span class="mono small">{path}</span> },
                    {
                      title: "Fields",
                      cell: ({ fields }) => <span class="small">{fields.join(", ") || "—"}</span>,
                    },
                    {
                      title: "By",
                      by: ({ by }) => by,
                      cell: ({ by, key }) => (key === undefined ? by : `${by}, ${key.name}`),
                    },
                    { title: "Status", isNumber: true, by: ({ status }) => status, cell: ({ status }) => status },
                  ]}
                />
                {next !== undefined && next !== "" && (
                  <button type="button" onClick={showOlder}>
                    Show older
                  </button>
                )}
              </>
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}
