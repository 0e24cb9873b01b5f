import { Link, href } from "react-router";
import type { AuditObject } from "../rules/audit/audit-object.ts";
import type { AuditPerson } from "#app/features/backoffice/rules/audit/audit-list.ts";

const ROLES: Readonly<Record<string, string>> = {
  system: "The system",
  visitor: "A visitor",
  client: "A client",
  editor: "An editor",
  support: "Support",
  admin: "An admin",
};

/** The name of a person in the audit trail, linked to their page. Without a profile, it's their ID. */
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

/** Who did something: a person, or a role without a person. */
export function ActorName({
  actor,
  role,
  impersonator,
}: {
  actor: AuditPerson | null;
  role: string;
  /** Who of the staff did it in their name. */
  impersonator: AuditPerson | null;
}) {
  if (!actor) return <>{ROLES[role] ?? role}</>;
  if (!impersonator) return <PersonLink person={actor} />;
  return (
    <>
      <PersonLink person={impersonator} /> as <PersonLink person={actor} />
    </>
  );
}

/** An object in words, linked to its page if it has one. */
export function ObjectLink({ object }: { object: AuditObject }) {
  return object.to ? <Link to={object.to}>{object.noun}</Link> : <>{object.noun}</>;
}
