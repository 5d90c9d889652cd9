import { Table } from "./table.tsx";

/** JSON as a collapsible tree with two open levels. */
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

type Change = {
  readonly field: string;
  readonly from?: unknown;
  readonly fromOmitted?: true | undefined;
  readonly to?: unknown;
};

const shown = (value: unknown): string => (value === undefined ? "absent" : JSON.stringify(value));

/** Changed fields, each with its old and new value. */
export function FieldDiff({ changes }: { changes: readonly Change[] }) {
  return (
    <Table
      label="Changed fields"
      rows={changes}
      keyOf={({ field }) => field}
      columns={[
        { title: "Field", cell: ({ field }) => <span class="mono">{field}</span> },
        {
          title: "Before",
          cell: ({ from, fromOmitted }) => (
            <del class="mono">{fromOmitted ? "omitted because it is too long" : shown(from)}</del>
          ),
        },
        { title: "After", cell: ({ to }) => <ins class="mono">{shown(to)}</ins> },
      ]}
    />
  );
}
