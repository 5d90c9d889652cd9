import { escaped } from "./curves-svg.ts";

type Facts = readonly (readonly [name: string, value: string])[];

/** A page that needs only a browser. `svg` has the curves. */
export function soakHtml(facts: Facts, svg: string): string {
  const rows = facts.map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Feedhook soak</title>
<style>body{font:14px system-ui;margin:2em;max-width:70em}th{text-align:left;padding-right:1em;vertical-align:top}</style>
<h1>Soak</h1><table>${rows.join("")}</table>
${svg}</html>
`;
}

/** The docs page. `image` is the relative path of the curves. */
export function soakMarkdown(facts: Facts, failures: readonly string[], image: string): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const outcome = failures.length === 0 ? "The run passed." : `The run failed:\n\n${grouped(failures).join("\n")}`;
  return `# A soak

<!-- Made by \`npm run soak-page\`; don't edit. -->

One run of \`npm run soak\` ([how](../proof.md#soak)). ${outcome}

| what | value |
| --- | --- |
${facts.map(([name, value]) => `| ${cell(name)} | ${cell(value)} |`).join("\n")}

The bands behind the curves mark disturbances. A curve has a gap while the bridge was down.

![Memory, store, files, handles, queues and deliveries over the whole run](${image})
`;
}

/** Thousands of records may be lost, so each kind of failure is counted. */
function grouped(failures: readonly string[]): readonly string[] {
  const kinds = Map.groupBy(failures, (failure) => failure.split(":", 1)[0] ?? failure);
  const names = new Map([
    ["lost", "not published when the run ended"],
    ["invented", "published, though it never happened"],
  ]);
  return [...kinds].map(([kind, all]) => `- ${names.get(kind) ?? kind}: ${all.length}`);
}
