import { completenessLine, kindWords, uncertaintyWords, untilWords } from "../../../api-client/completeness-words.ts";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Loaded, Page } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { exactTime, Time } from "../components/time.tsx";
import { plural } from "../logic/plural.ts";

const timeOf = (time: string): string => exactTime(time);

function useCompleteness(instance: string) {
  const read = () => answerOf(api.GET("/v1/completeness", { params: { query: { instance } } }));
  return useLoad(`completeness ${instance}`, read, 30_000);
}

export function CompletenessSummary({ instances }: { instances: readonly string[] }) {
  if (instances.length === 0) return null;
  return (
    <Card title="Completeness">
      {instances.slice(0, shown).map((name) => (
        <SummaryLine key={name} name={name} />
      ))}
      {instances.slice(shown).map((name) => (
        <p key={name}>
          <a href={`/portal/completeness/${name}`}>{name}</a>
        </p>
      ))}
    </Card>
  );
}

/** The summary shows times for at most this many instances, because each instance costs a request. */
const shown = 5;

function SummaryLine({ name }: { name: string }) {
  const { data } = useCompleteness(name);
  return (
    <p>
      <a href={`/portal/completeness/${name}`}>{name}</a>: {data === undefined ? "…" : completenessLine(data, timeOf)}
    </p>
  );
}

export function CompletenessPage({ name }: { name: string }) {
  return (
    <Page
      title={`Completeness of ${name}`}
      lead="Which changes are published, and which may be missing"
      crumb={{ href: "/portal", title: "Overview" }}
    >
      <CompletenessCard instance={name} />
    </Page>
  );
}

export function CompletenessCard({ instance }: { instance: string }) {
  const load = useCompleteness(instance);
  return (
    <Card title="Completeness">
      <Loaded load={load}>
        {(answer) => (
          <>
            <p>{completenessLine(answer, timeOf)}</p>
            <KindTable kinds={answer.kinds} />
            {answer.uncertain.length > 0 && (
              <>
                <h3>What may be missing</h3>
                <ul>
                  {answer.uncertain.map((one) => {
                    const words = uncertaintyWords(one, timeOf);
                    return <li key={words}>{words}</li>;
                  })}
                </ul>
              </>
            )}
            <Scrubs scrubs={answer.scrubs} />
            <p class="small soft">
              Unless estimated, the table's times use the source's clock. Changes are complete up to the given time if
              the source showed each one within the assumed delay. If the source shows a change later than that, or the
              change is backdated, Feedhook finds it in the next complete list.
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Until({ known }: { known: Schemas["KnownUntil"] | undefined }) {
  if (known === undefined) return <>—</>;
  if (known.until === undefined) return <span class="small soft">{untilWords(known, timeOf)}</span>;
  return <Time at={known.until} />;
}

function KindTable({ kinds }: { kinds: readonly Schemas["KindCompleteness"][] }) {
  return (
    <Table
      label="Completeness by kind"
      rows={kinds}
      keyOf={({ kind }) => kind}
      columns={[
        { title: "Kind", cell: ({ kind }) => kindWords[kind] },
        {
          title: "Changes complete up to",
          cell: ({ changes, estimatedUntil }) =>
            estimatedUntil === undefined ? (
              <Until known={changes} />
            ) : (
              <>
                <Time at={estimatedUntil} /> (estimated)
              </>
            ),
        },
        {
          title: "Assumed delay",
          number: ({ withinSeconds }) => withinSeconds && `${withinSeconds} s`,
        },
        { title: "Last complete list", cell: ({ listed }) => <Until known={listed} /> },
        { title: "Removals complete up to", cell: ({ removals }) => <Until known={removals} /> },
      ]}
    />
  );
}

function Scrubs({ scrubs }: { scrubs: readonly Schemas["ScrubResult"][] }) {
  const lines = scrubs.flatMap(({ kind, last }) => {
    if (last?.endedAt === undefined) return [];
    const missed = plural(last.found, "missed change", "missed changes");
    return [
      `${kindWords[kind]}: ${plural(last.compared, "record", "records")} read by ID, ${missed} found (finished ${timeOf(last.endedAt)}).`,
    ];
  });
  if (lines.length === 0) return null;
  return (
    <ul class="small">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
