import type { DialRequest } from "../../../shared/delivery/attempt/dialer.ts";

export type Post = { readonly url: string; readonly event: string; readonly body: string };
/** The status of an endpoint's response; undefined for none. */
export type Endpoints = (post: Post, nth: number) => number | undefined;

/** A subscriber endpoint's response to a request, which is recorded in `posts`. */
export function answerOf({ url, headers, body }: DialRequest, endpoints: Endpoints, posts: Post[]) {
  const post = { url, event: headers["webhook-id"] ?? "", body: Buffer.from(body).toString("utf8") };
  const before = posts.filter(({ url: other, event }) => other === url && event === post.event);
  posts.push(post);
  const status = endpoints(post, before.length + 1);
  const ended = { ms: 5, timing: {} };
  if (status === undefined) return { outcome: "failed" as const, class: "timeout" as const, ...ended };
  return { outcome: "answered" as const, status, headers: {}, excerpt: String(status), ...ended };
}
