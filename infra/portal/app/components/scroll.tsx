import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** A container that scrolls if its content is too wide. Then it can be focused, so that arrow keys scroll it. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  const measure = () => {
    const { current } = element;
    if (current !== null) setWider(current.scrollWidth > current.clientWidth);
  };
  // The observer reports new content a frame later. Until then, a keyboard couldn't reach content that became wider.
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
