import type { ComponentChildren } from "preact";
import { isOperating, may, me, signOut } from "./api/session.ts";
import { Button } from "./components/button.tsx";
import { Loading, Page } from "./components/page.tsx";
import { isWithin, type NavItem, navItems, titleOf } from "./nav.ts";

export function Frame({ path, children }: { path: string; children: ComponentChildren }) {
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Side path={path} />
      <main class="content" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/**
 * What a page shows until `me` is read. The document contains this view (build-portal.ts), so it is visible as soon as
 * the style sheet is loaded.
 */
export function FirstView({ path, what = "Loading" }: { path: string; what?: string }) {
  return (
    <Frame path={path}>
      <Page title={titleOf(path)}>
        <Loading what={what} />
      </Page>
    </Frame>
  );
}

function Side({ path }: { path: string }) {
  const isOperator = isOperating();
  const isShown = { everybody: true, partners: !isOperator, admins: may("admin"), operators: false };
  return (
    <header class="side">
      <a class="brand" href="/portal">
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path
            d="M4 3v9a5 5 0 0 0 10 0v-1"
            fill="none"
            stroke="currentColor"
            stroke-width="2.6"
            stroke-linecap="round"
          />
          <circle cx="14" cy="6" r="2.6" fill="currentColor" />
        </svg>
        Feedhook
      </a>
      <nav aria-label="Pages">
        <Items path={path} items={navItems.filter((item) => isShown[item.for])} />
        {isOperator && (
          <>
            <h2 class="nav-title">Administration</h2>
            <Items path={path} items={navItems.filter((item) => item.for === "operators")} />
          </>
        )}
      </nav>
      <div class="who">
        {me.value === undefined ? (
          <span>…</span>
        ) : (
          <>
            <span>
              {isOperator ? "Operator" : (me.value.partner?.name ?? "")} · {me.value.key.name}
            </span>
            <span>Feedhook {me.value.version}</span>
            <Button text="Sign out" look="plain" press={() => signOut()} />
          </>
        )}
      </div>
    </header>
  );
}

function Items({ path, items }: { path: string; items: readonly NavItem[] }) {
  return (
    <ul>
      {items.map(({ href, title }) => (
        <li key={href}>
          <a href={href} {...(isWithin(path, href) && { "aria-current": "page" as const })}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
