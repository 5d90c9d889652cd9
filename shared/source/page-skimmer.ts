/** What is kept of a row that is too large to be read: what names it, and what says where it stands in its list. */
const ofRow = ["id", "created", "modified"];
/** What is kept of the page around it. */
const ofPage = ["nextCursor", "totalItems"];
/** Bytes of a name or a value above which it isn't kept. */
const longest = 16_384;

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [opensObject, closesObject, opensList, closesList] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The place of a byte: around the page, in it, in its `items`, in one of them, or below what is kept. */
type Place = "outside" | "page" | "items" | "row";

/**
 * Reads a page of a list as it comes, however large, and keeps of it only what leads past it: the ids and change times of
 * its rows, and the cursor of the next page. It keeps a few kilobytes at any time and trusts nothing: of what isn't a page it
 * makes nothing. Rows are read as far as their own members; what is nested deeper is passed over.
 */
export class PageSkimmer {
  #place: Place = "outside";
  /** Levels below what is kept. */
  #below = 0;
  #inString = false;
  #escaped = false;
  /** The text of the value or name that is being read; undefined between two, and where it is too long. */
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

  /** The page with what was kept of it, as JSON; undefined where what came was none, or not all of one. */
  text(): string | undefined {
    if (!this.#isComplete) return undefined;
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
        // White space ends no value; of a number or a word the first character begins it.
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

  /** A member's value ends; that of a list's element has no name and is passed over. */
  #endValue(): void {
    const value = this.#taken();
    const name = this.#name;
    if (this.#below > 0) return;
    this.#name = undefined;
    if (name === undefined || value === undefined || value === "") return;
    const [kept, into] = this.#place === "row" ? [ofRow, this.#rows.at(-1)] : [ofPage, this.#page];
    if (kept.some((known) => `"${known}"` === name)) into?.push(`${name}:${value}`);
  }

  #open(isObject: boolean): void {
    const name = this.#name;
    if (this.#below > 0) this.#below += 1;
    else if (this.#place === "outside" && isObject) this.#place = "page";
    else if (this.#place === "page" && !isObject && name === '"items"') this.#place = "items";
    else if (this.#place === "items" && isObject) {
      this.#place = "row";
      this.#rows.push([]);
    } else this.#below = 1;
    if (this.#below === 0) this.#name = undefined;
    this.#token = undefined;
  }

  #close(): void {
    if (this.#below > 0) {
      this.#below -= 1;
      this.#token = undefined;
      if (this.#below === 0) this.#name = undefined;
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
