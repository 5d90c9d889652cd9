import { Chart } from "../components/chart.tsx";
import { Card } from "../components/page.tsx";
import { type Statistics, seriesOf } from "../logic/series.ts";
import { statisticsChartsText as words } from "../strings/statistics-charts.ts";

/** What was sent per minute and how long answers took, in the last day, at one endpoint or several. */
export function StatisticsCharts({ statistics }: { statistics: readonly Statistics[] }) {
  const { times, delivered, failed, p50Ms, p95Ms } = seriesOf(statistics);
  const isSeveral = statistics.length > 1;
  const sums = statistics.flatMap(({ slots }) => slots);
  const attempts = sums.reduce((sum, one) => sum + one.attempts, 0);
  if (attempts === 0) return null;
  const good = sums.reduce((sum, one) => sum + Math.round(one.attempts * one.successRate), 0);
  const worst = Math.max(...p95Ms.map((value) => value ?? 0));
  return (
    <div class="columns">
      <Card title={words.deliveriesPerMinute}>
        <Chart
          summary={words.answered2xxInTheLast(good.toLocaleString("en"), attempts.toLocaleString("en"))}
          times={times}
          unit=""
          lines={[
            { label: words.delivered, values: delivered, color: "--good", isFilled: true },
            // No red line along the axis where nothing failed.
            { label: words.failed, values: failed.map((value) => value || null), color: "--bad", isFilled: true },
          ]}
        />
      </Card>
      <Card title={words.timeToAnswer}>
        <Chart
          summary={(isSeveral ? words.slowestOfSeveral : words.slowest)(worst.toLocaleString("en"))}
          times={times}
          unit={words.ms}
          lines={[
            { label: words.halfWithin, values: p50Ms, color: "--accent" },
            { label: words.nearlyAllWithin, values: p95Ms, color: "--soft" },
          ]}
        />
      </Card>
    </div>
  );
}
