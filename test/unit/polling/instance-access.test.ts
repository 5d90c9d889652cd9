import { expect, test } from "vitest";
import type { VisitEnd } from "../../../shared/polling/feed-reader.ts";
import { InstanceAccess } from "../../../shared/polling/instance-access.ts";
import type { Instance } from "../../../shared/source/instance.ts";
import type { Source, SourceAnswer, SourcePage, SourceRequest } from "../../../shared/source/source.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { testContext } from "../../support/test-context.ts";
import { down, gateway, gone, unavailable } from "./support/answers.ts";

const instance: Instance = {
  ...{ name: "acme", registeredAt: 1, seqFloor: 1, requestsPerSecond: 5, status: "parked", rev: 1 },
};
const moment = { beganAt: 1, asOf: 1 };
type Answer = SourceAnswer<SourcePage>;
const taken: Answer = { outcome: "ok", value: { items: [], nextCursor: undefined, totalItems: 0 }, moment };
const forbidden: Answer = { outcome: "forbidden" };
const unauthorized: Answer = { outcome: "unauthorized" };
const refused = { end: { outcome: "refused", by: "forbidden" }, failures: 0 } as const;

/** The access to a source whose two routes answer so, what was reported about it, and what was asked. */
function accessTo(company: Answer = taken, project: Answer = company) {
  const reported: string[] = [];
  const asked: SourceRequest[] = [];
  const answers: { readonly [path: string]: Answer } = { "/company": company, "/project": project };
  const source: Source = {
    one: async () => down,
    page: async (request) => (asked.push(request), answers[request.path] ?? down),
  };
  const tell = (what: string) => async (_: string, reason?: unknown) => {
    reported.push(typeof reason === "string" ? `${what} ${reason}` : what);
    return instance;
  };
  const access = new InstanceAccess({
    ...testContext({ clock: new FakeClock() }),
    registry: { park: tell("park"), resume: tell("resume") },
    notices: {
      unauthorized: async (name, reason) => void (await tell("notice")(name, reason)),
      recovered: async (name) => void (await tell("recovered")(name)),
    },
  });
  return { access, source, reported, asked };
}

test.each<[string, Answer, Answer, parked: string | undefined]>([
  ["two routes are refused", forbidden, unauthorized, "forbidden"],
  ["two routes are unknown", gone, unavailable(404), "unknown_instance"],
  ["the credentials are revoked", { outcome: "revoked" }, down, "invalid_client"],
  ["another route answers", forbidden, taken, undefined],
  ["the routes disagree", forbidden, gone, undefined],
  ["a gateway doesn't find them", gateway, gateway, undefined],
  ["the source has a fault", down, forbidden, undefined],
  ["the source has a fault on both routes", down, down, undefined],
  ["no request is left", { outcome: "exhausted" }, forbidden, undefined],
])("hazard 62: a refused feed where %s", async (_, company, project, parked) => {
  const { access, source, reported, asked } = accessTo(company, project);
  await access.judge("acme", [refused], source);
  expect(reported).toEqual(parked === undefined ? [] : [`notice ${parked}`, `park ${parked}`]);
  for (const { query } of asked) expect(query).toEqual({ limit: "1" });
  const trial = accessTo(company, project);
  const isTaken = company === taken || project === taken;
  expect(await trial.access.probe({ ...instance, onTrial: true }, trial.source)).toBe(isTaken ? "resumed" : "parked");
  expect(trial.reported).toEqual(isTaken ? ["recovered", "resume"] : reported);
});

test.each<[VisitEnd, failures: number, asks: boolean]>([
  [{ outcome: "failed", reason: "not_found" }, 2, true],
  [{ outcome: "failed", reason: "unavailable_404" }, 2, true],
  [{ outcome: "failed", reason: "not_found" }, 1, false],
  [{ outcome: "failed", reason: "unavailable_500" }, 2, false],
  [{ outcome: "parked", reason: "not_found" }, 2, false],
  [{ outcome: "done" }, 2, false],
])(
  "beside a feed that was read, a visit that ended with %o after %i failures has the access checked: %o",
  async (end, failures, asks) => {
    const { access, source, asked } = accessTo();
    const wasRead = { end: { outcome: "done" }, failures: 0 } as const;
    await access.judge("acme", [wasRead, { end, failures }], source);
    expect(asked).toHaveLength(asks ? 1 : 0);
  },
);

test("a revoked token needs no more requests, and a parked instance that isn't on trial is parked once", async () => {
  const { access, source, reported, asked } = accessTo(forbidden);
  await access.judge("acme", [{ end: { outcome: "refused", by: "revoked" }, failures: 0 }], source);
  expect([reported, asked]).toEqual([["notice invalid_client", "park invalid_client"], []]);
  reported.splice(0);
  expect(await access.probe(instance, source)).toBe("parked");
  expect(reported).toEqual([]);
});
