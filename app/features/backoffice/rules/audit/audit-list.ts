import { HIDDEN, type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { AREA_LABELS, AUDIT_AREAS } from "./audit-areas.ts";
import type { AuditObject } from "./audit-object.ts";

/** A person in the trail. The name is null if they never had a profile. */
export type AuditPerson = { uid: string; name: string | null; isEditor: boolean };
export type AuditRow = {
  id: string;
  at: string;
  kind: string;
  title: string;
  detail: string;
  actor: AuditPerson | null;
  actorRole: string;
  /** Who of the staff did it in their name. */
  impersonator: AuditPerson | null;
  /** Whom it's about, if that's somebody else. */
  about: AuditPerson | null;
  order: { id: string; number: string } | null;
  /** What it's about besides an order or a person. */
  object: AuditObject | null;
};

/** Its search finds a person, an object by its number, or either by id. `person` and `object` are ids, from links. */
export const AUDIT_LIST = declareList<AuditRow>()({
  caption: "Audit trail",
  noun: "entry",
  plural: "entries",
  home: "/admin/audit?q=",
  file: "audit",
  search: "Name, email, order, ticket, ID",
  defaultSort: "-at",
  filters: {
    person: HIDDEN,
    object: HIDDEN,
    side: {
      label: "Person",
      any: "Did it or concerned",
      choices: [
        ["did", "Did it"],
        ["about", "Concerned"],
      ],
    },
    area: { label: "Area", choices: choicesOf(AUDIT_AREAS, AREA_LABELS) },
    kind: { label: "Event", choices: null },
    from: HIDDEN,
    to: HIDDEN,
  },
  columns: {
    at: { header: "Time", sort: true, csv: (r) => r.at },
    event: { header: "Event", narrow: "title", fill: true, csv: (r) => r.title },
    detail: { header: "Details", csv: (r) => r.detail },
    kind: { header: "Kind", csv: (r) => r.kind },
    by: { header: "By", csv: (r) => r.actor?.name },
    byId: { header: "By ID", csv: (r) => r.actor?.uid },
    role: { header: "Role", csv: (r) => r.actorRole },
    impersonator: { header: "Viewing as them", csv: (r) => r.impersonator?.name },
    impersonatorId: { header: "Viewing as them ID", csv: (r) => r.impersonator?.uid },
    about: { header: "Person concerned", narrow: "hidden", csvHeader: "About", csv: (r) => r.about?.name },
    aboutId: { header: "About ID", csv: (r) => r.about?.uid },
    order: { header: "Order", csv: (r) => r.order?.number },
    orderId: { header: "Order ID", csv: (r) => r.order?.id },
    object: { header: "Order or object", narrow: "hidden", csvHeader: "Object", csv: (r) => r.object?.noun },
    objectId: { header: "Object ID", csv: (r) => r.object?.id },
    id: { header: "Entry ID", csv: (r) => r.id },
  },
});
export type AuditQuery = QueryOf<typeof AUDIT_LIST>;
