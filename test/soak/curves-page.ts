import type { Disturbance } from "./soak-plan.ts";

/** One measurement: ms since the start, and a number per curve; a curve has a gap where its number is missing. */
export type Sample = { readonly at: number; readonly values: { readonly [curve: string]: number | undefined } };

export type Curve = { readonly name: string; readonly title: string; readonly unit: string; readonly divide: number };

const [width, height, left, bottom] = [1_000, 150, 70, 20];

const colours: { readonly [kind in Disturbance["kind"]]: string } = {
  kill: "#c00",
  "disk-full": "#e8a33d",
  "slow-disk": "#b5651d",
  "clock-ahead": "#6a5acd",
  "clock-behind": "#2e8b57",
  "source-down": "#888",
  "subscriber-down": "#3d8be8",
};

/** A page with a curve per measurement over the whole soak, the disturbances behind it. Needs nothing but a browser. */
export function curvesPage(
  samples: readonly Sample[],
  curves: readonly Curve[],
  disturbances: readonly Disturbance[],
  facts: readonly (readonly [name: string, value: string])[],
): string {
  const end = Math.max(1, ...samples.map(({ at }) => at), ...disturbances.map(({ until }) => until));
  const x = (ms: number) => left + (ms / end) * (width - left);
  const rows = facts.map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`);
  const legend = Object.entries(colours).map(([kind, colour]) => `<span style="color:${colour}">■</span> ${kind}`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Feedhook soak</title>
<style>body{font:14px system-ui;margin:2em;max-width:70em}th{text-align:left;padding-right:1em;vertical-align:top}
svg{display:block;margin:.5em 0 1.5em}text{font:11px system-ui;fill:#555}</style>
<h1>Soak</h1><table>${rows.join("")}</table><p>${legend.join(" &nbsp; ")}</p>
${curves.map((curve) => curveSvg(curve, samples, disturbances, x, end)).join("\n")}
</html>
`;
}

function curveSvg(
  { name, title, unit, divide }: Curve,
  samples: readonly Sample[],
  disturbances: readonly Disturbance[],
  x: (ms: number) => number,
  end: number,
): string {
  const values = samples.map(({ at, values }) => ({ at, value: values[name] }));
  const top = Math.max(1e-9, ...values.map(({ value = 0 }) => value / divide)) * 1.1;
  const y = (value: number) => height - bottom - (value / divide / top) * (height - bottom);
  let path = "";
  let pen = "M";
  for (const { at, value } of values) {
    if (value !== undefined) path += `${pen}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = value === undefined ? "M" : "L";
  }
  const bands = disturbances.map(({ kind, from, until }) => {
    const band = Math.max(1, x(until) - x(from));
    return `<rect x="${x(from).toFixed(1)}" y="0" width="${band.toFixed(1)}" height="${height - bottom}" fill="${colours[kind]}" opacity="${kind === "kill" ? 0.7 : 0.2}"><title>${kind}</title></rect>`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${x(share * end).toFixed(1)}" y="${height - 5}" text-anchor="middle">${((share * end) / 60_000).toFixed(0)} min</text>`,
  );
  const steps = [0, 0.5, 0.9].map(
    (share) =>
      `<text x="0" y="${(height - bottom - share * (height - bottom)).toFixed(0)}">${(share * top).toPrecision(3)}</text>`,
  );
  return `<h2>${escaped(title)} (${escaped(unit)})</h2><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
${bands.join("")}<path d="${path}" fill="none" stroke="#111" stroke-width="1"/>${ticks.join("")}${steps.join("")}</svg>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
