import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { statusGauges } from "../../../infra/node/api/status-metrics.ts";
import { PrometheusMetrics, prometheusName } from "../../../infra/node/prometheus-metrics.ts";
import { type MetricName, metricCatalogue } from "../../../shared/kernel/metric-catalogue.ts";
import { anchorsOf } from "../docs/citations.ts";

const doc = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8");
const catalogue = Object.keys(metricCatalogue) as MetricName[];

describe("the metrics of Prometheus", () => {
  it("are those of the catalogue, each under one name with its base unit", async () => {
    const metrics = new PrometheusMetrics();
    const names = new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name));
    for (const name of catalogue) expect(names).toContain(prometheusName(name));
    expect(prometheusName("delivery.lag_ms")).toBe("feedhook_delivery_lag_seconds");
    expect(prometheusName("events.published")).toBe("feedhook_events_published_total");
    expect(prometheusName("endpoints.open")).toBe("feedhook_endpoints_open");
  });

  it("count events, keep the last value of gauges, and measure milliseconds as seconds", async () => {
    const metrics = new PrometheusMetrics();
    metrics.record("events.published", 2, "acme");
    metrics.record("events.published", 3, "acme");
    metrics.record("endpoints.open", 4);
    metrics.record("endpoints.open", 1);
    metrics.record("delivery.lag_ms", 700, "acme");
    const text = await metrics.registry.metrics();
    expect(text).toContain('feedhook_events_published_total{instance="acme"} 5\n');
    expect(text).toContain("feedhook_endpoints_open 1\n");
    expect(text).toContain('feedhook_delivery_lag_seconds_sum{instance="acme"} 0.7\n');
  });
});

describe("dashboard and alert rules", () => {
  const dashboard = doc("monitoring/grafana-dashboard.json");
  const alerts = doc("monitoring/alerts.yml");
  const exported = new Set([
    ...new PrometheusMetrics().registry.getMetricsAsArray().map(({ name }) => name),
    ...Object.keys(statusGauges),
  ]);

  it.each([
    ["dashboard", dashboard],
    ["alert rules", alerts],
  ])("the %s use existing metrics", (_, text) => {
    const asked = new Set([...text.matchAll(/\b(?:feedhook|nodejs|process)_\w+/g)].map(([name]) => name));
    expect(asked.size).toBeGreaterThan(5);
    const missing = [...asked].filter((name) => !exported.has(name.replace(/_bucket$/, "")));
    expect(missing).toEqual([]);
  });

  it("the dashboard shows every gauge of the status", () => {
    for (const name of Object.keys(statusGauges)) expect(dashboard).toContain(name);
    const { panels } = JSON.parse(dashboard) as { panels: { id: number; title: string }[] };
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });

  it("labels in rules and dashboard exist on those metrics", () => {
    for (const [, name = "", label = ""] of `${dashboard}${alerts}`.matchAll(/(feedhook_\w+)\{(\w+)=/g)) {
      const { labels } = statusGauges[name as keyof typeof statusGauges];
      expect(labels).toContain(label);
    }
  });

  it("every alert leads to an anchor in the docs", () => {
    const leads = [...alerts.matchAll(/runbook: docs\/(\S+)#(\S+)/g)];
    expect(leads).toHaveLength([...alerts.matchAll(/- alert:/g)].length);
    for (const [, file = "", anchor = ""] of leads) expect(anchorsOf(doc(file))).toContain(anchor);
  });
});

describe("the configuration of an OpenTelemetry Collector", () => {
  const config = doc("monitoring/otel-collector.yml");
  const guide = doc("single-node.md");

  it("reads what Prometheus would read, with the same key", () => {
    const scraped = [/authorization: .*$/gm, /static_configs: .*$/gm].map((pattern) => {
      const [inConfig = "nothing", ...others] = config.match(pattern) ?? [];
      expect(others).toEqual([]);
      return inConfig;
    });
    for (const line of scraped) expect(guide).toContain(line);
    expect(scraped.join("\n")).toContain("127.0.0.1:4400");
  });

  it("passes it on through components that it configures, each of them once", () => {
    const sections = new Map<string, string[]>();
    for (const [, section = "", body = ""] of config.matchAll(/^(\w+):\n((?: +.*\n)+)/gm)) {
      const components = [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = ""]) => name);
      sections.set(section, components);
    }
    for (const section of ["receivers", "processors", "exporters"]) {
      const used = [...config.matchAll(new RegExp(`^ {6}${section}: \\[(.*)\\]$`, "gm"))].flatMap(([, names = ""]) =>
        names.split(", "),
      );
      expect([...new Set(used)]).toEqual(sections.get(section));
    }
  });
});
