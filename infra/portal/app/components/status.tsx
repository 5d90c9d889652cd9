import { stateWords } from "../../../api-client/state-words.ts";

type Level = "good" | "warn" | "bad" | "idle";

const shapes: { readonly [level in Level]: string } = {
  good: "M3 8.5l3.2 3.2L13 5",
  warn: "M8 3v6M8 12.2v.3",
  bad: "M4 4l8 8M12 4l-8 8",
  idle: "M5.5 4v8M10.5 4v8",
};

const levels = {
  // deliveries
  waiting: "warn",
  blocked: "bad",
  held: "warn",
  delivered: "good",
  expired: "bad",
  failed: "bad",
  // endpoints
  healthy: "good",
  open: "bad",
  unstable: "warn",
  paused: "warn",
  disabled: "idle",
  // feeds and instances
  active: "good",
  connecting: "warn",
  parked: "bad",
  backing_off: "warn",
  given_up: "warn",
  suspended: "warn",
  deleting: "bad",
  // replays
  running: "warn",
  cancelled: "idle",
  completed: "good",
} as const satisfies { readonly [state in keyof typeof stateWords]: Level };

/**
 * The word, the icon and the colour each convey the state, so that users who can't perceive one of them can rely on the
 * others.
 */
export function Status({ level, children }: { level: Level; children: string }) {
  return (
    <span class={`status ${level}`}>
      <svg width="12" height="12" viewBox="0 0 16 16" aria-hidden="true">
        <path d={shapes[level]} fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" />
      </svg>
      {children}
    </span>
  );
}

export function StateStatus({ state }: { state: keyof typeof stateWords }) {
  return <Status level={levels[state]}>{stateWords[state]}</Status>;
}
