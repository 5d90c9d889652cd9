import { type FieldChange, fieldText, missingWords } from "../logic/event-words.ts";
import { upperFirst } from "../logic/sentence.ts";
import { Table } from "./table.tsx";

export function JsonTree({ value, name, depth = 0 }: { value: unknown; name?: string; depth?: number }) {
  const label = name === undefined ? null : <span class="name">{name}: </span>;
  if (typeof value !== "object" || value === null) {
    const kind = typeof value === "string" ? "string" : "plain-value";
    return (
      <div class="leaf">
        {label}
        <span class={kind}>{shown(value)}</span>
      </div>
    );
  }
  const entries: [string, unknown][] = Object.entries(value);
  const brief = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  const tree = (
    <details open={depth < 2}>
      <summary>
        {label}
        <span class="soft">{brief}</span>
      </summary>
      {entries.map(([key, one]) => (
        <JsonTree key={key} name={key} value={one} depth={depth + 1} />
      ))}
    </details>
  );
  return depth === 0 ? <div class="json">{tree}</div> : tree;
}

const shown = (value: unknown): string => (value === undefined ? "absent" : JSON.stringify(value));

export function FieldDiff({ changes, isRedacted }: { changes: readonly FieldChange[]; isRedacted: boolean }) {
  const missing = (change: FieldChange, side: "before" | "after") => (
    <span class="soft">{upperFirst(missingWords(change, isRedacted)[side])}</span>
  );
  return (
    <Table
      label="Changed fields"
      rows={changes}
      keyOf={({ field }) => field}
      columns={[
        { title: "Field", cell: ({ field }) => <span class={field === "" ? "" : "mono"}>{fieldText(field)}</span> },
        {
          title: "Before",
          cell: (change) =>
            change.from === undefined ? missing(change, "before") : <del class="mono">{shown(change.from)}</del>,
        },
        {
          title: "After",
          cell: (change) =>
            change.to === undefined ? missing(change, "after") : <ins class="mono">{shown(change.to)}</ins>,
        },
      ]}
    />
  );
}
