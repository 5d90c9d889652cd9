import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { definedJson } from "../../kernel/defined-json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { Key, Table } from "../../kernel/ports/table.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { type Credentials, credentials, instanceName } from "../../source/instance.ts";
import { readScopes } from "../../source/token-request.ts";

/** The result of testing one list. `untested`: there was no record to request, or no time or request was left. */
const listOutcome = z.enum(["answers", "forbidden", "missing", "refused", "unavailable", "untested"]);
export type ListOutcome = z.infer<typeof listOutcome>;

const testedList = z.object({
  /** Relative to the instance's address, such as `/person/timeline`. */
  path: z.string(),
  outcome: listOutcome,
  /** The largest page size that the list accepts, among the sizes that the bridge requests. */
  pageLimit: z.int().optional(),
});
export type TestedList = z.infer<typeof testedList>;

export const credentialReport = z.object({
  /**
   * `partly`: the pair gets a token, but at least one list can't be read, or a list other than the change feed wasn't
   * tested. `unreachable`: the source gave no usable response, so the pair is untested.
   */
  outcome: z.enum(["works", "partly", "refused", "unreachable"]),
  reason: z.enum(["invalid_client", "no_read_scope", "unknown_instance"]).optional(),
  /** A short description of why the source couldn't be reached. */
  fault: z.string().optional(),
  scope: z.enum(readScopes).optional(),
  /**
   * Whether the source would also let the pair write; absent if the source didn't say. The bridge itself never writes.
   */
  mayWrite: z.boolean().optional(),
  /** How far (ms) the source's clock is ahead of ours. Absent if the source's responses have no date. */
  clockOffset: z.int().optional(),
  lists: z.array(testedList),
  requests: z.int(),
});
export type CredentialReport = z.infer<typeof credentialReport>;

/** Asks a worker of the `poll` queue to test a pair of credentials, which is stored sealed in a table. */
export const credentialTestMessage = z.object({ instance: instanceName, credentialTest: z.string().min(1) });
type CredentialTestMessage = z.infer<typeof credentialTestMessage>;

/**
 * One test (`feeds` table, pk `<instance>#credential-test`, sk its id). It contains the pair until the test is done,
 * and then the report.
 */
const testItem = z.object({
  sealed: z.string().optional(),
  /** After this time (unix ms), the caller no longer waits for the report. */
  until: z.int(),
  report: credentialReport.optional(),
});

/** How long (ms) a caller waits: an API function on AWS must respond within 29 seconds. */
const longestWait = 22_000;
/** The time (ms) between two reads of the report. */
const lookEvery = 200;
/** After this time (s), the remains of an interrupted test are deleted. */
const keptSeconds = 600;

type AskingParts = Context & {
  readonly table: Table;
  readonly secrets: SecretBox;
  readonly poll: QueueSender;
};

/**
 * The test runs on a polling worker, because the API function isn't allowed to connect to the source or unseal
 * credentials. Also, the source may accept requests only from the workers' addresses.
 */
export class CredentialTests {
  readonly #parts: AskingParts;

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  /** Resolves to undefined if no report arrived in time. */
  async ask(instance: string, pair: Credentials): Promise<CredentialReport | undefined> {
    const { table, secrets, poll, clock, sleeper, randomness } = this.#parts;
    const id = Buffer.from(randomness.bytes(12)).toString("base64url");
    const key = keyOf({ instance, credentialTest: id });
    const until = clock.now() + longestWait;
    const sealed = await secrets.seal(tenantOf(instance), sealedIdOf(id), JSON.stringify(pair));
    const expiresAt = Math.ceil(clock.now() / 1_000) + keptSeconds;
    await table.put([{ item: { ...key, sealed, until, expiresAt } }]);
    const message: CredentialTestMessage = { instance, credentialTest: id };
    // The group begins with `credential-test`, not with the instance, so the message doesn't wait behind the instance's
    // polls.
    await poll.send([{ body: JSON.stringify(message), group: `credential-test#${instance}` }]);
    let report: CredentialReport | undefined;
    while (report === undefined && clock.now() < until) {
      await sleeper.sleep(lookEvery);
      const item = await table.get(key);
      report = item === undefined ? undefined : parseStored(testItem, item, `credential test ${id}`).report;
    }
    await table.remove(key);
    return report;
  }
}

export type AnsweringParts = Context & {
  readonly table: Table;
  readonly secrets: SecretBox;
  /** Tests a pair, and returns by `until` (unix ms). */
  readonly test: (instance: string, pair: Credentials, until: number) => Promise<CredentialReport>;
};

/** A test ends this long (ms) before its caller stops waiting, so that the caller can still read the report. */
const reserve = 2_000;

/** Does nothing if the caller no longer waits or the test has already been done. */
export async function answerCredentialTest(parts: AnsweringParts, message: CredentialTestMessage): Promise<void> {
  const { table, secrets, clock, test } = parts;
  const { instance, credentialTest: id } = message;
  const key = keyOf(message);
  const item = await table.get(key);
  if (item === undefined) return;
  const { sealed, until } = parseStored(testItem, item, `credential test ${id}`);
  if (sealed === undefined || clock.now() >= until) return;
  const text = await secrets.open(tenantOf(instance), sealedIdOf(id), sealed);
  const pair = parseStored(credentials, JSON.parse(text), `credential test ${id}`);
  const report = await test(instance, pair, until - reserve);
  // If the row is gone, the caller has given up, and the update must not recreate the row.
  await table.update({
    key,
    set: { report: definedJson(report) },
    remove: ["sealed"],
    when: [{ attribute: "until", is: "equal", value: until }],
  });
}

const keyOf = ({ instance, credentialTest }: CredentialTestMessage): Key => ({
  pk: `${instance}#credential-test`,
  sk: credentialTest,
});
/** The tenant whose data key seals the pair. The data key is kept even if the instance is never registered. */
const tenantOf = (instance: string): string => `instance#${instance}`;
const sealedIdOf = (id: string): string => `credential-test#${id}`;
