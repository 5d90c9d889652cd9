import { Action } from "../components/action.tsx";

type Control = "pause" | "resume" | "rewind" | "rebaseline";

/** `subject` completes the titles of the confirmation dialogs. `rewind` and `rebaseline` are their texts. */
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
