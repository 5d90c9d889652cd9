import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { readAgain } from "../api/use-load.ts";
import { Confirm } from "./dialog.tsx";
import { withToast } from "./toast.tsx";

/** What a user confirms before an action. `button` is the label of the button that confirms it. */
type Question = { readonly title: string; readonly button: string; readonly text: ComponentChildren };

/**
 * A button that runs an action. If the action fails, its error is shown. If it succeeds, `done` is shown; without
 * `done`, nothing is shown unless `run` shows it. With `question`, the action runs only after the user confirms it.
 */
export function Action({
  run,
  done,
  question,
  children,
  label,
  look,
  isDisabled = false,
}: {
  run: () => Promise<unknown>;
  done?: string | undefined;
  question?: Question;
  children: ComponentChildren;
  /** The accessible name, if the visible text alone isn't clear. */
  label?: string;
  look?: "primary" | "danger" | "plain";
  isDisabled?: boolean;
}) {
  const [isAsked, setAsked] = useState(false);
  const close = () => {
    setAsked(false);
  };
  const act = () => {
    withToast(() => run().then(close), done);
  };
  return (
    <>
      <button
        type="button"
        class={look}
        aria-label={label}
        disabled={isDisabled}
        onClick={() => {
          if (question === undefined) act();
          else setAsked(true);
        }}
      >
        {children}
      </button>
      {isAsked && question !== undefined && (
        <Confirm title={question.title} action={question.button} onConfirm={act} onClose={close}>
          <p>{question.text}</p>
        </Confirm>
      )}
    </>
  );
}

/** A button that opens a dialog. `close` closes the dialog and reloads the page's data, which it may have changed. */
export function Opener({
  dialog,
  children,
  look,
  isDisabled = false,
}: {
  dialog: (close: () => void) => ComponentChildren;
  children: ComponentChildren;
  look?: "plain mono";
  isDisabled?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={look}
        disabled={isDisabled}
        onClick={() => {
          setOpen(true);
        }}
      >
        {children}
      </button>
      {isOpen &&
        dialog(() => {
          setOpen(false);
          readAgain();
        })}
    </>
  );
}

/**
 * A menu of rarely used actions. It closes when the user presses Escape and when the focus leaves it, unless one of its
 * dialogs is open.
 */
export function Menu({ title, children }: { title: string; children: ComponentChildren }) {
  const closeUnlessAsking = (menu: HTMLDetailsElement) => {
    if (menu.querySelector("dialog[open]") === null) menu.open = false;
  };
  return (
    <details
      class="menu"
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Escape") closeUnlessAsking(currentTarget);
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) closeUnlessAsking(currentTarget);
      }}
    >
      <summary class="button">{title}</summary>
      <div>{children}</div>
    </details>
  );
}

/** A form that submits without leaving the page. Shows `done` if submitting succeeds, and the error if it fails. */
export function Form({
  submit,
  done,
  look = "filters",
  children,
}: {
  submit: () => unknown;
  done?: string;
  look?: "filters" | "form" | "stack";
  children: ComponentChildren;
}) {
  return (
    <form
      class={look}
      onSubmit={(event) => {
        event.preventDefault();
        withToast(submit, done);
      }}
    >
      {children}
    </form>
  );
}
