import { codeBlockText as words } from "../strings/code-block.ts";
import { toast } from "./toast.tsx";

export function CodeBlock({ code, label }: { code: string; label: string }) {
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => {
        toast(words.copied(label));
      },
      () => {
        toast(words.theBrowserDoesntAllowCopying);
      },
    );
  };
  return (
    <div class="code">
      {/* A text that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label={label} role="region">
        {code}
      </pre>
      <button type="button" onClick={copy} aria-label={words.copyOf(label)}>
        {words.copy}
      </button>
    </div>
  );
}
