type Level = "good" | "warn" | "bad" | "idle";

const shapes: { readonly [level in Level]: string } = {
  good: "M3 8.5l3.2 3.2L13 5",
  warn: "M8 3v6M8 12.2v.3",
  bad: "M4 4l8 8M12 4l-8 8",
  idle: "M5.5 4v8M10.5 4v8",
};

/** The portal's word for every state. */
export const states = {
  // deliveries
  waiting: { level: "warn", word: "Waiting" },
  blocked: { level: "bad", word: "URL blocked" },
  held: { level: "warn", word: "Held" },
  delivered: { level: "good", word: "Delivered" },
  expired: { level: "bad", word: "Expired" },
  failed: { level: "bad", word: "Failed" },
  // endpoints
  healthy: { level: "good", word: "Healthy" },
  open: { level: "bad", word: "Failing" },
  unsteady: { level: "warn", word: "Unstable" },
  paused: { level: "warn", word: "Paused" },
  disabled: { level: "idle", word: "Disabled" },
  // feeds and instances
  active: { level: "good", word: "Active" },
  connecting: { level: "warn", word: "Connecting" },
  parked: { level: "bad", word: "Access denied" },
  backing_off: { level: "warn", word: "Backing off" },
  given_up: { level: "warn", word: "Stopped for now" },
  suspended: { level: "warn", word: "Suspended" },
  deleting: { level: "bad", word: "Deleting" },
  // replays
  running: { level: "warn", word: "Running" },
  cancelled: { level: "idle", word: "Cancelled" },
  completed: { level: "good", word: "Completed" },
} as const;

const words: ReadonlyMap<string, { readonly word: string }> = new Map(Object.entries(states));

/** The word for a state. A later version of Feedhook may have more states. */
export const stateWord = (state: string): string => words.get(state)?.word ?? state;

/** A state as a word, an icon and a colour, so that users who can't see one of them still recognize it. */
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

export function StateStatus({ state }: { state: keyof typeof states }) {
  return <Status level={states[state].level}>{states[state].word}</Status>;
}
