import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** What may be wider than its place. While it is, it can be focused, so that arrow keys scroll it. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => {
      setWider(current.scrollWidth > current.clientWidth);
    });
    observer.observe(current);
    if (current.firstElementChild !== null) observer.observe(current.firstElementChild);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <div ref={element} class="scroll" {...(isWider && { tabIndex: 0, role: "group", "aria-label": label })}>
      {children}
    </div>
  );
}
