import { useLocation } from "preact-iso/router";
import { instantOf, localOf } from "../logic/delivery-filters.ts";
import { TextField } from "./fields.tsx";

/**
 * A page's filters, stored in its URL. Setting a filter replaces the history entry, so that the browser's Back button
 * leaves the page.
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
    onChange: (value: string): void => set(name, value),
  });
  /** The field shows local time, and the URL stores UTC. */
  const instant = (name: string) => ({
    value: localOf(filters[name]),
    onChange: (local: string): void => set(name, instantOf(local) ?? ""),
  });
  return { filters, set, field, instant };
}

/** Adds `own`, the filter's value in the URL, to the options if they lack it. */
export const withOwn = (options: readonly (readonly [string, string])[], own: string) =>
  options.some(([value]) => value === own) ? options : [...options, [own, own] as const];

/** `loaded`: a plural noun for the label (`Search loaded feeds`), if more rows can be loaded. */
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

export function useSearch(): (text: string) => boolean {
  const { search = "" } = useFilters().filters;
  return (text) => text.toLowerCase().includes(search.toLowerCase());
}
