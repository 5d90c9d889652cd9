import type { Disturbance } from "./soak-plan.ts";

/** One measurement: ms since the start, and a number per curve; a curve has a gap where its number is missing. */
export type Sample = { readonly at: number; readonly values: { readonly [curve: string]: number | undefined } };

export type Curve = { readonly name: string; readonly title: string; readonly unit: string; readonly divide: number };

const [width, chart, plot, left] = [1_000, 150, 110, 70];

const colours: { readonly [kind in Disturbance["kind"]]: string } = {
  kill: "#c00",
  "disk-full": "#e8a33d",
  "slow-disk": "#b5651d",
  "clock-ahead": "#6a5acd",
  "clock-behind": "#2e8b57",
  "source-down": "#888",
  "subscriber-down": "#3d8be8",
};

/** An image with a curve per measurement over the whole soak, and the disturbances behind it. */
export function curvesSvg(
  samples: readonly Sample[],
  curves: readonly Curve[],
  disturbances: readonly Disturbance[],
): string {
  const end = Math.max(1, ...samples.map(({ at }) => at), ...disturbances.map(({ until }) => until));
  const x = (ms: number) => left + (ms / end) * (width - left - 10);
  const legend = Object.entries(colours).map(
    ([kind, colour], place) =>
      `<rect x="${left + place * 130}" y="8" width="10" height="10" fill="${colour}"/><text x="${left + 14 + place * 130}" y="17">${kind}</text>`,
  );
  const charts = curves.map((curve, place) => {
    return `<g transform="translate(0 ${30 + place * chart})">${curveChart(curve, samples, disturbances, x, end)}</g>`;
  });
  const height = 30 + curves.length * chart;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#555">
<rect width="${width}" height="${height}" fill="#fff"/>
${[...legend, ...charts].join("\n")}
</svg>
`;
}

function curveChart(
  { name, title, unit, divide }: Curve,
  samples: readonly Sample[],
  disturbances: readonly Disturbance[],
  x: (ms: number) => number,
  end: number,
): string {
  const values = samples.map(({ at, values }) => ({ at, value: values[name] }));
  const top = Math.max(1e-9, ...values.map(({ value = 0 }) => value / divide)) * 1.1;
  const bottom = 20 + plot;
  const y = (value: number) => bottom - (value / divide / top) * plot;
  let path = "";
  let pen = "M";
  for (const { at, value } of values) {
    if (value !== undefined) path += `${pen}${x(at).toFixed(0)} ${y(value).toFixed(0)}`;
    pen = value === undefined ? "M" : "L";
  }
  const bands = disturbances.map(({ kind, from, until }) => {
    const band = Math.max(1, x(until) - x(from)).toFixed(1);
    const opacity = kind === "kill" ? 0.7 : 0.2;
    return `<rect x="${x(from).toFixed(1)}" y="20" width="${band}" height="${plot}" fill="${colours[kind]}" opacity="${opacity}"><title>${kind}</title></rect>`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const minutes = ((share * end) / 60_000).toFixed(0);
    return `<text x="${x(share * end).toFixed(0)}" y="${bottom + 14}" text-anchor="middle">${minutes} min</text>`;
  });
  const steps = [0, 0.5, 0.9].map((share) => {
    return `<text x="${left - 6}" y="${(bottom - share * plot).toFixed(0)}" text-anchor="end">${(share * top).toPrecision(3)}</text>`;
  });
  const heading = `<text x="${left}" y="14" font-size="13" font-weight="600" fill="#111">${escaped(title)} (${escaped(unit)})</text>`;
  return `${heading}${bands.join("")}<path d="${path}" fill="none" stroke="#111"/>${ticks.join("")}${steps.join("")}`;
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
