import UPlot from "uplot";
import { startText } from "../logic/start-text.ts";

export type Line = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** The name of a custom property in the style sheet. */
  readonly color: "--good" | "--bad" | "--accent" | "--soft";
  readonly isFilled?: boolean;
};

/** The height of a plot in CSS pixels. */
export const height = 180;

/**
 * Draws a plot that is as wide as the element. The first row of `data` contains times (unix seconds). Each of the other
 * rows contains the values of a line.
 */
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

/** A time (unix seconds) on the axis, in local time: `25 Nov` at midnight, otherwise `13:40`. */
function splitText(at: number): string {
  const date = new Date(at * 1_000);
  return date.getHours() === 0 && date.getMinutes() === 0
    ? date.toLocaleDateString("en-GB", { day: "numeric", month: "short" })
    : date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** Resolves a custom property to a colour in the current scheme. A canvas doesn't support custom properties. */
function resolvedColor(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = "";
  return color;
}
