import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso/router";
import { actingFor, may, me, signOut } from "./api/session.ts";
import { isWithin, type NavItem, navItems } from "./nav.ts";
import { text } from "./text.ts";

/**
 * The frame around every page. page-html.ts writes the same for the first view, and test/portal/first-view.test.ts
 * compares them.
 */
export function Frame({ children }: { children: ComponentChildren }) {
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {text.skip}
      </a>
      <Side />
      <main class="content" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Side() {
  const isOperator = me.value?.operator === true && actingFor.value === undefined;
  const isShown = ({ for: audience }: NavItem): boolean => {
    switch (audience) {
      case "everybody":
        return true;
      case "partners":
        return !isOperator;
      case "admins":
        return may("admin");
      case "operators":
        return false;
    }
  };
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
        {text.product}
      </a>
      <nav aria-label={text.pages}>
        <Items items={navItems.filter(isShown)} />
        {isOperator && (
          <>
            <h2 class="nav-title">{text.nav.administration}</h2>
            <Items items={navItems.filter((item) => item.for === "operators")} />
          </>
        )}
      </nav>
      <div class="who">{me.value === undefined ? <span>…</span> : <Who isOperator={isOperator} />}</div>
    </header>
  );
}

function Who({ isOperator }: { isOperator: boolean }) {
  return (
    <>
      <span>
        {isOperator ? text.operator : (me.value?.partner?.name ?? "")} · {me.value?.key.name}
      </span>
      <button
        type="button"
        class="plain"
        onClick={() => {
          signOut();
        }}
      >
        {text.signOut}
      </button>
    </>
  );
}

function Items({ items }: { items: readonly NavItem[] }) {
  const { path } = useLocation();
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
