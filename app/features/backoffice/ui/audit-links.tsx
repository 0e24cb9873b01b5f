import { Link, href } from "react-router";
import type { AuditObject } from "../rules/audit-object.ts";
import type { AuditPerson } from "../server/list-audit.ts";

const ROLES: Readonly<Record<string, string>> = {
  system: "The system",
  visitor: "A visitor",
  client: "A client",
  editor: "An editor",
  support: "Support",
  admin: "An admin",
};

/** The name of a person in the audit trail, linked to their page. Somebody without a profile is named by id. */
export function PersonLink({ person }: { person: AuditPerson }) {
  if (person.name === null) return <code>{person.uid}</code>;
  return (
    <Link
      to={
        person.isEditor
          ? href("/admin/editors/:id", { id: person.uid })
          : href("/admin/clients/:uid", { uid: person.uid })
      }
    >
      {person.name}
    </Link>
  );
}

/** Who did something: a person, or the role of nobody in particular. */
export function ActorName({ actor, role }: { actor: AuditPerson | null; role: string }) {
  return actor ? <PersonLink person={actor} /> : <>{ROLES[role] ?? role}</>;
}

/** An object in words, linked to its page where it has one. */
export function ObjectLink({ object }: { object: AuditObject }) {
  return object.to ? <Link to={object.to}>{object.noun}</Link> : <>{object.noun}</>;
}
