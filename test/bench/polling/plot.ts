import type { Comparison } from "./compare.ts";

const colours = { uniform: "#b8bec6", backoff: "#8d99a6", ours: "#1f6feb", optimum: "#2da44e" } as const;
const width = 760;
const left = 190;
const barHeight = 12;
const groupHeight = 4 * barHeight + 26;
const [least, most] = [60, 200_000];

/** Mean detection delays as bars on a logarithmic axis of seconds, one group per budget, pattern and size. */
export function plotOf(all: readonly Comparison[]): string {
  const height = all.length * groupHeight + 60;
  const groups = all.map((one, position) => groupOf(one, 44 + position * groupHeight)).join("\n");
  const ticks = [100, 1_000, 10_000, 100_000].map((value) => axisOf(value, height)).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="600">Mean detection delay at the same number of polls (log scale)</text>
${ticks}
${groups}
</svg>
`;
}

function groupOf({ size, interval, pattern, uniform, backedOff, ours, best }: Comparison, top: number): string {
  const title = `${size.toLocaleString("en")} owners, ${interval} h, ${pattern}`;
  const bars = [
    barOf("uniform", uniform.mean, top),
    barOf("backoff", backedOff.mean, top + barHeight),
    barOf("ours", ours.mean, top + 2 * barHeight),
    barOf("optimum", best.mean, top + 3 * barHeight),
  ];
  return `<text x="12" y="${top + 2 * barHeight}">${title}</text>\n${bars.join("\n")}`;
}

function barOf(name: keyof typeof colours, ms: number, top: number): string {
  const end = xOf(ms / 1_000);
  const label = `${name} ${(ms / 1_000).toFixed(0)} s`;
  return `<rect x="${left}" y="${top}" width="${(end - left).toFixed(1)}" height="${barHeight - 2}" fill="${colours[name]}"/><text x="${(end + 4).toFixed(1)}" y="${top + 9}">${label}</text>`;
}

function axisOf(seconds: number, height: number): string {
  const x = xOf(seconds).toFixed(1);
  return `<line x1="${x}" x2="${x}" y1="32" y2="${height - 12}" stroke="#e1e4e8"/><text x="${x}" y="40" text-anchor="middle" fill="#6e7781">${seconds.toLocaleString("en")} s</text>`;
}

function xOf(seconds: number): number {
  const part = Math.log(seconds / least) / Math.log(most / least);
  return left + Math.max(0.01, part) * (width - left - 110);
}
