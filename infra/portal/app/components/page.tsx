import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { isNotFound, messageOf } from "../api/client.ts";
import type { Load } from "../api/use-load.ts";
import { Button } from "./button.tsx";

type PageProps = {
  title: string;
  lead?: ComponentChildren;
  crumb?: { readonly href: string; readonly title: string };
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export function Page({ title, lead, crumb, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Feedhook`;
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
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}

type TodoProps = {
  level: "bad" | "warn" | "good" | "idle";
  title: ComponentChildren;
  children?: ComponentChildren;
  below?: ComponentChildren;
  action?: ComponentChildren;
};

/** A problem, a decision to make, or a message that nothing is wrong. */
export function Todo({ level, title, children, below, action }: TodoProps) {
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

export function Loading({ what = "Loading" }: { what?: string }) {
  return (
    <p class="loading" role="status">
      {what}…
    </p>
  );
}

/** Instead of a list without rows. */
export function Empty({ title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

type EmptyProps = { title: string; text?: ComponentChildren; children?: ComponentChildren };

export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const isGone = isNotFound(error);
  return (
    <Alert>
      <div>
        <strong>{isGone ? "Couldn't find this item" : "Couldn't load this content"}</strong>
        <p>{isGone ? "It doesn't exist, or you don't have access to it." : messageOf(error)}</p>
      </div>
      {!isGone && <Button text="Try again" press={retry} />}
    </Alert>
  );
}

export function Alert({ children }: { children: ComponentChildren }) {
  return (
    <div class="problem" role="alert">
      {children}
    </div>
  );
}

type LoadedProps<T> = {
  load: Load<T>;
  page?: { readonly title: string; readonly crumb?: { readonly href: string; readonly title: string } };
  children: (data: T) => ComponentChildren;
};

/**
 * Loaded data stays visible if a later read fails. `page`: for data that fills a page, the head to show until the data
 * is loaded.
 */
export function Loaded<T>({ load, page, children }: LoadedProps<T>) {
  const { data, error, isLoading, reload } = load;
  const state = (
    <>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {data !== undefined ? children(data) : isLoading && <Loading />}
    </>
  );
  return page === undefined || data !== undefined ? state : <Page {...page}>{state}</Page>;
}
