import { useState } from "preact/hooks";
import { useLoad } from "../api/use-load.ts";
import { Action } from "./action.tsx";
import { Empty, Loaded } from "./page.tsx";
import { type Column, Table } from "./table.tsx";

type Page<T> = { readonly items: readonly T[]; readonly more: boolean; readonly nextCursor?: string };

/**
 * A table of a list of the API. Its first page is read again every `every` ms; the user can add further pages.
 * `isShown` leaves out rows. `none` are the titles if the list is empty, and if all rows are left out.
 */
export function ListTable<T>({
  name,
  read,
  every,
  isShown = () => true,
  none: [ofList, ofShown = ""],
  more = "Show more",
  ...table
}: {
  name: string;
  read: (paging: { cursor?: string }) => Promise<Page<T>>;
  every?: number;
  isShown?: (row: T) => boolean;
  none: readonly [ofList: string, ofShown?: string];
  more?: string;
  label: string;
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
}) {
  const load = useLoad(name, () => read({}), every);
  const [further, setFurther] = useState<readonly T[]>([]);
  const [last, setLast] = useState<Page<T> | undefined>();
  return (
    <Loaded load={load}>
      {(page) => {
        const first = new Set(page.items.map(table.keyOf));
        const all = [...page.items, ...further.filter((row) => !first.has(table.keyOf(row)))];
        const { more: isMore, nextCursor: cursor } = last ?? page;
        const addPage = async (from: string) => {
          const next = await read({ cursor: from });
          setFurther([...further, ...next.items]);
          setLast(next);
        };
        return (
          <>
            <Table
              {...table}
              rows={all.filter(isShown)}
              empty={<Empty title={all.length === 0 ? ofList : ofShown} />}
            />
            {isMore && cursor !== undefined && <Action run={() => addPage(cursor)}>{more}</Action>}
          </>
        );
      }}
    </Loaded>
  );
}
