import type { BridgeWorld } from "../bridge-world.ts";

/**
 * Checks that no secret is in a log line, or in any response but the one that gives it to its owner, and that an event
 * about an erasure doesn't contain what was erased.
 */
export function judgeSecrecy({ witness, people, logLines, api, sourceTokens }: BridgeWorld): void {
  const secrets = [...people.secrets, ...sourceTokens];
  for (const { envelope } of witness.reported.values()) {
    const { id, type, data, changes = [], redacted } = envelope;
    const erases = type === "person.updated" && data?.["lastName"] === "(erased)" && changes.length > 1;
    const isErasure = erases && changes.some(({ field }) => field === "lastName");
    if (isErasure && (redacted !== true || changes.some(({ from }) => from !== undefined)))
      witness.violates(`${id} contains what was erased`);
  }
  const given = /\/(keys|secret|subscriptions)$/;
  const said = logLines.join("\n");
  for (const secret of secrets) if (said.includes(secret)) witness.violates("a log line holds a secret");
  for (const { request, text } of api.answers) {
    if (request.method === "POST" && given.test(request.path)) continue;
    if (secrets.some((secret) => text.includes(secret)))
      witness.violates(`${request.method} ${request.path} answers a secret`);
  }
}
