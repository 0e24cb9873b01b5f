import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict, invalid, refused } from "#app/platform/rules/core/errors.ts";
import { publicUrl } from "#app/platform/rules/requests/origins.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { json } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { keyText, newCertificateId, newCertificateKey } from "#app/features/documents/rules/certificate/certificate.ts";
import type { ChangeStats } from "#app/features/documents/rules/docx/change-stats.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { changeTotals } from "#app/features/orders/rules/change/change-totals.ts";
import { readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { checkedFormatOf } from "#app/features/orders/rules/work/edit-formats.ts";
import { findOrcid } from "#app/features/accounts/server/sign-in/connected-accounts.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { type Order, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import {
  type OrderFile,
  type Submission,
  type SubmissionFile,
  listOrderFiles,
  listSubmissionFiles,
  listSubmissions,
} from "#app/features/orders/server/work/find-work.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { isService } from "#app/features/pricing/rules/policy.ts";
import { DOCUMENT_TYPE_LABELS, ENGLISH_VARIANT_LABELS } from "#app/features/pricing/rules/taxonomy.ts";
import {
  CERTIFICATE_KINDS,
  type CertificateFacts,
  type CertificateKind,
  extentOf,
  verifyPath,
} from "../rules/certificate-facts.ts";
import type { DeclarationFacts } from "../rules/declaration.ts";
import { declare, isAttested } from "./declare.ts";
import { certificatePdf } from "./certificate-pdf.ts";
import { pdfKey } from "./find-certificate.ts";

const Input = z.object({
  orderId: z.string(),
  kind: z.enum(CERTIFICATE_KINDS).default("certificate"),
  /** A declaration has no default for these. */
  showTitle: z.boolean().optional(),
  showAuthor: z.boolean().optional(),
  showOrcid: z.boolean().default(false),
});

const DELIVERED: readonly string[] = ["delivered", "accepted", "revision_requested", "in_revision", "closed"];

/** The latest delivery, which the certificate covers. @throws conflict when nothing is delivered */
async function lastDelivery(ctx: CommandContext, order: Order): Promise<Submission> {
  const delivery = (await listSubmissions(order.id, ctx.tx)).findLast((it) => it.status === "delivered");
  if (!DELIVERED.includes(order.status) || !delivery?.deliveredAt)
    throw conflict(
      "not_delivered",
      "You can create a certificate once the work is delivered.",
      "Try again after you've received the files.",
    );
  return delivery;
}

const currentOf = (ctx: CommandContext, submissionId: string, kind: CertificateKind) =>
  ctx.tx
    .selectFrom("certificates")
    .select("id")
    .where("submissionId", "=", submissionId)
    .where("kind", "=", kind)
    .where("revokedAt", "is", null)
    .executeTakeFirst();

type Prepared =
  | { certificateId: string }
  | {
      order: Order;
      author: string;
      orcid: string | null;
      delivery: Submission;
      noAi: boolean;
      parts: SubmissionFile[];
      files: OrderFile[];
      declaration: DeclarationFacts | null;
    };

/** Checks permission and finds the delivery. A delivery that already has a certificate returns it. */
const prepare = command({
  input: Input,
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can create a certificate.",
  run: async (ctx): Promise<Prepared> => {
    const { input, thing: order, tx } = ctx;
    const delivery = await lastDelivery(ctx, order);
    const current = await currentOf(ctx, delivery.id, input.kind);
    if (current) return { certificateId: current.id };
    const parts = await listSubmissionFiles([delivery.id], tx);
    const files = await listOrderFiles(order.id, tx);
    const noAi = await isAttested(delivery, tx);
    const { displayName } = await tx
      .selectFrom("users")
      .select("displayName")
      .where("uid", "=", order.userId!)
      .executeTakeFirstOrThrow();
    return {
      order,
      author: displayName,
      orcid: input.showOrcid ? await findOrcid(order.userId!, tx) : null,
      delivery,
      noAi,
      parts,
      files,
      declaration: input.kind === "declaration" ? await declare(order, delivery, noAi, parts, files, tx) : null,
    };
  },
});

/**
 * The edited text: the clean copies, or the files edited in their own format (LaTeX).
 * @throws conflict if there is none
 */
function editedFiles(parts: readonly SubmissionFile[], files: readonly OrderFile[]): OrderFile[] {
  return parts.map((part) => {
    const file = files.find((it) => it.id === (part.cleanFileId ?? part.trackedFileId));
    if (!file) throw conflict("not_kept", "The edited files have been deleted, so we can't create a certificate.");
    if (/\.pdf$/i.test(file.name))
      throw conflict(
        "annotated",
        "PDFs are edited with annotations, so there is no edited text to certify.",
        "Next time, order editing of the source file instead.",
      );
    return file;
  });
}

/**
 * Issues the public certificate, or the declaration under its policy, of an order's latest delivery, free and only on request by its author. Generates the
 * key to its hashes, which goes into the link on the PDF and is stored nowhere else. Safe to repeat.
 * @throws conflict before delivery; invalid when the edited text has no sentence long enough
 */
