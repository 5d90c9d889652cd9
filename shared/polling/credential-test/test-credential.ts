import type { Context } from "../../kernel/context.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Turns } from "../../kernel/ports/turns.ts";
import { fixedFeeds } from "../../schedule/feeds/feeds-of-instance.ts";
import { Allowance } from "../../source/allowance.ts";
import type { Credentials } from "../../source/instance.ts";
import { RetryingHttp } from "../../source/retrying-http.ts";
import type { Source, SourceAnswer } from "../../source/source.ts";
import { SourceFactory } from "../../source/source-factory.ts";
import type { SourceHttp } from "../../source/source-http.ts";
import { type ReadScope, readScopes, requestToken, writeScopes } from "../../source/token-request.ts";
import { firstLimit, smallerLimit } from "../rows/page-sizes.ts";
import { recordRow, sinceParameter } from "../rows/record-row.ts";
import type { CredentialReport, ListOutcome, TestedList } from "./credential-tests.ts";

export type CredentialTestParts = Context & { readonly http: SourceHttp; readonly turns: Turns };

/** Enough requests for all lists, even if each refuses all page sizes except the smallest. */
const mostRequests = 60;
/** The number of requests per second: the default rate of an instance, because this source's rate is unknown. */
const perSecond = 5;
/**
 * A timeline is tested with a `since` that is this long (ms) before the test. Such a request returns few rows, but the
 * list still accepts or refuses the page size.
 */
const recently = 3_600_000;

type Query = { readonly [name: string]: string };

/**
 * The test stores nothing in the bridge and writes nothing at the source. It ends at `until` (unix ms) at the latest.
 */
export async function testCredential(
  given: CredentialTestParts,
  instance: string,
  credentials: Credentials,
  until: number,
): Promise<CredentialReport> {
  const parts = { ...given, timings: { ...given.timings, sourceRetries: [] } };
  const allowance = new Allowance(mostRequests, until, perSecond);
  const granted = await grantedScope(parts, instance, credentials, allowance);
  const requests = () => allowance.spent;
  if (granted.scope === undefined) return { ...granted.report, lists: [], requests: requests() };
  const factory = new SourceFactory({
    ...parts,
    registry: {
      credentialsOf: () => Promise.resolve([{ slot: "current", credentials }]),
      promote: () => Promise.resolve(),
    },
  });
  const source = factory.open(instance, allowance);
  const lists = await testedLists(source, parts.clock);
  const now = parts.clock.now();
  const serverTime = factory.serverTimeOf(instance, now);
  const isWhole = lists.every(
    ({ outcome, path }) => outcome === "answers" || (path === journal && outcome === "untested"),
  );
  return {
    outcome: isWhole ? "works" : "partly",
    scope: granted.scope,
    ...(granted.mayWrite !== undefined && { mayWrite: granted.mayWrite }),
    ...(serverTime !== undefined && { clockOffset: Math.round(serverTime - now) }),
    lists,
    requests: requests(),
  };
}

type Granted =
  | { readonly scope: ReadScope; readonly mayWrite: boolean | undefined }
  | { readonly scope?: undefined; readonly report: Pick<CredentialReport, "outcome" | "reason" | "fault"> };

/** `mayWrite`: whether the source also grants the write scope of the same family; undefined if it didn't say. */
async function grantedScope(
  parts: CredentialTestParts,
  instance: string,
  credentials: Credentials,
  allowance: Allowance,
): Promise<Granted> {
  let fault: string | undefined;
  const http = new RetryingHttp({
    ...parts,
    exchanged: (_, exchange) => {
      ({ fault } = exchange);
    },
  });
  for (const scope of readScopes) {
    const answer = await requestToken(http, instance, credentials, scope, allowance);
    switch (answer.outcome) {
      case "ok": {
        const { outcome } = await requestToken(http, instance, credentials, writeScopes[scope], allowance);
        const isUnanswered = outcome === "unavailable" || outcome === "exhausted";
        return { scope, mayWrite: isUnanswered ? undefined : outcome === "ok" };
      }
      case "invalidScope":
        continue;
      case "invalidClient":
        return { report: { outcome: "refused", reason: "invalid_client" } };
      case "exhausted":
        return { report: { outcome: "unreachable", fault: "no time was left for the request" } };
      case "unavailable":
        if (answer.status === 404) return { report: { outcome: "refused", reason: "unknown_instance" } };
        return { report: { outcome: "unreachable", fault: fault ?? `HTTP ${answer.status ?? "failure"}` } };
    }
  }
  return { report: { outcome: "refused", reason: "no_read_scope" } };
}

/** The change feed of documents, for one owner at a time. */
const journal = "/document/changes";
/** Owners of documents, in the order in which the test looks for one. */
const owners = [
  { type: "Company", path: "/company/cursor" },
  { type: "Project", path: "/project/cursor" },
  { type: "Person", path: "/person/cursor" },
] as const;

async function testedLists(source: Source, clock: Clock): Promise<TestedList[]> {
  const tested: TestedList[] = [];
  const firstIds = new Map<string, string>();
  for (const { path, query } of lists(sinceParameter(clock.now() - recently))) {
    const { answer, limit } = await largestPage(source, path, query);
    const [row] = answer.outcome === "ok" ? answer.value.items : [];
    const id = recordRow(row)?.id;
    if (id !== undefined) firstIds.set(path, id);
    const outcome = outcomeOf(answer);
    tested.push({ path, outcome, ...(outcome === "answers" && limit > 1 && { pageLimit: limit }) });
  }
  const [owner] = owners.flatMap(({ type, path }) => {
    const id = firstIds.get(path);
    return id === undefined ? [] : { type, id };
  });
  if (owner === undefined) return [...tested, { path: journal, outcome: "untested" }];
  const query = { entityType: owner.type, entityId: owner.id, limit: "1" };
  return [...tested, { path: journal, outcome: outcomeOf(await source.page({ path: journal, query })) }];
}

/** For a list that is read completely, one row is enough to show that it can be read. */
function lists(since: string): readonly { readonly path: string; readonly query: Query }[] {
  const found = fixedFeeds("any").flatMap(({ kind, query }): { path: string; query: Query }[] => {
    const [resource = "", what] = kind.split("-");
    if (what === "timeline") return [{ path: `/${resource}/timeline`, query: { ...query, since } }];
    if (what === "walk") return [{ path: `/${resource}/cursor`, query: { ...query, limit: "1" } }];
    if (what === "template") return [{ path: `/${resource}-template`, query: { offset: "0", limit: "1" } }];
    return [];
  });
  // Persons and companies have one timeline feed for each key, and both feeds read the same list.
  return [...new Map(found.map((one) => [one.path, one])).values()];
}

async function largestPage(source: Source, path: string, query: Query) {
  let limit = Number(query["limit"] ?? firstLimit(query));
  for (;;) {
    const answer = await source.page({ path, query: { ...query, limit: String(limit) } });
    const smaller = answer.outcome === "badRequest" ? smallerLimit(limit) : undefined;
    if (smaller === undefined) return { answer, limit };
    limit = smaller;
  }
}

function outcomeOf(answer: SourceAnswer<unknown>): ListOutcome {
  switch (answer.outcome) {
    case "ok":
      return "answers";
    case "forbidden":
    case "unauthorized":
    case "revoked":
      return "forbidden";
    case "notFound":
      return "missing";
    case "badRequest":
    case "unprocessable":
      return "refused";
    case "unavailable":
      // Some sources return 403 without a problem document.
      return answer.status === 403 ? "forbidden" : "unavailable";
    case "exhausted":
      return "untested";
  }
}
