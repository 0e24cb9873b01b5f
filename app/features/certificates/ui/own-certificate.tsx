import { DOWNLOAD_MS, fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { Form } from "react-router";
import { toast } from "#app/platform/browser/core/toast.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { orcidAddress } from "#app/features/accounts/rules/sign-in/orcid.ts";
import { verifyPath } from "../rules/certificate-facts.ts";
import { linkInPdf } from "../rules/link-in-pdf.ts";
import type { ReadySentence } from "../rules/ready-sentences.ts";
import type { OwnCertificate } from "../server/find-certificate.ts";
import styles from "./certificate.module.css";
import { ReadySentences } from "./ready-sentences.tsx";

/** The certificate of an order's latest delivery, where its author can create, download, and revoke it. */
export function OwnCertificates({
  certificates,
  latestDelivery,
  mayDecide,
  title,
  author,
  orcid,
  sentences,
  problem,
}: {
  certificates: readonly OwnCertificate[];
  latestDelivery: string;
  mayDecide: boolean;
  title: string;
  author: string | null;
  orcid: string | null;
  /** For acknowledgments and journals. */
  sentences: readonly ReadySentence[];
  problem: ShownProblem | undefined;
}) {
  const current = certificates.find((it) => it.submissionId === latestDelivery);
  const earlier = certificates.filter((it) => it !== current);
  return (
    <Fold
      id="certificate"
      title={sentences.length > 0 ? "Certificate and acknowledgments" : "Certificate"}
      open={problem !== undefined}
      aside={
        current ? (
          <>
            Issued <Instant at={current.issuedAt} />
          </>
        ) : mayDecide ? (
          "Free"
        ) : null
      }
    >
      <div className={styles.own}>
        {current ? (
          <OneCertificate certificate={current} mayDecide={mayDecide} />
        ) : mayDecide ? (
          <Ask title={title} author={author} orcid={orcid} again={earlier.length > 0} />
        ) : (
          <p className="soft">The author hasn't requested one.</p>
        )}
        {problem ? <ErrorNote problem={problem} /> : null}
        {earlier.map((it) => (
          <div key={it.id} className={styles.own}>
            <p className="soft small">
              For an earlier delivery, issued <Instant at={it.issuedAt} />:
            </p>
            <OneCertificate certificate={it} mayDecide={mayDecide} />
          </div>
        ))}
        <ReadySentences sentences={sentences} />
      </div>
    </Fold>
  );
}

function Ask({
  title,
  author,
  orcid,
  again,
}: {
  title: string;
  author: string | null;
  orcid: string | null;
  again: boolean;
}) {
  return (
    <Form method="post" className={styles.own}>
      <p>
        {again
          ? "This delivery has no certificate yet. A new one replaces the earlier one."
          : "A page for your university or journal that says what was edited, tied to the text itself: anyone who has it can check that a file is the edited one."}
      </p>
      <fieldset className={styles.choices}>
        <legend className="unseen">Show on the certificate</legend>
        <Checkbox name="showTitle" label={`Show the title: “${title}”`} />
        {author ? <Checkbox name="showAuthor" label={`Show your name: ${author}`} /> : null}
        {orcid ? <Checkbox name="showOrcid" label={`Show your ORCID iD: ${orcidAddress(orcid)}`} /> : null}
      </fieldset>
      <p className="soft small">Your text itself never appears on it. You can revoke it at any time.</p>
      <div className={styles.ownActions}>
        <SubmitButton name="intent" value="certificate" variant="default" pending="Creating">
          Create certificate
        </SubmitButton>
      </div>
    </Form>
  );
}

/** A certificate or declaration with what its author can do with it. */
export function OneCertificate({ certificate, mayDecide }: { certificate: OwnCertificate; mayDecide: boolean }) {
  const { id, kind, pdfHref, pdfBytes } = certificate;
  return (
    <>
      <p className={styles.id}>{id}</p>
      <div className={styles.ownActions}>
        <DownloadLink href={pdfHref} sizeBytes={pdfBytes} format="pdf">
          {kind === "declaration" ? "Download PDF" : "Download certificate"}
        </DownloadLink>
        <CopyLink pdfHref={pdfHref} />
        <a href={verifyPath(id)}>View online</a>
        {mayDecide ? (
          <ConfirmButton
            stops
            size="xs"
            title={`Revoke this ${kind}?`}
            confirm={`Revoke ${kind}`}
            pending="Revoking"
            fields={{ intent: "revoke-certificate", certificateId: id }}
            body={
              <p>
                Its page will say that it was revoked, and we delete its content and PDF. Printed copies can no longer
                be checked. You can't undo this, but you can create a new one.
              </p>
            }
          >
            Revoke
          </ConfirmButton>
        ) : null}
      </div>
    </>
  );
}

/** The link with the key. We don't store it, so the browser reads it from the PDF. */
function CopyLink({ pdfHref }: { pdfHref: string }) {
  const [busy, setBusy] = useState(false);
  async function copy() {
    setBusy(true);
    try {
      const response = await fetchInTime(pdfHref, {}, DOWNLOAD_MS);
      const link = response.ok ? linkInPdf(new Uint8Array(await response.arrayBuffer())) : null;
      if (!link) throw new Error("No link found");
      await navigator.clipboard.writeText(link);
      toast.success("Link copied.");
    } catch {
      toast.error("The link couldn't be copied. You'll find it on the certificate.");
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button type="button" variant="default" size="xs" loading={busy} onClick={() => void copy()}>
      Copy link
    </Button>
  );
}
