import { openStoreEngine } from "../../../infra/node/open-store-engine.ts";

/** Has the queue of alerts of the store in the directory that it is given give up on a message that nobody can read. */
const engine = openStoreEngine(process.argv[2] ?? "");
const queue = engine.queue("alerts");
await queue.send([{ body: "not a message" }]);
// As consumers that fail time and again would, beside the bridge's own.
while ((await queue.depth()).dead === 0) await queue.release(await queue.receive(1), 0);
engine.close();
console.log("ready given up");
