import { useState } from "preact/hooks";
import { Confirm } from "../components/dialog.tsx";
import { withToast } from "../components/toast.tsx";

export type Control = "pause" | "resume" | "rewind" | "rebaseline";

type Asked = "rewind" | "rebaseline";
const labels = { rewind: "Rewind", rebaseline: "Rebaseline" } as const;
const outcomes = {
  pause: "Reading paused",
  resume: "Reading resumed",
  rewind: "Rewind started",
  rebaseline: "Rebaseline started",
} as const;

/**
 * The buttons that control an instance or one of its feeds, called `subject`. `turn` is either pause or resume. The
 * other two ask for confirmation with the texts in `questions`.
 */
export function Controls({
  subject,
  turn,
  turnLabel,
  questions,
  send,
  reload,
}: {
  subject: string;
  turn: "pause" | "resume";
  turnLabel: string;
  questions: { readonly [asked in Asked]: string };
  send: (control: Control) => Promise<unknown>;
  reload: () => void;
}) {
  const [asked, setAsked] = useState<Asked | undefined>();
  const control = (what: Control) => {
    withToast(async () => {
      await send(what);
      setAsked(undefined);
      reload();
    }, outcomes[what]);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          control(turn);
        }}
      >
        {turnLabel}
      </button>
      {(["rewind", "rebaseline"] as const).map((what) => (
        <button
          type="button"
          key={what}
          onClick={() => {
            setAsked(what);
          }}
        >
          {labels[what]}
        </button>
      ))}
      {asked !== undefined && (
        <Confirm
          title={`${labels[asked]} ${subject}?`}
          action={labels[asked]}
          onConfirm={() => {
            control(asked);
          }}
          onClose={() => {
            setAsked(undefined);
          }}
        >
          <p>{questions[asked]}</p>
        </Confirm>
      )}
    </>
  );
}
