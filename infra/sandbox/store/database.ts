import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import * as z from "zod";

const line = z.object({ line: z.string() });
const blob = z.object({ content: z.instanceof(Uint8Array) });

/**
 * Stores a line for each committed transaction, and the contents of documents by their SHA-256. Without a directory,
 * the contents are in memory, and there is no log. The operating system receives a line before the commit returns, so a
 * killed process loses no commit.
 */
export class Database {
  readonly #database: DatabaseSync;
  readonly #addLine: StatementSync | undefined;

  constructor(directory: string | undefined, name: string) {
    if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#database = new DatabaseSync(directory === undefined ? ":memory:" : join(directory, `${name}.db`));
    // The operating system may write commits to disk later, so a power cut could lose the last ones.
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS log (line TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS blobs (name TEXT PRIMARY KEY, content BLOB NOT NULL)`);
    if (directory !== undefined) this.#addLine = this.#database.prepare("INSERT INTO log (line) VALUES (?)");
  }

  *lines(): Generator<string> {
    for (const row of this.#database.prepare("SELECT line FROM log ORDER BY rowid").iterate())
      yield line.parse(row).line;
  }

  append(text: () => string): void {
    this.#addLine?.run(text());
  }

  /** One transaction is far faster than a transaction for each line. */
  together(work: () => void): void {
    this.#database.exec("BEGIN");
    work();
    this.#database.exec("COMMIT");
  }

  store(content: Buffer): string {
    const name = createHash("sha256").update(content).digest("hex");
    this.#database.prepare("INSERT OR IGNORE INTO blobs (name, content) VALUES (?, ?)").run(name, content);
    return name;
  }

  content(name: string): Buffer {
    const row = this.#database.prepare("SELECT content FROM blobs WHERE name = ?").get(name);
    return Buffer.from(blob.parse(row).content);
  }

  close(): void {
    this.#database.close();
  }
}
