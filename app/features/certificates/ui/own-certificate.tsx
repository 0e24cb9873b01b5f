import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { Form } from "react-router";
import { toast } from "#app/platform/browser/toast.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { verifyPath } from "../rules/certificate-facts.ts";
import { linkInPdf } from "../rules/link-in-pdf.ts";
import type { OwnCertificate } from "../server/find-certificate.ts";
import styles from "./certificate.module.css";

/** The certificate of an order's last delivery, as its author makes, takes and revokes it. */
export function OwnCertificates({
  certificates,
  latestDelivery,
  mayDecide,
  title,
  author,
  problem,
}: {
  certificates: readonly OwnCertificate[];
  latestDelivery: string;
  mayDecide: boolean;
  title: string;
  author: string | null;
  problem: ShownProblem | undefined;
}) {
  const current = certificates.find((it) => it.submissionId === latestDelivery);
  const earlier = certificates.filter((it) => it !== current);
  return (
    <Sheet
      title="Certificate"
      aside={
        current ? (
          <span className="soft small">
            Made <Instant at={current.issuedAt} />
          </span>
        ) : null
      }
    >
      <div className={styles.own} id="certificate">
        {current ? (
          <One certificate={current} mayDecide={mayDecide} />
        ) : mayDecide ? (
          <Ask title={title} author={author} again={earlier.length > 0} />
        ) : (
          <p className="soft">Its author has not asked for one.</p>
        )}
        {problem ? <ErrorNote problem={problem} /> : null}
        {earlier.map((it) => (
          <div key={it.id} className={styles.own}>
            <p className="soft small">
              Of an earlier delivery, made <Instant at={it.issuedAt} />:
            </p>
            <One certificate={it} mayDecide={mayDecide} />
          </div>
        ))}
      </div>
    </Sheet>
  );
}

function Ask({ title, author, again }: { title: string; author: string | null; again: boolean }) {
  return (
    <Form method="post" className={styles.own}>
      <p>
        {again
          ? "This delivery has none yet. A new certificate takes the place of the earlier one."
          : "A page for your university or journal that says what was done to your text and how far, bound to the text itself: whoever has it can see that a file is the edited one. Free, and made only if you ask."}
      </p>
      <fieldset className={styles.choices}>
        <legend className="unseen">What is shown on it</legend>
        <Checkbox name="showTitle" label={`Show the title: “${title}”`} />
        {author ? <Checkbox name="showAuthor" label={`Show your name: ${author}`} /> : null}
      </fieldset>
      <p className="soft small">Nothing of the text itself is on it or on its page. You can revoke it at any time.</p>
      <div className={styles.ownActions}>
        <SubmitButton name="intent" value="certificate" variant="default" pending="Making it">
          Make the certificate
        </SubmitButton>
      </div>
    </Form>
  );
}

function One({ certificate, mayDecide }: { certificate: OwnCertificate; mayDecide: boolean }) {
  const { id, pdfHref, pdfBytes } = certificate;
  return (
    <>
      <p className={styles.id}>{id}</p>
      <div className={styles.ownActions}>
        <DownloadLink href={pdfHref} sizeBytes={pdfBytes} format="pdf">
          Download the certificate
        </DownloadLink>
        <CopyLink pdfHref={pdfHref} />
        <a href={verifyPath(id)}>See its page</a>
        {mayDecide ? (
          <ConfirmButton
            stops
            size="xs"
            title="Revoke this certificate?"
            confirm="Revoke it"
            pending="Revoking"
            fields={{ intent: "revoke-certificate", certificateId: id }}
            body={
              <p>
                Its page will say that it was revoked, and what it said is deleted with the PDF. Whoever has it on paper
                can no longer check it. This cannot be undone; you can have a new one made.
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

/** The link with the key. We do not have it: the browser takes it out of the PDF. */
function CopyLink({ pdfHref }: { pdfHref: string }) {
  const [busy, setBusy] = useState(false);
  async function copy() {
    setBusy(true);
    try {
      const response = await fetch(pdfHref);
      const link = response.ok ? linkInPdf(new Uint8Array(await response.arrayBuffer())) : null;
      if (!link) throw new Error("No link");
      await navigator.clipboard.writeText(link);
      toast.success("The link is copied.");
    } catch {
      toast.error("The link could not be copied. It stands on the certificate.");
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button type="button" variant="default" size="xs" loading={busy} onClick={() => void copy()}>
      Copy its link
    </Button>
  );
}
