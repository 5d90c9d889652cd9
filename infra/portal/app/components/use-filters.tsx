import { useLocation } from "preact-iso/router";
import { instantOf, localOf } from "../logic/delivery-filters.ts";
import { TextField } from "./fields.tsx";

/**
 * A page's filters, stored in its URL. Setting a filter replaces the history entry, so that the browser's Back button
 * leaves the page. `field(name)` returns the properties that bind a form field to a filter.
 */
export function useFilters() {
  const { query: filters, path, route } = useLocation();
  const set = (name: string, value: string) => {
    const next = new URLSearchParams({ ...filters, [name]: value });
    if (value === "") next.delete(name);
    const search = next.toString();
    route(search === "" ? path : `${path}?${search}`, true);
  };
  const field = (name: string) => ({
    value: filters[name] ?? "",
    onChange: (value: string) => {
      set(name, value);
    },
  });
  /** Like `field`, for a `datetime-local` field. The field shows local time, and the URL stores UTC. */
  const instant = (name: string) => ({
    value: localOf(filters[name]),
    onChange: (local: string) => {
      set(name, instantOf(local) ?? "");
    },
  });
  return { filters, set, field, instant };
}

/** A filter's options. If they don't include `own`, the filter's value in the URL, it is added. */
export const withOwn = (options: readonly (readonly [string, string])[], own: string) =>
  options.some(([value]) => value === own) ? options : [...options, [own, own] as const];

/** A search of loaded rows. If there can be others, `loaded` is a plural noun for the label: `Search loaded feeds`. */
export function Search({ placeholder, loaded = "" }: { placeholder?: string; loaded?: string }) {
  return (
    <TextField
      label={`Search${loaded && ` loaded ${loaded}`}`}
      isSearch
      placeholder={placeholder}
      {...useFilters().field("search")}
    />
  );
}

/** Returns a function that checks whether a text contains the page's search text, ignoring case. */
export function useSearch(): (text: string) => boolean {
  const { search = "" } = useFilters().filters;
  return (text) => text.toLowerCase().includes(search.toLowerCase());
}
