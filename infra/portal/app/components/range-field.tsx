import type { Range } from "../logic/series.ts";
import { SelectField } from "./fields.tsx";
import { useFilters } from "./use-filters.tsx";

const options = [
  ["1h", "1 hour"],
  ["24h", "24 hours"],
  ["7d", "7 days"],
  ["30d", "30 days"],
] as const;

export function useRange(): Range {
  const { range = "" } = useFilters().filters;
  return options.find(([value]) => value === range)?.[0] ?? "24h";
}

export function RangeField() {
  const { set } = useFilters();
  return (
    <SelectField
      label="Range"
      value={useRange()}
      options={options}
      onChange={(range) => set("range", range === "24h" ? "" : range)}
    />
  );
}
