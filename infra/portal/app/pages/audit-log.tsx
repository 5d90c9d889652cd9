import { answerOf, api } from "../api/client.ts";
import { nameOf, readSubscriptions, type Schemas } from "../api/reads.ts";
import { isOperating, me } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { SelectField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { ListTable } from "../components/table.tsx";
import { Search, useFilters, useSearch } from "../components/use-filters.tsx";
import { operationText, targetOf } from "../logic/audit-words.ts";
import { upperFirst } from "../logic/sentence.ts";

const ofPartner = "Changes to your account in the last 400 days, made with your keys or by operators, newest first.";
const ofOperators =
  "Changes made by operators in the last 400 days, newest first. Changes to a partner are in that partner's log.";
const ofEntries =
  "On busy days, changes of the same kind within an hour may share an entry, which shows their number (such as × 12). Entries show the names of fields, not their values.";

/** Maps IDs to names, because the paths in the log contain only IDs. Of the partners, only the first 200 get a name. */
async function readNames(): Promise<ReadonlyMap<string, string>> {
  const endpoints = await readSubscriptions();
  const partners = isOperating()
    ? (await answerOf(api.GET("/v1/partners", { params: { query: { limit: 200 } } }))).items
    : [];
  const { partner } = me.value ?? {};
  return new Map([
    ...(partner === undefined ? [] : [[partner.id, partner.name] as const]),
    ...endpoints.map((one) => [one.id, nameOf(one)] as const),
    ...partners.map(({ id, name }) => [id, name] as const),
  ]);
}

export function AuditLog() {
  const { data: names = new Map<string, string>() } = useLoad("names in the audit log", readNames);
  const isFound = useSearch();
  const { filters, field } = useFilters();
  const { by: whose = "" } = filters;
  const textOf = ({ operation, path, fields, key }: Schemas["AuditEntry"]) =>
    [operationText(operation), targetOf(path, names)?.name, path, ...fields, key?.name].join(" ");
  return (
    <Page title="Audit log" lead={`${isOperating() ? ofOperators : ofPartner} ${ofEntries}`}>
      <div class="filters">
        <Search loaded="changes" placeholder="Change, name, field, or key" />
        {!isOperating() && (
          <SelectField
            label="By"
            options={[
              ["", "Anyone"],
              ["partner", "Your keys"],
              ["operator", "Operators"],
            ]}
            {...field("by")}
          />
        )}
      </div>
      <Card>
        <ListTable
          name="audit"
          read={(paging) => answerOf(api.GET("/v1/audit", { params: { query: { limit: 50, ...paging } } }))}
          every={15_000}
          more="Show older"
          isShown={(entry) => isFound(textOf(entry)) && (whose === "" || entry.by === whose)}
          none={["No changes yet", "No matching changes", "No matches in the changes loaded so far"]}
          keyOf={({ id }) => id}
          label="Changes"
          columns={[
            { title: "Time", time: ({ at }) => at, isSortable: true },
            {
              title: "Change",
              by: ({ operation }) => operationText(operation),
              cell: ({ operation, times, method, path }) => (
                <span title={`${method} ${path}`}>
                  {operationText(operation)}
                  {times !== undefined && ` × ${times}`}
                </span>
              ),
            },
            { title: "Item", cell: ({ path }) => <Target path={path} names={names} /> },
            { title: "Fields", cell: ({ fields }) => <span class="small">{fields.join(", ") || "—"}</span> },
            {
              title: "By",
              by: ({ by }) => by,
              cell: ({ by, key, person }) => upperFirst([by, key?.name, person?.email].filter(Boolean).join(", ")),
            },
            { title: "Status", number: ({ status }) => status, isSortable: true },
          ]}
        />
      </Card>
    </Page>
  );
}

function Target({ path, names }: { path: string; names: ReadonlyMap<string, string> }) {
  const target = targetOf(path, names);
  if (target === undefined) return <>—</>;
  const { name, href } = target;
  return href === undefined ? <span class="id">{name}</span> : <a href={href}>{name}</a>;
}
