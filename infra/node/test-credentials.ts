import { systemClock, systemRandomness, systemSleeper } from "../../functions/runtime/system-ports.ts";
import { FairTurns } from "../../shared/adapters/http/fair-turns.ts";
import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";
import { cpuOfThread } from "../../shared/adapters/local/cpu-of-thread.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import {
  type CredentialFinding,
  credentialFindings,
} from "../../shared/polling/credential-test/credential-findings.ts";
import { testCredential } from "../../shared/polling/credential-test/test-credential.ts";
import type { Credentials } from "../../shared/source/instance.ts";
import { InMemoryMetrics } from "./in-memory-metrics.ts";

/** In ms: enough for about 15 requests at 5 per second to a slow source. */
const longest = 20_000;
const note = () => undefined;

/** Returns the same result as the API's test, but needs no bridge. */
export async function testCredentials(
  partnerUrl: string,
  instance: string,
  credentials: Credentials,
): Promise<readonly CredentialFinding[]> {
  const now = () => systemClock.now();
  const parts = {
    ...{ clock: systemClock, sleeper: systemSleeper, randomness: systemRandomness, timings: defaultTimings },
    // The findings contain everything worth reporting.
    ...{ logger: { info: note, warn: note, error: note }, metrics: new InMemoryMetrics() },
    http: new UndiciSourceHttp({ baseUrl: partnerUrl, timeout: defaultTimings.sourceTimeout, now }),
    turns: new FairTurns({ cpu: cpuOfThread, now, longest: 10 }),
  };
  return credentialFindings(await testCredential(parts, instance, credentials, now() + longest));
}
