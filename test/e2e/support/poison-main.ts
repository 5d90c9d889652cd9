import { openStoreEngine } from "../../../infra/node/sqlite-engine.ts";

/** Makes the alerts queue of the store in the given directory give up on an unreadable message. */
const engine = openStoreEngine(process.argv[2] ?? "");
const queue = engine.queue("alerts");
await queue.send([{ body: "not a message" }]);
// Like repeatedly failing consumers, beside the bridge's own.
while ((await queue.depth()).dead === 0) await queue.release(await queue.receive(1), 0);
engine.close();
console.log("ready given up");
