import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button.tsx";

type DialogProps = { title: string; onClose: () => void; onEscape?: () => void; children: ComponentChildren };

/** A modal dialog, open while rendered. With `onEscape`, only its buttons close it, and Escape calls `onEscape`. */
export function Dialog({ title, onClose, onEscape, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The focus must return to the opener before another dialog can replace this one, because that dialog remembers the
  // focused element as its own opener. A plain effect would return the focus too late.
  useLayoutEffect(() => {
    const { current } = element;
    const opener = document.activeElement;
    if (current?.open === false) current.showModal();
    return () => {
      current?.close();
      // The browser returns the focus only if the dialog is still in the page.
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      {...(onEscape !== undefined && { closedby: "none" })}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || onEscape === undefined) return;
        // Without this, Chromium closes the dialog when the user presses Escape a second time.
        event.preventDefault();
        onEscape();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

type ConfirmProps = {
  title: string;
  action: ComponentChildren;
  children: ComponentChildren;
  onConfirm: () => void;
  onClose: () => void;
};

export function Confirm({ title, action, children, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div class="actions">
        <Button text="Cancel" press={onClose} />
        <Button text={action} look="danger" press={onConfirm} />
      </div>
    </Dialog>
  );
}

type SecretDialogProps = { title: string; note?: string; children: ComponentChildren; onClose: () => void };

/** Escape doesn't close this dialog, because a user who presses it by mistake would lose the secret. */
export function SecretDialog({
  title,
  note = "Copy it now, and store it in a safe place. You won't be able to see it again.",
  children,
  onClose,
}: SecretDialogProps) {
  const [isEscaped, setEscaped] = useState(false);
  return (
    <Dialog title={title} onClose={onClose} onEscape={() => setEscaped(true)}>
      {children}
      <p class="small soft">{note}</p>
      {isEscaped && (
        <p class="field-error" role="alert">
          Copy it first, then select “I've copied it”.
        </p>
      )}
      <div class="actions">
        <Button text="I've copied it" look="primary" press={onClose} />
      </div>
    </Dialog>
  );
}
