import type { ComponentChildren } from "preact";
import { ApiProblem, messageOf } from "../api/client.ts";
import type { Load } from "../api/use-load.ts";
import { text } from "../text.ts";
import { Page } from "./page.tsx";

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}

export function Loading({ what = text.loading }: { what?: string }) {
  return (
    <p class="loading" role="status">
      {what}…
    </p>
  );
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const isGone = error instanceof ApiProblem && error.status === 404;
  return (
    <div class="problem" role="alert">
      <div>
        <strong>{isGone ? "Couldn't find this item" : "Couldn't load this content"}</strong>
        <p>{isGone ? "It was deleted, or your API key doesn't have access to it." : messageOf(error)}</p>
      </div>
      {retry !== undefined && !isGone && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/**
 * Shows the loading state, an error or the data. Old data stays when there is a new error. `page` is the page's head,
 * for data that fills a whole page.
 */
export function Loaded<T>({
  load,
  page,
  children,
}: {
  load: Load<T>;
  page?: { readonly title: string; readonly crumb?: { readonly href: string; readonly title: string } };
  children: (data: T) => ComponentChildren;
}) {
  const { data, error, isLoading, reload } = load;
  const state = (
    <>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {data !== undefined ? children(data) : isLoading && <Loading />}
    </>
  );
  return page === undefined || data !== undefined ? state : <Page {...page}>{state}</Page>;
}
