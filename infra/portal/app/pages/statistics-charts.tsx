import { Chart } from "../components/chart.tsx";
import { Card } from "../components/page.tsx";
import { plural } from "../logic/plural.ts";
import { type Statistics, seriesOf } from "../logic/series.ts";

/** The last 24 hours' attempts per minute and response times, of one endpoint or several. */
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
      <Card title="Attempts per minute">
        <Chart
          summary={`Last 24 hours: ${good.toLocaleString("en")} of ${plural(attempts, "attempt", "attempts")} got a 2xx response.`}
          times={times}
          unit=""
          lines={[
            { label: "Delivered", values: delivered, color: "--good", isFilled: true },
            // Null replaces 0, so that no red line runs along the axis while nothing fails.
            { label: "Failed", values: failed.map((value) => value || null), color: "--bad", isFilled: true },
          ]}
        />
      </Card>
      <Card title="Response time">
        <Chart
          summary={
            known.length === 0
              ? "No responses in the last 24 hours."
              : `Slowest 10 minutes of the last 24 hours: 95% of responses within ${worst} ms${isSeveral ? " (slowest endpoint)" : ""}.`
          }
          times={times}
          unit="ms"
          lines={[
            { label: "Median", values: p50Ms, color: "--accent" },
            { label: "95th percentile", values: p95Ms, color: "--soft" },
          ]}
        />
      </Card>
    </div>
  );
}