export async function issueCertificate(actor: Actor, input: z.input<typeof Input>): Promise<{ certificateId: string }> {
  const { kind = "certificate", showTitle, showAuthor } = input;
  if (kind === "declaration" && (showTitle === undefined || showAuthor === undefined))
    throw invalid("not_chosen", "Choose whether the declaration shows your name and the title.", undefined, {
      ...(showAuthor === undefined && { showAuthor: "Choose yes or no." }),
      ...(showTitle === undefined && { showTitle: "Choose yes or no." }),
    });
  const prepared = await prepare(actor, input);
  if ("certificateId" in prepared) return prepared;
  const { order, delivery, parts, files } = prepared;
  const id = newCertificateId();
  const key = newCertificateKey();
  const sealed = await withLocalAll(editedFiles(parts, files), (local) => engine().seal(local, id, key));
  if (!sealed.ok)
    throw conflict("unreadable", `We couldn't read the edited copy: ${sealed.message}`, "Contact us and we'll fix it.");
  if (sealed.sentences === 0)
    throw invalid(
      "too_short",
      "The edited text has no sentence of eight words or more, so a certificate can't identify it.",
    );
  const facts = factsOf(order, delivery, parts, {
    title: showTitle ? order.title || null : null,
    author: showAuthor ? prepared.author : null,
    words: sealed.words,
    sentences: sealed.sentences,
    noAi: prepared.noAi,
    ...(prepared.orcid && { orcid: prepared.orcid }),
    ...(prepared.declaration && { declaration: prepared.declaration }),
  });
  const issuedAt = now();
  const link = `${publicUrl(config().origins, verifyPath(id))}#k=${keyText(key)}`;
  const pdf = await certificatePdf({ id, link, issuedAt, facts });
  await storage().put(pdfKey(id), pdf);
  let kept = false;
  try {
    const made = await transact(actor, async (ctx) => {
      kept = false;
      const held = await lockOrder(ctx.tx, order.id);
      if (!can.decide(actor, held)) throw refused("Only the author can create a certificate.");
      if ((await lastDelivery(ctx, held)).id !== delivery.id)
        throw conflict(
          "newer_delivery",
          "A newer version was just delivered.",
          "Create the certificate again to cover the new version.",
        );
      const current = await currentOf(ctx, delivery.id, kind);
      if (current) return current.id;
      await ctx.tx
        .updateTable("certificates")
        .set({ supersededAt: ctx.now })
        .where("orderId", "=", order.id)
        .where("kind", "=", kind)
        .where("revokedAt", "is", null)
        .where("supersededAt", "is", null)
        .execute();
      await ctx.tx
        .insertInto("certificates")
        .values({
          id,
          orderId: order.id,
          submissionId: delivery.id,
          kind,
          facts: json(facts),
          seal: Buffer.from(sealed.seal),
          pdfBytes: pdf.length,
          issuedAt,
        })
        .execute();
      await orderFact(
        ctx,
        held,
        "certificate.issued",
        { certificateId: id, ...(kind === "declaration" && { kind }) },
        id,
      );
      await forgetPages(ctx.tx);
      kept = true;
      return id;
    });
    return { certificateId: made };
  } finally {
    if (!kept) await storage().remove(pdfKey(id));
  }
}

function factsOf(
  order: Order,
  delivery: Submission,
  parts: readonly SubmissionFile[],
  known: Pick<CertificateFacts, "title" | "author" | "orcid" | "words" | "sentences" | "noAi" | "declaration">,
): CertificateFacts {
  const { documentType } = readChoices(order.choices);
  // Only in Word are all changes tracked, so that they can be rejected and counted.
  const changes = parts.every((part) => checkedFormatOf(part.gate) === "word")
    ? changeTotals(parts.flatMap((part): ChangeStats[] => (part.gate ? [part.gate.stats] : [])))
    : null;
  return {
    ...known,
    house: config().siteName,
    service: isService(order.service) ? order.service : "proofreading",
    documentType: documentType ? DOCUMENT_TYPE_LABELS[documentType] : null,
    variant:
      order.variant && order.variant in ENGLISH_VARIANT_LABELS
        ? ENGLISH_VARIANT_LABELS[order.variant as keyof typeof ENGLISH_VARIANT_LABELS]
        : null,
    files: parts.length,
    receivedAt: order.paidAt?.toISOString() ?? null,
    deliveredAt: delivery.deliveredAt!.toISOString(),
    round: delivery.round,
    extent: changes ? extentOf(changes) : null,
  };
}

/** All files as local paths while `use` runs. */
function withLocalAll<R>(
  files: readonly OrderFile[],
  use: (local: { path: string; name: string }[]) => Promise<R>,
  local: { path: string; name: string }[] = [],
): Promise<R> {
  const [first, ...rest] = files;
  return first
    ? withStored(first, (path) => withLocalAll(rest, use, [...local, { path, name: first.name }]))
    : use(local);
}
