import { text } from "./text.ts";

/**
 * Who sees a page in the navigation: everybody, all except operators, keys with the `admin` scope, or only operators.
 */
type Audience = "everybody" | "partners" | "admins" | "operators";

export type NavItem = { readonly href: string; readonly title: string; readonly for: Audience };

const { nav } = text;

/** The pages in the navigation, in order. */
export const navItems: readonly NavItem[] = [
  { href: "/portal", title: nav.overview, for: "everybody" },
  { href: "/portal/endpoints", title: nav.endpoints, for: "everybody" },
  { href: "/portal/deliveries", title: nav.deliveries, for: "everybody" },
  { href: "/portal/events", title: nav.events, for: "everybody" },
  { href: "/portal/pull", title: nav.pull, for: "everybody" },
  { href: "/portal/signature", title: nav.signature, for: "everybody" },
  { href: "/portal/alerts", title: nav.alerts, for: "partners" },
  { href: "/portal/keys", title: nav.keys, for: "everybody" },
  { href: "/portal/audit", title: nav.audit, for: "admins" },
  { href: "/portal/partners", title: nav.partners, for: "operators" },
  { href: "/portal/instances", title: nav.instances, for: "operators" },
];

/** Whether a path belongs to a page of the navigation: the page's own path or one below it. */
export function isWithin(path: string, href: string): boolean {
  return path === href || (href !== "/portal" && path.startsWith(`${href}/`));
}

/** The first view's title for a path, until the page sets one. */
export function titleOf(path: string): string {
  return navItems.find(({ href }) => isWithin(path, href))?.title ?? text.product;
}
