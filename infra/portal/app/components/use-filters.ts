import { useLocation } from "preact-iso/router";

/** A page's filters, kept in its URL. Setting one replaces the history entry, so that back leaves the page. */
export function useFilters(): {
  readonly filters: Readonly<Record<string, string>>;
  readonly setFilter: (name: string, value: string) => void;
} {
  const { query, path, route } = useLocation();
  return {
    filters: query,
    setFilter: (name, value) => {
      const next = new URLSearchParams({ ...query, [name]: value });
      if (value === "") next.delete(name);
      const search = next.toString();
      route(search === "" ? path : `${path}?${search}`, true);
    },
  };
}
