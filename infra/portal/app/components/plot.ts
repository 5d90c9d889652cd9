import UPlot from "uplot";
import { startText } from "../logic/start-text.ts";

export type Line = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly color: "--good" | "--bad" | "--accent" | "--soft";
  readonly isFilled?: boolean;
};

/** CSS pixels. */
export const height = 180;

/** `data`: a row of times (unix seconds), then a row of values for each line. */
export function plot(
  element: HTMLElement,
  { lines, unit }: { lines: readonly Line[]; unit: string },
  data: UPlot.AlignedData,
): UPlot {
  return new UPlot(optionsOf(element, lines, unit), data, element);
}

function optionsOf(element: HTMLElement, lines: readonly Line[], unit: string): UPlot.Options {
  const color = (name: string) => resolvedColor(element, name);
  const axis = {
    stroke: color("--soft"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  return {
    width: element.clientWidth,
    height,
    cursor: { y: false },
    scales: { y: { range: (_, _low, high) => [0, Math.max(high * 1.1, 0.2)] } },
    axes: [
      { ...axis, size: 36, gap: 10, values: (_, splits) => splits.map(splitText) },
      { ...axis, size: 60, values: (_, splits) => splits.map((value) => `${value} ${unit}`.trim()) },
    ],
    series: [
      { value: (_, at: number | null) => (at === null ? "—" : startText(at * 1_000, Date.now())) },
      ...lines.map(({ label, values, color: name, isFilled = false }) => ({
        label,
        stroke: color(name),
        width: 1.5,
        // A value between two gaps has no line to its neighbours, so it needs a point.
        points: { show: values.includes(null), size: 7, fill: color(name) },
        ...(isFilled && { fill: color(name).replace("rgb(", "rgba(").replace(")", ", 0.18)") }),
        value: (_: UPlot, value: number | null) =>
          value === null ? "—" : `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`.trim(),
      })),
    ],
  };
}

/** `25 Nov` at midnight, otherwise `13:40`, in local time. `at` is in unix seconds. */
function splitText(at: number): string {
  const date = new Date(at * 1_000);
  return date.getHours() === 0 && date.getMinutes() === 0
    ? date.toLocaleDateString("en-GB", { day: "numeric", month: "short" })
    : date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** A canvas doesn't support custom properties, so this function resolves one to its colour. */
function resolvedColor(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = "";
  return color;
}
