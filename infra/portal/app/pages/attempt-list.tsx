import type { Schemas } from "../api/reads.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Status } from "../components/status.tsx";
import { Time } from "../components/time.tsx";
import { causeOf } from "../logic/attempt-cause.ts";

type Attempt = Schemas["Attempt"];

type AttemptResultProps = { attempt: Attempt; kind?: Schemas["Subscription"]["kind"]; isExplained?: boolean };

/** `isExplained`: the page already shows the advice for a failed attempt. */
export function AttemptResult({ attempt, kind, isExplained = false }: AttemptResultProps) {
  const { at, durationMs, status, timingMs = {}, requestHeaders, responseHeaders, responseExcerpt: excerpt } = attempt;
  const isGood = status !== undefined && status < 300;
  const { title, advice } = causeOf(attempt, kind);
  const parts = Object.entries(timingMs).filter(([, ms]) => ms > 0);
  return (
    <div class="stack">
      <div>
        <Status level={isGood ? "good" : "bad"}>{status === undefined ? "No response" : String(status)}</Status>{" "}
        <strong>{title}</strong> <span class="soft">· {Math.round(durationMs)} ms</span>
        <div class="small soft">
          <Time at={at} exact />
        </div>
      </div>
      {!isGood && !isExplained && <p>{advice}</p>}
      {parts.length > 0 && (
        <div>
          {parts.length > 1 && (
            <div class="split" aria-hidden="true">
              {parts.map(([name, ms]) => (
                <span key={name} style={{ flexGrow: ms, flexBasis: 0 }} />
              ))}
            </div>
          )}
          <span class="small soft">
            {parts.map(([name, ms]) => `${partNames[name] ?? name} ${Math.round(ms)} ms`).join(" · ")}
          </span>
        </div>
      )}
      {excerpt !== undefined && excerpt !== "" && !isGood && (
        <CodeBlock label="the start of the response" code={excerpt} />
      )}
      <Headers title="Request headers" headers={requestHeaders} />
      <Headers title="Response headers" headers={responseHeaders} />
    </div>
  );
}

function Headers({ title, headers = {} }: { title: string; headers?: Readonly<Record<string, string>> | undefined }) {
  const lines = Object.entries(headers);
  if (lines.length === 0) return null;
  return (
    <details class="small">
      <summary>{title}</summary>
      <CodeBlock label={title.toLowerCase()} code={lines.map(([name, value]) => `${name}: ${value}`).join("\n")} />
    </details>
  );
}

const partNames: Readonly<Record<string, string>> = {
  dns: "DNS",
  connect: "Connection",
  tls: "TLS",
  firstByte: "First byte",
};

type AttemptListProps = { attempts: readonly Attempt[]; kind: Schemas["Subscription"]["kind"] };

export function AttemptList({ attempts, kind }: AttemptListProps) {
  if (attempts.length === 0) return <p class="soft">No attempts.</p>;
  const newestFirst = attempts.toReversed();
  return (
    <ol class="timeline" reversed>
      {newestFirst.map((attempt) => (
        <li key={attempt.at}>
          <AttemptResult attempt={attempt} kind={kind} />
        </li>
      ))}
    </ol>
  );
}
