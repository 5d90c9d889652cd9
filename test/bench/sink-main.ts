import { createServer } from "node:http";

/** A subscriber that only counts. Both arms of a benchmark post to it, so its cost is the same for both. */
const seen = new Set<string>();
let posts = 0;
const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.end(JSON.stringify({ posts, distinct: seen.size }));
    return;
  }
  request.resume();
  request.on("end", () => {
    posts += 1;
    const id = request.headers["webhook-id"];
    if (typeof id === "string") seen.add(id);
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`);
});
