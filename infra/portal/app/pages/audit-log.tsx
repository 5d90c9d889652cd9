import { answerOf, api } from "../api/client.ts";
import { isOperating } from "../api/session.ts";
import { Card, Page } from "../components/page.tsx";
import { ListTable } from "../components/table.tsx";

const ofPartner = "Changes made with your keys, or to your account by operators, in the last 400 days, newest first.";
const ofOperators =
  "Changes made by operators in the last 400 days, newest first. Changes to a partner are in that partner's log.";
const ofEntries =
  "On busy days, repeated changes share one entry, which shows their number (×). Entries show the names of fields, not their values.";

/** Who changed what, and when. */
export function AuditLog() {
  return (
    <Page title="Audit log" lead={`${isOperating() ? ofOperators : ofPartner} ${ofEntries}`}>
      <Card>
        <ListTable
          name="audit"
          read={(paging) => answerOf(api.GET("/v1/audit", { params: { query: { limit: 50, ...paging } } }))}
          every={15_000}
          more="Show older"
          none={["No changes yet"]}
          keyOf={({ id }) => id}
          label="Changes"
          columns={[
            { title: "Time", time: ({ at }) => at, isSortable: true },
            {
              title: "Operation",
              by: ({ operation }) => operation,
              cell: ({ operation, times }) => (times === undefined ? operation : `${operation} × ${times}`),
            },
            { title: "Path", cell: ({ path }) => <span class="mono small">{path}</span> },
            { title: "Fields", cell: ({ fields }) => <span class="small">{fields.join(", ") || "—"}</span> },
            {
              title: "By",
              by: ({ by }) => by,
              cell: ({ by, key, person }) => [by, key?.name, person?.email].filter(Boolean).join(", "),
            },
            { title: "Status", number: ({ status }) => status, isSortable: true },
          ]}
        />
      </Card>
    </Page>
  );
}
