import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { requestApi } from "../../infra/node/request-api.ts";
import { pythonKitSample } from "../support/python-kit.ts";
import { ReceiverProgram } from "./support/receiver-program.ts";
import { StartProgram } from "./support/start-program.ts";

const key = "1b18f94061aedce3eaaa8806a17e8cca3418f4ff0fe7ee0b09cb3daa5317a5fd";
let bridge: StartProgram;
let url = "";
beforeAll(async () => {
  bridge = StartProgram.node("--port", "0", "--operator-key", key);
  [, url = ""] = await bridge.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
});
afterAll(async () => {
  await bridge.interrupt();
});
const api = (method: string, path: string, body?: unknown) => requestApi(url, key, method, path, body);

const node = process.execPath;
/** The sample on the kit's page, with the kit's sources. */
const withPythonKit = `
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "infra/receiver-python")
${pythonKitSample()}`;
const receivers = [
  ["Node without a framework", node, ["docs/receivers/node-http.mjs"]],
  ["Express", node, ["docs/receivers/express.mjs"]],
  ["Fastify", node, ["docs/receivers/fastify.mjs"]],
  ["a Next.js route", node, ["test/e2e/support/handler-main.ts", "next-route"]],
  ["a Lambda function URL", node, ["test/e2e/support/handler-main.ts", "lambda-url"]],
  ["Python", "python3", ["docs/receivers/receiver.py"]],
  ["Python with the kit", "python3", ["-c", withPythonKit]],
  ["Go", "go", ["run", "docs/receivers/receiver.go"]],
] as const;

const isThere = (command: string) =>
  spawnSync(command, [command === "go" ? "version" : "--version"]).error === undefined;

for (const [name, command, argv] of receivers) {
  const isMissing = !isThere(command);
  test.skipIf(isMissing)(
    `the receiver for ${name} accepts real deliveries, each once, drops examples, and refuses forged ones${isMissing ? ` (skipped: ${command} isn't installed here)` : ""}`,
    async () => {
      const secret = `whsec_${randomBytes(32).toString("base64")}`;
      const receiver = new ReceiverProgram(command, argv, secret);
      onTestFinished(() => receiver.kill());
      const address = await receiver.url();
      const subscription = { url: address, eventTypes: ["*"], secret };
      const { id } = (await api("POST", "/v1/subscriptions", subscription)) as { id: string };
      await expect.poll(() => receiver.handled.length, { timeout: 60_000 }).toBeGreaterThan(2);

      // The same event once more gets a 2xx and is handled only once.
      const [first] = receiver.handled;
      const path = `/v1/subscriptions/${id}/deliveries/${first?.id}`;
      const runs = async () => ((await api("GET", path)) as { items: { state: string }[] }).items;
      // The receiver has the event before the bridge has recorded its response.
      await expect.poll(runs, { timeout: 60_000 }).toMatchObject([{ state: "delivered" }]);
      await api("POST", `${path}/retry`);
      await expect.poll(runs, { timeout: 60_000 }).toMatchObject([{ state: "delivered" }, { state: "delivered" }]);
      const ids = receiver.handled.map((event) => event.id);
      expect(new Set(ids).size).toBe(ids.length);

      const at = new Date();
      const body = '{"id":"evt_FORGED","type":"person.updated"}';
      const post = (by: string, time: Date, text = body) =>
        fetch(address, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "webhook-id": "evt_FORGED",
            "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
            "webhook-signature": new Webhook(by).sign("evt_FORGED", time, body),
          },
          body: text,
        });
      const another = `whsec_${randomBytes(32).toString("base64")}`;
      expect((await post(another, at)).status).toBe(401);
      expect((await post(secret, new Date(at.getTime() - 600_000))).status).toBe(401);
      expect((await post(secret, at, `${body} `)).status).toBe(401);
      expect((await fetch(address, { method: "POST", body: "{}" })).status).toBe(401);
      expect(receiver.output).not.toContain("evt_FORGED");
      let example: unknown;
      // The previous receiver's example may be less than a second old.
      const send = async () => {
        const body = { type: "person.removed" };
        example = await api("POST", `/v1/subscriptions/${id}/examples`, body).catch(String);
        return example;
      };
      await expect.poll(send).toMatchObject({ outcome: "delivered", attempt: { status: 204 } });
      expect((await post(secret, at)).status).toBe(204);
      // The event was sent after the example, which would have been handled before it.
      await expect.poll(() => receiver.output, { timeout: 60_000 }).toContain("evt_FORGED");
      expect(receiver.output).not.toContain((example as { event: string }).event);
      await api("DELETE", `/v1/subscriptions/${id}`);
    },
  );
}
