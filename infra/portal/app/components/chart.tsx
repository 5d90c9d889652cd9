import { useEffect, useRef } from "preact/hooks";
import type UPlot from "uplot";
import type { Line } from "./plot.ts";

type ChartProps = {
  summary: string;
  /** Unix seconds. */
  times: readonly number[];
  slotSeconds: number;
  lines: readonly Line[];
  unit: string;
};

/**
 * `summary` describes the lines, because screen readers skip the plot. Until the plotting code is loaded, or if loading
 * fails, only the summary is shown.
 */
export function Chart({ summary, times, slotSeconds, lines, unit }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | undefined>(undefined);
  // A line needs two points, so a single value is drawn at the start and at the end of its slot.
  const isSingle = times.length === 1;
  const data: UPlot.AlignedData = [
    isSingle ? times.flatMap((at) => [at, at + slotSeconds]) : [...times],
    ...lines.map(({ values }) => (isSingle ? [...values, ...values] : [...values])),
  ];
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const ended = new AbortController();
    void drawing(current, ended.signal).catch(() => undefined);
    return () => {
      ended.abort();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, []);
  const drawing = async (current: HTMLElement, signal: AbortSignal) => {
    const { height, plot: begin } = await import("./plot.ts");
    if (signal.aborted) return;
    // The chart reads its colours when it is drawn, so a change of colour scheme must redraw it.
    const draw = () => {
      plot.current?.destroy();
      plot.current = begin(current, { lines, unit }, latest.current);
    };
    draw();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw, { signal });
    const sizes = new ResizeObserver(() => plot.current?.setSize({ width: current.clientWidth, height }));
    sizes.observe(current);
    signal.addEventListener("abort", (): void => sizes.disconnect());
  };
  useEffect(() => plot.current?.setData(data), [JSON.stringify(data)]);
  return (
    <figure class="chart">
      <div ref={element} aria-hidden="true" />
      <figcaption class="small soft">{summary}</figcaption>
    </figure>
  );
}
