/** The members of a row that are kept. They identify the row and its place in the list. */
const ofRow = ["id", "created", "modified"];
/** The members of the page itself that are kept. */
const ofPage = ["nextCursor", "totalItems"];
/** Names and values with more bytes than this aren't kept. */
const longest = 16_384;
/**
 * A page with more rows than this is ignored. Skimmed pages are requested with a limit of one row, but a source may
 * ignore the limit.
 */
const mostRows = 1_000;
/**
 * The maximum number of members kept from the page or from a row. Fewer than this many names are kept, so there are
 * more members only if names repeat. The last value of a name counts, so the oldest members are dropped.
 */
const mostMembers = 10;

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [opensObject, closesObject, opensList, closesList] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Where a byte is: outside the page, in the page, in its `items`, or in one of its rows. `#below` counts deeper levels.
 */
type Place = "outside" | "page" | "items" | "row";

/**
 * Reads a page of a list as it arrives, however large it is. Keeps only what is needed to continue after the page: the
 * ids and change times of its rows, the cursor of the next page, and the total. Memory never contains more than these
 * parts and one value. Anything that isn't a page, or has too many rows, is ignored. Only a row's own members are read;
 * deeper levels are skipped.
 */
export class PageSkimmer {
  #place: Place = "outside";
  /** The number of open levels below those that are kept. */
  #below = 0;
  #inString = false;
  #escaped = false;
  /** The text of the value or name being read; undefined if none is being read, or if the text is too long. */
  #token: number[] | undefined;
  #tooLong = false;
  #name: string | undefined;
  readonly #page: string[] = [];
  readonly #rows: string[][] = [];
  #isComplete = false;

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.#inString) this.#inText(byte);
      else this.#between(byte);
    }
  }

  /** Returns the kept parts of the page as JSON; undefined if no complete page arrived. */
  text(): string | undefined {
    if (!this.#isComplete || this.#rows.length > mostRows) return undefined;
    const items = this.#rows.map((members) => `{${members.join(",")}}`).join(",");
    return `{${[`"items":[${items}]`, ...this.#page].join(",")}}`;
  }

  #inText(byte: number): void {
    this.#keep(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inString = false;
  }

  #between(byte: number): void {
    switch (byte) {
      case quote:
        this.#inString = true;
        this.#begin();
        this.#keep(byte);
        return;
      case colon:
        this.#name = this.#taken();
        return;
      case comma:
        this.#endValue();
        return;
      case opensObject:
      case opensList:
        this.#open(byte === opensObject);
        return;
      case closesObject:
      case closesList:
        this.#close();
        return;
      default:
        // White space is ignored. The first character of a number or literal begins a value.
        if (byte <= 0x20) return;
        if (this.#token === undefined && !this.#tooLong) this.#begin();
        this.#keep(byte);
    }
  }

  #begin(): void {
    this.#token = [];
    this.#tooLong = false;
  }

  #keep(byte: number): void {
    if (this.#below > 0 || this.#token === undefined) return;
    if (this.#token.length < longest) this.#token.push(byte);
    else {
      this.#token = undefined;
      this.#tooLong = true;
    }
  }

  #taken(): string | undefined {
    const text = this.#token && Buffer.from(this.#token).toString("utf8");
    this.#token = undefined;
    this.#tooLong = false;
    return text;
  }

  /** Ends a member's value. An element of a list has no name and is skipped. */
  #endValue(): void {
    const value = this.#taken();
    const name = this.#name;
    if (this.#below > 0) return;
    this.#name = undefined;
    if (value === undefined) return;
    const [kept, into] = this.#place === "row" ? [ofRow, this.#rows.at(-1)] : [ofPage, this.#page];
    if (into === undefined || !kept.some((known) => `"${known}"` === name)) return;
    into.push(`${name}:${value}`);
    if (into.length > mostMembers) into.shift();
  }

  #open(isObject: boolean): void {
    const name = this.#name;
    if (this.#below > 0) this.#below += 1;
    else if (this.#place === "outside" && isObject) this.#place = "page";
    else if (this.#place === "page" && !isObject && name === '"items"') this.#place = "items";
    else if (this.#place === "items" && isObject) {
      this.#place = "row";
      if (this.#rows.length <= mostRows) this.#rows.push([]);
    } else this.#below = 1;
    this.#token = undefined;
  }

  #close(): void {
    if (this.#below > 0) {
      this.#below -= 1;
      this.#token = undefined;
      return;
    }
    this.#endValue();
    if (this.#place === "row") this.#place = "items";
    else if (this.#place === "items") this.#place = "page";
    else if (this.#place === "page") {
      this.#place = "outside";
      this.#isComplete = true;
    }
  }
}
