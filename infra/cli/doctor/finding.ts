type Level = {
  readonly isFine: boolean;
  /** The result is fine, but worth knowing. */
  readonly isWarning?: true;
};

export type Finding = Level & {
  readonly check: string;
  readonly text: string;
  readonly nextStep?: string;
};

export const ofLevel = (level: "good" | "warn" | "bad"): Level => ({
  isFine: level !== "bad",
  ...(level === "warn" && { isWarning: true }),
});

const signs = {
  fine: { style: "green", text: "✓" },
  warning: { style: "yellow", text: "!" },
  problem: { style: "red", text: "✗" },
} as const;

export const signOf = ({ isFine, isWarning }: Level) =>
  signs[isWarning === true ? "warning" : isFine ? "fine" : "problem"];

/** The last line of `feedhook doctor` and `feedhook instances test`, which agrees with the exit code. */
export function lastWord(findings: readonly Level[]): string {
  const bad = findings.filter(({ isFine }) => !isFine).length;
  if (bad > 0) return `${bad === 1 ? "1 problem must" : `${bad} problems must`} be fixed.`;
  const warnings = findings.filter(({ isWarning }) => isWarning === true).length;
  if (warnings === 0) return "Everything works.";
  return `Everything works, with ${warnings === 1 ? "1 warning" : `${warnings} warnings`}.`;
}

/**
 * How far (ms) two clocks may differ. Signatures older than five minutes are refused, and tokens and cursors also
 * depend on the time.
 */
const toleratedMs = 30_000;

/** The `Date` of a response is in whole seconds. */
export function clockFinding(whose: string, date: string | null, before: number, after: number): Finding {
  const check = `clock, ${whose}`;
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs)) return { check, isFine: true, text: `the ${whose} doesn't report its time` };
  const early = theirs + 999 < before ? before - theirs - 999 : 0;
  const late = theirs > after ? theirs - after : 0;
  const off = Math.max(early, late);
  const seconds = Math.round(off / 1_000);
  if (off <= toleratedMs) return { check, isFine: true, text: seconds === 0 ? "in sync" : `${seconds} s off` };
  const text = `this machine is ${seconds} s ${early > 0 ? "ahead of" : "behind"} the ${whose}`;
  return { check, isFine: false, text, nextStep: "Turn on NTP on the machine whose clock is wrong (timedatectl)." };
}

/** Another patch release is fine. A bridge of another feature release may lack a route that a command needs. */
export function versionFinding(theirs: string, ours: string): Finding {
  const check = "version, bridge";
  const release = (version: string) => version.split(".").slice(0, 2).join(".");
  if (release(theirs) === release(ours)) return { check, isFine: true, text: `the bridge is ${theirs}` };
  const text = `the bridge is ${theirs}, and this program is ${ours}`;
  return { check, isFine: false, text, nextStep: `Use the bridge's version of the program: npx feedhook@${theirs}` };
}
