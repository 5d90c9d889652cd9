import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

/** A name's addresses, or another name (`cname`). Several sets are returned one after another. */
export type Zone = { [name: string]: { readonly sets: string[][]; readonly cname?: string } };

const types = { a: 1, cname: 5, aaaa: 28 } as const;

/** A name server on this machine that returns what a test wants. */
export class NameServer implements AsyncDisposable {
  readonly zone: Zone = {};
  /** The questions, each as `A name`. */
  readonly asked: string[] = [];
  readonly #socket: Socket = createSocket("udp4");

  async listen(): Promise<string> {
    this.#socket.on("message", (query, { port, address }) => {
      this.#socket.send(this.#answer(query), port, address);
    });
    this.#socket.bind(0, "127.0.0.1");
    await once(this.#socket, "listening");
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(resolve));
  }

  #answer(query: Buffer): Buffer {
    const { name, type, end } = questionOf(query);
    this.asked.push(`${type === types.aaaa ? "AAAA" : "A"} ${name}`);
    const records: Buffer[] = [];
    let owner = name;
    for (let cname = this.zone[owner]?.cname; cname !== undefined; cname = this.zone[owner]?.cname) {
      records.push(record(owner, types.cname, nameBytes(cname)));
      owner = cname;
    }
    const entry = this.zone[owner];
    const set = entry?.sets[0] ?? [];
    // Each set answers one lookup, which is a question for A and one for AAAA.
    if (entry !== undefined && entry.sets.length > 1 && this.asked.length % 2 === 0) entry.sets.shift();
    for (const address of set.filter((one) => isIPv4(one) === (type === types.a))) {
      records.push(record(owner, type, addressBytes(address)));
    }
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(entry === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt16BE(0, 8);
    header.writeUInt16BE(0, 10);
    return Buffer.concat([header, query.subarray(12, end), ...records]);
  }
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString("latin1"));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(owner), fixed, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** Uses the URL parser, which writes every IPv6 address as at most eight groups of hex. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text = "") => text.split(":").filter((group) => group !== "");
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const bytes = Buffer.alloc(16);
  [...before, ...zeros, ...after].forEach((group, at) => bytes.writeUInt16BE(Number.parseInt(group, 16), at * 2));
  return bytes;
}
