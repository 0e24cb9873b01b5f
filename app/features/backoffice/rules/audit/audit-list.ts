import type { ListQuery, ListShape } from "#app/platform/rules/core/list-query.ts";
import { AUDIT_AREAS } from "./audit-areas.ts";

const SORTS = ["at"] as const;
/** `q` finds a person, an object by its number, or either by id. `person` and `object` are ids, from links. */
export const AUDIT_LIST = {
  sorts: SORTS,
  defaultSort: "-at",
  filters: {
    person: null,
    object: null,
    side: ["did", "about"],
    area: AUDIT_AREAS,
    kind: null,
    from: null,
    to: null,
  },
} as const satisfies ListShape<(typeof SORTS)[number], "person" | "object" | "side" | "area" | "kind" | "from" | "to">;
export type AuditQuery = ListQuery<
  (typeof SORTS)[number],
  "person" | "object" | "side" | "area" | "kind" | "from" | "to"
>;
