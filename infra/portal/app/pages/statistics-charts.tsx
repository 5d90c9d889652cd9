import { Chart } from "../components/chart.tsx";
import { Card } from "../components/page.tsx";
import { type Statistics, seriesOf } from "../logic/series.ts";

const slowestOfSeveral = (ms: string) =>
  `Last 24 hours, slowest endpoint: 95% of responses took up to ${ms} ms in the slowest ten minutes.`;

const slowest = (ms: string) => `Last 24 hours: 95% of responses took up to ${ms} ms in the slowest ten minutes.`;

/** The last 24 hours' deliveries per minute and response times, of one endpoint or several. */
export function StatisticsCharts({ statistics }: { statistics: readonly Statistics[] }) {
  const { times, delivered, failed, p50Ms, p95Ms } = seriesOf(statistics);
  const isSeveral = statistics.length > 1;
  const sums = statistics.flatMap(({ slots }) => slots);
  const attempts = sums.reduce((sum, one) => sum + one.attempts, 0);
  if (attempts === 0) return null;
  const good = sums.reduce((sum, one) => sum + Math.round(one.attempts * one.successRate), 0);
  const known = p95Ms.filter((value) => value !== null);
  const worst = Math.max(...known).toLocaleString("en");
  return (
    <div class="columns">
      <Card title="Deliveries per minute">
        <Chart
          summary={`2xx responses in the last 24 hours: ${good.toLocaleString("en")} of ${attempts.toLocaleString("en")}.`}
          times={times}
          unit=""
          lines={[
            { label: "Delivered", values: delivered, color: "--good", isFilled: true },
            // Null instead of 0, so that there is no red line along the axis without failures.
            { label: "Failed", values: failed.map((value) => value || null), color: "--bad", isFilled: true },
          ]}
        />
      </Card>
      <Card title="Response time">
        <Chart
          summary={
            known.length === 0 ? "No responses in the last 24 hours." : (isSeveral ? slowestOfSeveral : slowest)(worst)
          }
          times={times}
          unit="ms"
          lines={[
            { label: "Median", values: p50Ms, color: "--accent" },
            { label: "95% within", values: p95Ms, color: "--soft" },
          ]}
        />
      </Card>
    </div>
  );
}
