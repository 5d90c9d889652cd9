import { Chart } from "../components/chart.tsx";
import { Card } from "../components/page.tsx";
import { RangeField, useRange } from "../components/range-field.tsx";
import { plural } from "../logic/plural.ts";
import { sentence, upperFirst } from "../logic/sentence.ts";
import { lateStart, ranges, type Statistics, seriesOf } from "../logic/series.ts";
import { startText } from "../logic/start-text.ts";

export function StatisticsCharts({ statistics }: { statistics: readonly Statistics[] }) {
  const range = useRange();
  const now = Date.now();
  const series = seriesOf(statistics, now / 1_000);
  const { times, delivered, failed, p50Ms, p95Ms, slotSeconds } = series;
  const start = lateStart(series, range);
  const last = `the last ${ranges[range].words}`;
  const since = start === undefined ? undefined : `since ${startText(start, now)}`;
  const sums = statistics.flatMap(({ slots }) => slots);
  const attempts = sums.reduce((sum, one) => sum + one.attempts, 0);
  const good = sums.reduce((sum, one) => sum + Math.round(one.attempts * one.successRate), 0);
  const known = p95Ms.filter((value) => value !== null);
  const worst = Math.max(...known).toLocaleString("en");
  const slot = slotSeconds === 3_600 ? "hour" : slotSeconds < 3_600 ? "10 minutes" : "6 hours";
  return (
    <>
      <div class="filters">
        <RangeField />
      </div>
      {attempts === 0 ? (
        <p class="soft">{sentence(`no attempts in ${last}`)}</p>
      ) : (
        <div class="columns">
          <Card title="Attempts per minute">
            <Chart
              summary={`${upperFirst(since ?? last.slice(4))}: ${good.toLocaleString("en")} of ${plural(attempts, "attempt", "attempts")} got a 2xx response.`}
              {...{ times, slotSeconds }}
              unit=""
              lines={[
                { label: "Delivered", values: delivered, color: "--good", isFilled: true },
                // Null replaces 0, which the chart would draw as a red line along the axis.
                { label: "Failed", values: failed.map((value) => value || null), color: "--bad", isFilled: true },
              ]}
            />
          </Card>
          <Card title="Response time">
            <Chart
              summary={
                known.length === 0
                  ? sentence(`no responses in ${last}`)
                  : `Slowest ${slot} ${since ?? `of ${last}`}: 95% of responses within ${worst} ms${statistics.length > 1 ? " (slowest endpoint)" : ""}.`
              }
              {...{ times, slotSeconds }}
              unit="ms"
              lines={[
                { label: "Median", values: p50Ms, color: "--accent" },
                { label: "95th percentile", values: p95Ms, color: "--soft" },
              ]}
            />
          </Card>
        </div>
      )}
    </>
  );
}
