import { signal } from "@preact/signals";
import { Button } from "./components/button.tsx";
import { Dialog } from "./components/dialog.tsx";

const isHelpOpen = signal(false);

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.closest("input, textarea, select") !== null;
    if (isTyping || ctrlKey || metaKey || altKey || document.querySelector("dialog[open]") !== null) return;
    if (key === "?") isHelpOpen.value = true;
    else if (key === "/") document.querySelector<HTMLElement>("[data-search]")?.focus();
    else if (key === "j" || key === "k") moveThroughRows(key === "j" ? 1 : -1);
    else return;
    event.preventDefault();
  });
}

function moveThroughRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus();
}

export function KeyboardHelp() {
  if (!isHelpOpen.value) return null;
  const close = () => {
    isHelpOpen.value = false;
  };
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <dl class="facts">
        {[
          ["/", "Go to search"],
          ["j", "Go to the next row"],
          ["k", "Go to the previous row"],
          ["Enter", "Open the row"],
          ["?", "Show this help"],
        ].map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <div class="actions">
        <Button text="Close" press={close} />
      </div>
    </Dialog>
  );
}
