import type { ComponentChildren } from "preact";
import { may } from "../api/session.ts";

/** What every button has. */
export type ButtonLook = {
  readonly text: ComponentChildren;
  /** The accessible name, if the visible text alone isn't clear. */
  readonly label?: string | undefined;
  readonly look?: "primary" | "danger" | "plain" | "plain mono" | "narrow" | undefined;
  readonly isDisabled?: boolean;
  readonly "aria-expanded"?: boolean;
  readonly "aria-pressed"?: boolean;
};

type ButtonProps = ButtonLook & { press: () => void };

/** A button that only changes the page. `Action` sends something. */
export function Button({ text, label, look, isDisabled = false, press, ...state }: ButtonProps) {
  return (
    <button type="button" class={look} aria-label={label} disabled={isDisabled} onClick={() => press()} {...state}>
      {text}
    </button>
  );
}

export function Submit({ text, look, isDisabled = false }: ButtonLook) {
  return (
    <button type="submit" class={look} disabled={isDisabled}>
      {text}
    </button>
  );
}

type LinkProps = { text: string; href: string; look?: "" | "primary" | undefined; target?: "_top" };

/** A link that looks like a button. */
export function ButtonLink({ text, look = "", ...link }: LinkProps) {
  return (
    <a class={`button ${look}`.trim()} {...link}>
      {text}
    </a>
  );
}

/** Opens the form for a new endpoint, if the user may add one. */
export const AddEndpoint = () =>
  may("manage") && <ButtonLink text="Add endpoint" href="/portal/endpoints/new" look="primary" />;
