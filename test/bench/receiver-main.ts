import { createServer } from "node:http";

// The endpoints of the isolation benchmark: `/healthy`, `/tarpit` and `/flapping`.

/** How long (ms) `/tarpit` waits before it responds. */
const tarpit = 30_000;

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const fails = request.url === "/flapping" && Math.floor(Date.now() / 10_000) % 2 === 0;
    const wait = request.url === "/tarpit" ? tarpit : 0;
    setTimeout(() => response.writeHead(fails ? 500 : 204).end(), wait);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`);
});
