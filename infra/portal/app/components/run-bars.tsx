export type Run = { readonly height: number; readonly level: "good" | "idle" | "bad"; readonly label: string };

const size = { bar: 14, gap: 4, height: 44 };

/** A bar for each item, oldest first, with its height relative to the highest. Each has a label. */
export function RunBars({ label, runs }: { label: string; runs: readonly Run[] }) {
  const highest = Math.max(1, ...runs.map(({ height }) => height));
  const width = runs.length * (size.bar + size.gap);
  return (
    <svg
      class="run-bars"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${size.height}`}
      width={width}
      height={size.height}
    >
      {runs.map(({ height, level, label: title }, place) => {
        const own = Math.max(3, (height / highest) * size.height);
        return (
          <rect
            key={title}
            class={level}
            x={place * (size.bar + size.gap)}
            y={size.height - own}
            width={size.bar}
            height={own}
            rx="2"
          >
            <title>{title}</title>
          </rect>
        );
      })}
    </svg>
  );
}
