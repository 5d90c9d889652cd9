import { Action } from "../components/action.tsx";

type Control = "pause" | "resume" | "rewind" | "rebaseline";

/**
 * The buttons that control an instance or a feed. The first pauses or resumes reading, depending on `turn`. The Rewind
 * and Rebaseline buttons each open a dialog that asks for confirmation. `subject` completes the dialog's title, and
 * `rewind` or `rebaseline` is its text.
 */
export function Controls({
  subject,
  turn,
  turnLabel,
  rewind,
  rebaseline,
  send,
}: {
  subject: string;
  turn: "pause" | "resume";
  turnLabel: string;
  rewind: string;
  rebaseline: string;
  send: (control: Control) => Promise<unknown>;
}) {
  const question = (button: string, text: string) => ({ title: `${button} ${subject}?`, button, text });
  return (
    <>
      <Action run={() => send(turn)} done={turn === "pause" ? "Reading paused" : "Reading resumed"}>
        {turnLabel}
      </Action>
      <Action run={() => send("rewind")} question={question("Rewind", rewind)} done="Rewind started">
        Rewind
      </Action>
      <Action run={() => send("rebaseline")} question={question("Rebaseline", rebaseline)} done="Rebaseline started">
        Rebaseline
      </Action>
    </>
  );
}
