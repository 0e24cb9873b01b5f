import { z } from "zod";
import { LIST_LIMIT } from "../../rules/api-terms.ts";

/** How lists are asked for: a number of rows, after the last one that was seen. Newest first. */
export const Page = {
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT.most).default(LIST_LIMIT.usual),
  starting_after: z.string().max(60).optional(),
};

/** A page of a list. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal("list"), data: z.array(item), has_more: z.boolean() });

/** Rows of a query for one more than the limit, as a page. */
export const pageOf = <Row, View>(rows: readonly Row[], limit: number, view: (row: Row) => View) => ({
  object: "list" as const,
  data: rows.slice(0, limit).map(view),
  has_more: rows.length > limit,
});
