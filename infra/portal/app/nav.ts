/**
 * Who sees a page in the navigation. `partners`: also operators who act for one. `admins`: users with the `admin`
 * scope.
 */
type Audience = "everybody" | "partners" | "admins" | "operators";

export type NavItem = { readonly href: string; readonly title: string; readonly for: Audience };

export const navItems: readonly NavItem[] = [
  { href: "/portal", title: "Overview", for: "everybody" },
  { href: "/portal/endpoints", title: "Endpoints", for: "everybody" },
  { href: "/portal/deliveries", title: "Deliveries", for: "everybody" },
  { href: "/portal/events", title: "Events", for: "everybody" },
  { href: "/portal/pull", title: "Pull", for: "everybody" },
  { href: "/portal/signature", title: "Signature checker", for: "everybody" },
  { href: "/portal/alerts", title: "Alerts", for: "partners" },
  { href: "/portal/keys", title: "Keys", for: "everybody" },
  { href: "/portal/audit", title: "Audit log", for: "admins" },
  { href: "/portal/partners", title: "Partners", for: "operators" },
  { href: "/portal/instances", title: "Instances", for: "operators" },
];

export function isWithin(path: string, href: string): boolean {
  return path === href || (href !== "/portal" && path.startsWith(`${href}/`));
}

/** A page's title until the page sets its own. */
export function titleOf(path: string): string {
  return navItems.find(({ href }) => isWithin(path, href))?.title ?? "Feedhook";
}
