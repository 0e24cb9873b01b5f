import type { CsvColumn, CsvValue } from "../text/csv.ts";
import type { ListQuery } from "./list-query.ts";

/** A column of a list: on its screen, in its file, or in both. A screen shows those that it has a cell for. */
export type ListColumn<Row> = {
  header: string;
  /** The list can be sorted by it. Its key is its name in the URL. */
  sort?: true;
  /** Its value in the file. Without one, it's only on the screen. */
  csv?: (row: Row) => CsvValue;
  /** Its header in the file, if that's another. */
  csvHeader?: string;
  /** Right-aligns figures. */
  align?: "end";
  /** On phones, `title` is the card's heading and `hidden` is left out. */
  narrow?: "title" | "hidden";
  width?: string;
  /** In a dense table, takes the room that the others leave, on one line. */
  fill?: true;
};

/** A value in the URL and its label. */
export type Choice = readonly [value: string, label: string];
/**
 * A filter with its label. Without choices the URL may have any value: the screen has them, or it's a day or an id.
 * `any` labels no filter. `values` are those of links, if they're others than the menu's.
 */
export type ListFilter = {
  label: string;
  any?: string;
  choices: readonly Choice[] | null;
  values?: readonly string[];
};
/** A filter that's no menu: a day, or an id that comes with a link. */
export const HIDDEN = { label: "", choices: null } as const satisfies ListFilter;

type SortOf<Columns> = { [Key in keyof Columns]: Columns[Key] extends { sort: true } ? Key : never }[keyof Columns] &
  string;

type Words<Filter extends string> = {
  /** Its heading for screen readers. */
  caption: string;
  /** One row, "order"; `plural` if it's irregular. */
  noun: string;
  plural?: string;
  /** The page with all rows, for when none match. */
  home: string;
  /** Its file's name and address, /api/csv/NAME. */
  file?: string;
  /** What a search finds. Without it there's no search. */
  search?: string;
  choices: Readonly<Record<Filter, ListFilter>>;
};

/** A list: its columns, filters, search, and order, from which its URL, its screen, and its file follow. */
export type DeclaredList<Row, Column extends string, Sort extends string, Filter extends string> = Words<Filter> & {
  columns: Readonly<Record<Column, ListColumn<Row>>>;
  sorts: readonly Sort[];
  /** As in the URL: "createdAt", or "-createdAt" for newest first. */
  defaultSort: Sort | `-${Sort}`;
  filters: Readonly<Record<Filter, readonly string[] | null>>;
};

// oxlint-disable-next-line typescript/no-explicit-any -- rows are in parameters, where only any accepts every list
type AnyList = DeclaredList<any, any, any, any>;
/** What a list's URL asks for. */
export type QueryOf<List extends AnyList> = ListQuery<List["sorts"][number], keyof List["filters"] & string>;

/**
 * Declares a list of rows: `declareList<Row>()({ ... })`. TypeScript infers the columns and filters only if the row is
 * given by itself. @throws RangeError if the list can't be sorted by its default
 */
export const declareList =
  <Row>() =>
  <const Columns extends Readonly<Record<string, ListColumn<Row>>>, Filter extends string = never>({
    filters,
    ...list
  }: Omit<Words<Filter>, "choices"> & {
    columns: Columns;
    defaultSort: string;
    filters: Readonly<Record<Filter, ListFilter>>;
  }): DeclaredList<Row, keyof Columns & string, SortOf<Columns>, Filter> => {
    const sorts = Object.keys(list.columns).filter((key) => list.columns[key]!.sort);
    if (!sorts.includes(list.defaultSort.replace(/^-/, ""))) throw new RangeError(list.defaultSort);
    const values = Object.entries<ListFilter>(filters).map(([name, { choices, values: allowed }]) => [
      name,
      allowed ?? choices?.map(([value]) => value) ?? null,
    ]);
    return {
      ...list,
      columns: list.columns as Readonly<Record<keyof Columns & string, ListColumn<Row>>>,
      sorts: sorts as SortOf<Columns>[],
      defaultSort: list.defaultSort as SortOf<Columns>,
      choices: filters,
      filters: Object.fromEntries(values) as Record<Filter, readonly string[] | null>,
    };
  };

/** Choices from values and their words. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  words: Readonly<Partial<Record<Value, string>>> | ((value: Value) => string),
): Choice[] => values.map((it) => [it, (typeof words === "function" ? words(it) : words[it]) ?? it]);

/** The columns of a list's file. */
export const csvColumns = <Row>(columns: Readonly<Record<string, ListColumn<Row>>>): CsvColumn<Row>[] =>
  Object.values(columns).flatMap(({ header, csvHeader, csv }) =>
    csv ? [{ header: csvHeader ?? header, value: csv }] : [],
  );
