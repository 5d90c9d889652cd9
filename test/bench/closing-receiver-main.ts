import { createServer } from "node:https";
import { setPriority } from "node:os";
import { testCertificate } from "../contract/dialer-certificate.ts";

/** A partner's receiver that ends each TLS connection after its response, so that each webhook costs a handshake. */
// A receiver runs on another machine, so its cost isn't measured.
setPriority(19);
let received = 0;
const server = createServer({ cert: testCertificate.cert, key: testCertificate.key }, (request, response) => {
  received += 1;
  request.resume().on("end", () => response.writeHead(204, { connection: "close" }).end());
});
process.once("SIGTERM", () => {
  console.log(`the neighbour received ${received}`);
  process.exit(0);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready https://localhost:${typeof address === "object" && address !== null ? address.port : 0}`);
});
