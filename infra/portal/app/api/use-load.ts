import { signal } from "@preact/signals";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { actingFor, apiKey } from "./session.ts";

export type Load<T> = {
  /** The last successful response, kept while the data is read again. */
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
};

const actions = signal(0);

/** Reloads all data on the page, because an action may have changed it. */
export function readAgain(): void {
  actions.value += 1;
}

/**
 * Reads from the API on the first render, when `name` or the session changes, and after every action. With `every`,
 * also reads every `every` ms while the page is visible.
 */
export function useLoad<T>(name: string, read: () => Promise<T>, every?: number): Load<T> {
  const identity = `${apiKey.value ?? ""} ${actingFor.value ?? ""} ${name}`;
  const [answer, setAnswer] = useState<{ of: string; data?: T; error?: unknown }>({ of: "" });
  const [round, setRound] = useState(0);
  const reader = useRef(read);
  reader.current = read;
  useEffect(() => {
    let isCurrent = true;
    reader.current().then(
      (data) => {
        if (isCurrent) setAnswer({ of: identity, data });
      },
      (error: unknown) => {
        if (isCurrent) setAnswer((last) => ({ ...(last.of === identity ? last : {}), of: identity, error }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [identity, round, actions.value]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  useEffect(() => {
    if (every === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") reload();
    }, every);
    return () => clearInterval(timer);
  }, [every, reload]);
  const isOfThis = answer.of === identity;
  return {
    data: isOfThis ? answer.data : undefined,
    error: isOfThis ? answer.error : undefined,
    isLoading: !isOfThis,
    reload,
  };
}
