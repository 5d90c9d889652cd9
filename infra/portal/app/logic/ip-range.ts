/** What the filter matcher needs of Node's `net`, for the browser. */
export function isIP(text: string): 0 | 4 | 6 {
  if (bytesOf4(text) !== undefined) return 4;
  return bytesOf6(text) === undefined ? 0 : 6;
}

export class BlockList {
  readonly #ranges: { readonly network: readonly number[]; readonly bits: number }[] = [];

  addSubnet(network: string, bits: number, family: "ipv4" | "ipv6"): void {
    const bytes = family === "ipv4" ? bytesOf4(network) : bytesOf6(network);
    if (bytes !== undefined) this.#ranges.push({ network: bytes, bits });
  }

  check(address: string, family: "ipv4" | "ipv6"): boolean {
    const bytes = family === "ipv4" ? bytesOf4(address) : bytesOf6(address);
    return bytes !== undefined && this.#ranges.some(({ network, bits }) => isWithin(bytes, network, bits));
  }
}

function isWithin(address: readonly number[], network: readonly number[], bits: number): boolean {
  if (address.length !== network.length) return false;
  return address.every((byte, at) => {
    const kept = Math.min(Math.max(bits - at * 8, 0), 8);
    const mask = 256 - 2 ** (8 - kept);
    return (byte & mask) === ((network[at] ?? 0) & mask);
  });
}

function bytesOf4(text: string): readonly number[] | undefined {
  const parts = text.split(".");
  const isValid = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
  return isValid ? parts.map(Number) : undefined;
}

function bytesOf6(text: string): readonly number[] | undefined {
  const tail = /(?<=:)[\d.]+\.[\d.]+$/.exec(text)?.[0];
  const four = tail === undefined ? undefined : bytesOf4(tail);
  if (tail !== undefined && four === undefined) return undefined;
  const hex = four === undefined ? text : text.slice(0, -(tail ?? "").length) + wordOf(four, 0) + ":" + wordOf(four, 2);
  const halves = hex.split("::");
  if (halves.length > 2) return undefined;
  const [head = [], rest] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const words = [...head, ...(rest ?? [])];
  if (!words.every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return undefined;
  if (rest === undefined ? words.length !== 8 : words.length > 7) return undefined;
  const zeros = Array.from({ length: 8 - words.length }, () => "0");
  return [...head, ...(rest === undefined ? [] : zeros), ...(rest ?? [])].flatMap((word) => {
    const value = Number.parseInt(word, 16);
    return [value >> 8, value & 255];
  });
}

function wordOf(bytes: readonly number[], at: number): string {
  return (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16);
}
