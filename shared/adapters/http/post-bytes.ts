const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What would end a header's line, or can't be written as one byte. */
const unwritable = /[^\t\x20-\x7e\x80-\xff]/;

/** They say how the request is framed, or what becomes of the connection, and are ours alone. */
const ours = new Set([
  ...["host", "connection", "content-length", "transfer-encoding", "accept-encoding", "expect", "upgrade", "te"],
  ...["trailer", "keep-alive", "proxy-connection", "http2-settings"],
]);

/** A POST as it goes over the connection, in one piece: one write, and one record of TLS. Undefined where a header can't be sent. */
export function postBytes(
  { host, path }: { readonly host: string; readonly path: string },
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Buffer | undefined {
  // A compressed answer could be small to send and endless to read.
  let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\naccept-encoding: identity\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    if (!token.test(name) || ours.has(name.toLowerCase()) || unwritable.test(value)) return undefined;
    head += `${name}: ${value}\r\n`;
  }
  head += `content-length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, "latin1");
  bytes.set(body, head.length);
  return bytes;
}
