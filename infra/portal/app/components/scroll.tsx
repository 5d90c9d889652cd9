import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/**
 * A scroll container for content that may be too wide. While it is too wide, it can be focused, so that arrow keys
 * scroll it.
 */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  const measure = () => {
    const { current } = element;
    if (current !== null) setWider(current.scrollWidth > current.clientWidth);
  };
  // The observer reports new content a frame later; until then a keyboard couldn't reach what became wider.
  useLayoutEffect(measure);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(measure);
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
