import { may } from "#app/platform/rules/core/duties.ts";
import { EDITOR_LIST } from "#app/features/orders/rules/own-lists.ts";
import { verifiedPerson } from "#app/features/orders/server/views/own-orders-csv.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { ownWorkList } from "./list-own-work.ts";

/** GET /api/csv/editor-orders: the orders an editor has or had. */
export const ownWorkCsv = listFile(
  EDITOR_LIST,
  (actor, query) => {
    const person = verifiedPerson(actor);
    if (!person.isEditor && !may(person, "orders")) throw refused("Only editors have orders to work on.");
    return ownWorkList(person, query);
  },
  { name: "work" },
);
