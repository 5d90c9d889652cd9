import * as z from "zod";
import { type RecordResource, recordResource } from "../../../../shared/kernel/catalogue.ts";
import type { Item, Key } from "../../../../shared/kernel/ports/table.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";

type Row = {
  readonly resource: RecordResource;
  readonly id: string;
  /** Its position on its timeline (unix ms). */
  readonly at: number;
  readonly modified: string;
  /** When the source responded (unix ms, by its own clock). */
  readonly answeredAt: number;
};

const answered = z.object({
  items: z.array(z.object({ id: z.string(), created: z.string().nullish(), modified: z.string().nullish() })),
});
const timeline = z.object({
  instance: z.string(),
  kind: z.string().endsWith("-timeline"),
  query: z.object({ key: z.string().optional() }),
  checkpoint: z.object({ watermark: z.int() }),
});

const walk = z.object({
  instance: z.string(),
  kind: z.string().endsWith("-walk"),
  checkpoint: z.object({ phase: z.object({ name: z.string(), page: z.int().optional() }) }),
});

const times = z.object({
  modified: z.string().optional(),
  created: z.string().optional(),
  asOf: z.int().default(0),
});

type Parts = {
  /** Unix ms. */
  readonly now: () => number;
  /** The mirror's current item. */
  readonly mirrored: (key: Key) => Promise<Item | undefined>;
  /** Whether the source currently shows a record, and didn't just tell the process that it doesn't exist. */
  readonly isShown: (
    subject: { readonly type: RecordResource; readonly id: string },
    instance: string,
    process: string,
  ) => boolean;
  /** Whether a read by id has ever been older than the row with this change time. */
  readonly hasLagged: (
    subject: { readonly type: RecordResource; readonly id: string },
    instance: string,
    modified: string,
  ) => boolean;
  readonly violates: (what: string) => void;
};

/**
 * Whenever a timeline's watermark advances or a walk continues to its next page, the mirror must contain everything
 * that its process received up to there, at least as new. Otherwise, a process that dies now loses it.
 */
export class Checkpoints {
  readonly #parts: Parts;
  /** The rows that each process received, by process, instance, resource and timeline. */
  readonly #rows = new Map<string, Row[]>();
  /** The rows of whole lists, by process, instance and resource. */
  readonly #walked = new Map<string, Row[]>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A response of the source to a process. `path` is `/acme/api/v1/en/person/cursor?key=modified&…`. */
  hear(process: string, path: string, body: string): void {
    const url = new URL(path, "https://source.example");
    const resource = recordResource.safeParse(url.pathname.split("/").at(-2)).data;
    const page = resource && answered.safeParse(parsedJson(body)).data;
    if (resource === undefined || page === undefined) return;
    const key = url.searchParams.get("key") ?? "";
    const answeredAt = this.#parts.now();
    const rows = page.items.flatMap(({ id, created, modified }) => {
      const at = (key === "created" ? created : modified) ?? (key === "" ? created : undefined);
      return typeof at === "string"
        ? [{ resource, id, at: Date.parse(at), modified: modified ?? created ?? "", answeredAt }]
        : [];
    });
    const list = `${process} ${url.pathname.split("/")[1] ?? ""} ${resource}`;
    const name = `${list} ${key}`;
    this.#rows.set(name, [...(this.#rows.get(name) ?? []), ...rows]);
    // A request for one row only asks how many there are.
    if (key === "" && url.searchParams.get("limit") !== "1")
      this.#walked.set(list, [...(this.#walked.get(list) ?? []), ...rows]);
  }

  /** A write of the table `feeds`, by a process. */
  see(process: string, before: Item | undefined, after: Item | undefined): void {
    this.#seeTimeline(process, before, after);
    this.#seeWalk(process, before, after);
  }

  #seeWalk(process: string, before: Item | undefined, after: Item | undefined): void {
    const feed = walk.safeParse(after).data;
    const old = walk.safeParse(before).data?.checkpoint.phase;
    if (feed === undefined || old?.name !== "walking") return;
    const { name, page = 0 } = feed.checkpoint.phase;
    const isFurther = name === "comparing" || (name === "walking" && page > (old.page ?? 0));
    if (!isFurther) return;
    const list = `${process} ${feed.instance} ${feed.kind.split("-")[0] ?? ""}`;
    for (const row of this.#walked.get(list) ?? []) void this.#compare(process, feed.instance, row, "a walk goes on");
    this.#walked.delete(list);
  }

  #seeTimeline(process: string, before: Item | undefined, after: Item | undefined): void {
    const feed = timeline.safeParse(after).data;
    if (feed === undefined) return;
    const { watermark } = feed.checkpoint;
    if (timeline.safeParse(before).data?.checkpoint.watermark === watermark) return;
    const name = `${process} ${feed.instance} ${feed.kind.split("-")[0] ?? ""} ${feed.query.key ?? ""}`;
    const rows = this.#rows.get(name) ?? [];
    this.#rows.set(
      name,
      rows.filter(({ at }) => at > watermark),
    );
    for (const row of rows.filter(({ at }) => at <= watermark)) {
      void this.#compare(process, feed.instance, row, `a checkpoint passes ${new Date(watermark).toISOString()}`);
    }
  }

  async #compare(
    process: string,
    instance: string,
    { resource, id, modified, answeredAt }: Row,
    what: string,
  ): Promise<void> {
    const item = await this.#parts.mirrored(recordKey(instance, resource, id));
    const { modified: held = "", created = "", asOf } = times.parse(item ?? {});
    // A later change may be backdated.
    if ((held || created) >= modified || asOf > answeredAt) return;
    // A row whose read by id lags is left to a later reading.
    if (this.#parts.hasLagged({ type: resource, id }, instance, modified)) return;
    // What a failed visit received may be gone by the next one.
    if (this.#parts.isShown({ type: resource, id }, instance, process))
      this.#parts.violates(`${what}, and the mirror lacks ${resource} ${id} of ${modified}`);
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
