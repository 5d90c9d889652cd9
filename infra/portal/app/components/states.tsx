import type { ComponentChildren } from "preact";
import { ApiProblem, messageOf } from "../api/client.ts";
import type { Load } from "../api/use-load.ts";

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

export function Loading({ what = "Loading" }: { what?: string }) {
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
        <strong>{isGone ? "There is nothing here" : "This couldn't be read"}</strong>
        <p>{isGone ? "It was deleted, or it belongs to somebody else." : messageOf(error)}</p>
      </div>
      {retry !== undefined && !isGone && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** What a page shows while it reads, when that failed, and when it is there. Old data stays beside a new error. */
export function Loaded<T>({ load, children }: { load: Load<T>; children: (data: T) => ComponentChildren }) {
  const { data, error, isLoading, reload } = load;
  return (
    <>
      {error !== undefined && <Failure error={error} retry={reload} />}
      {data !== undefined ? children(data) : isLoading && <Loading />}
    </>
  );
}
