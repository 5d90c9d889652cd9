/** The members to keep of a row. They identify the row and its place in the list. */
const ofRow = ["id", "created", "modified"];
const ofPage = ["nextCursor", "totalItems"];
/** Names and values with more bytes than this aren't kept. */
const longest = 16_384;
/** A page with more rows is ignored. The bridge requests one row, but a source may ignore the limit. */
const mostRows = 1_000;
/**
 * The most members to keep of the page or of a row. Only repeated names can exceed this number. The last value of a
 * name counts, so the oldest members are dropped.
 */
const mostMembers = 10;

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [opensObject, closesObject, opensList, closesList] = [0x7b, 0x7d, 0x5b, 0x5d];

type Place = "outside" | "page" | "items" | "row";

/**
 * Reads a page of any size as it arrives, and keeps what is needed to continue after it: the ids and change times of
 * its rows, the next cursor, and the total. Memory never contains more than these parts and one value. Deeper levels of
 * a row are skipped.
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

  /** JSON of the kept parts; undefined unless a complete page with at most `mostRows` rows arrived. */
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
        // A number or literal has no opening quote, so its first character begins the value.
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
