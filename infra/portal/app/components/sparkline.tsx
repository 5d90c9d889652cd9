import { pointsOf, thinned } from "../logic/series.ts";

const size = { width: 96, height: 24 };

/** The last day's attempts as a small line, and the failed ones as another. The label is for screen readers. */
export function Sparkline({ delivered, failed }: { delivered: readonly number[]; failed: readonly number[] }) {
  const all = delivered.map((value, at) => value + (failed[at] ?? 0));
  const highest = Math.max(...thinned(all, 4), 0);
  const hasFailed = failed.some((value) => value > 0);
  if (highest === 0) return <span class="soft small">No attempts</span>;
  // Both lines have the same scale.
  const share = Math.max(...thinned(failed, 4), 0) / highest;
  const low = { width: size.width, height: size.height * share };
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={
        hasFailed ? "Attempts in the last 24 hours, some failed" : "Attempts in the last 24 hours, none failed"
      }
      viewBox={`0 -1 ${size.width} ${size.height + 2}`}
      width={size.width}
      height={size.height}
    >
      <polyline class="all" points={pointsOf(thinned(all, 4), size)} />
      {hasFailed && (
        <polyline
          class="failed"
          transform={`translate(0 ${size.height - low.height})`}
          points={pointsOf(thinned(failed, 4), low)}
        />
      )}
    </svg>
  );
}
