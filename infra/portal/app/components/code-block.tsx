import { Button } from "./button.tsx";
import { toast } from "./toast.tsx";

export function CodeBlock({ code, label }: { code: string; label: string }) {
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => toast(`Copied ${label}`),
      () => toast("Your browser blocked copying. Select the text and copy it."),
    );
  };
  return (
    <div class="code">
      {/* Scrolling text must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label={label} role="region">
        {code}
      </pre>
      <Button text="Copy" press={copy} label={`Copy ${label}`} />
    </div>
  );
}
