import { Action } from "../components/action.tsx";

type Control = "pause" | "resume" | "rewind" | "rebaseline";

type ControlsProps = {
  subject: string;
  turn: "pause" | "resume";
  turnLabel: string;
  rewind: string;
  rebaseline: string;
  send: (control: Control) => Promise<unknown>;
};

/** `subject` completes the titles of the confirmation dialogs. `rewind` and `rebaseline` are their texts. */
export function Controls({ subject, turn, turnLabel, rewind, rebaseline, send }: ControlsProps) {
  const question = (what: string, text: string) => ({ title: `${what} ${subject}?`, text });
  return (
    <>
      <Action text={turnLabel} run={() => send(turn)} done={turn === "pause" ? "Reading paused" : "Reading resumed"} />
      <Action text="Rewind" run={() => send("rewind")} question={question("Rewind", rewind)} done="Rewind started" />
      <Action
        text="Rebaseline"
        run={() => send("rebaseline")}
        question={question("Rebaseline", rebaseline)}
        done="Rebaseline started"
      />
    </>
  );
}
