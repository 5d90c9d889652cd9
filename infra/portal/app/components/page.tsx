import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { text } from "../text.ts";

/** The top of a page: its title, which is also the document's, and its actions. */
export function Page({
  title,
  lead,
  crumb,
  actions,
  children,
}: {
  title: string;
  lead?: ComponentChildren;
  crumb?: { readonly href: string; readonly title: string };
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · ${text.product}`;
  }, [title]);
  return (
    <>
      <header class="page-head">
        <div>
          {crumb !== undefined && (
            <a class="crumb" href={crumb.href}>
              ← {crumb.title}
            </a>
          )}
          <h1>{title}</h1>
          {lead !== undefined && <p class="soft">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

export function Card({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <section class="card">
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** A problem or a decision, with the actions for it. */
export function Todo({
  level,
  title,
  children,
  below,
  action,
}: {
  level: "bad" | "warn" | "good";
  title: ComponentChildren;
  children?: ComponentChildren;
  /** Content that doesn't fit into a sentence. */
  below?: ComponentChildren;
  action?: ComponentChildren;
}) {
  return (
    <div class={`problem ${level}`}>
      <div>
        <strong>{title}</strong>
        {children !== undefined && <p>{children}</p>}
      </div>
      {action}
      {below}
    </div>
  );
}
