import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { readAgain } from "../api/use-load.ts";
import { Button, type ButtonLook } from "./button.tsx";
import { Confirm } from "./dialog.tsx";
import { withToast } from "./toast.tsx";

/** `button`: the text of the button that confirms; by default, that of the first button. */
type Question = { readonly title: string; readonly button?: string; readonly text: ComponentChildren };

type ActionProps = ButtonLook & { run: () => Promise<unknown>; done?: string | undefined; question?: Question };

/** A button that runs an action, then shows `done` or the error. With `question`, the user must confirm first. */
export function Action({ run, done, question, ...button }: ActionProps) {
  const [isAsked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  const act = (): void => withToast(() => run().then(close), done);
  return (
    <>
      <Button {...button} press={() => (question === undefined ? act() : setAsked(true))} />
      {isAsked && question !== undefined && (
        <Confirm title={question.title} action={question.button ?? button.text} onConfirm={act} onClose={close}>
          <p>{question.text}</p>
        </Confirm>
      )}
    </>
  );
}

/** Closing the dialog reloads the page's data, which the dialog may have changed. */
export function Opener({ dialog, ...button }: ButtonLook & { dialog: (close: () => void) => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    readAgain();
  };
  return (
    <>
      <Button {...button} press={() => setOpen(true)} />
      {isOpen && dialog(close)}
    </>
  );
}

/** A menu of rarely used actions. Its dialogs are inside it, so it stays open while one of them is open. */
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

type FormProps = {
  submit: () => unknown;
  done?: string;
  look?: "filters" | "form" | "stack";
  children: ComponentChildren;
};

export function Form({ submit, done, look = "filters", children }: FormProps) {
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
