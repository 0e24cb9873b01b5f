import type { Selectable } from "kysely";
import type { CertificatesTable } from "#db/schema.ts";
import { type Actor, isSystem } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { readCertificateId } from "#app/features/documents/rules/certificate/certificate.ts";
import { can } from "#app/features/orders/rules/can.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import {
  type CertificateFacts,
  type CertificateKind,
  type CertificateState,
  stateOf,
} from "../rules/certificate-facts.ts";

export type Certificate = Selectable<CertificatesTable>;

/** A certificate by its typed ID. @throws not-found */
export async function getCertificate(typed: string, db: Reader = database()): Promise<Certificate> {
  const id = readCertificateId(typed);
  const row = id ? await db.selectFrom("certificates").selectAll().where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw notFound("certificate");
  return row;
}

/** Its PDF contains the key, so it is for its author and for staff who help them. */
export const mayHave = (actor: Actor, order: Parameters<typeof can.decide>[1]): boolean =>
  can.decide(actor, order) || may(actor, "care") || isSystem(actor);

export const pdfKey = (id: string): string => `certificates/${id}.pdf`;

/** What anyone with the ID may see. */
export type PublicCertificate = {
  id: string;
  kind: CertificateKind;
  state: CertificateState;
  issuedAt: string;
  endedAt: string | null;
  facts: CertificateFacts | null;
};

export async function getPublicCertificate(typed: string): Promise<PublicCertificate> {
  const row = await getCertificate(typed);
  return {
    id: row.id,
    kind: row.kind,
    state: stateOf(row),
    issuedAt: row.issuedAt.toISOString(),
    endedAt: (row.revokedAt ?? row.supersededAt)?.toISOString() ?? null,
    facts: row.facts,
  };
}

export type OwnCertificate = {
  id: string;
  kind: CertificateKind;
  submissionId: string;
  state: CertificateState;
  issuedAt: string;
  pdfBytes: number;
  pdfHref: string;
  title: string | null;
  author: string | null;
};

/** An order's certificates that aren't revoked, newest first, for people with access. Empty for everyone else. */
export async function listCertificates(actor: Actor, order: Order): Promise<OwnCertificate[]> {
  if (!mayHave(actor, order)) return [];
  const rows = await database()
    .selectFrom("certificates")
    .selectAll()
    .where("orderId", "=", order.id)
    .where("revokedAt", "is", null)
    .orderBy("issuedAt", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    submissionId: row.submissionId,
    state: stateOf(row),
    issuedAt: row.issuedAt.toISOString(),
    pdfBytes: row.pdfBytes,
    pdfHref: `/api/certificates/${row.id}/pdf`,
    title: row.facts?.title ?? null,
    author: row.facts?.author ?? null,
  }));
}
