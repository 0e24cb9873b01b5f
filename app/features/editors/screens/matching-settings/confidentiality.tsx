import type { ReactNode } from "react";
import { Form } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { CONFIDENTIALITY_TEXT, CONFIDENTIALITY_VERSION } from "../../rules/confidentiality.ts";
import { Choice } from "../../ui/choice.tsx";
import styles from "../../ui/editor.module.css";

/** The confidentiality agreement: its text, and the form to sign it or when it was signed. */
export function Confidentiality({
  signedAt,
  signedVersion,
  sampleWords,
  children,
}: {
  signedAt: Date | null;
  signedVersion: string | null;
  /** The most words of a sample. */
  sampleWords: number;
  /** The form's result. */
  children: ReactNode;
}) {
  return (
    <section id="confidentiality" style={{ scrollMarginTop: "5rem" }}>
      <Sheet title="Confidentiality agreement">
        <div className={styles.stack}>
          {children}
          <ol className={styles.agreement}>
            {CONFIDENTIALITY_TEXT.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
          {signedAt ? (
            <p className={styles.note}>
              You signed {signedVersion ? <>version {signedVersion}</> : "it"} on <Instant at={signedAt} />.
            </p>
          ) : (
            <Form method="post" className={styles.form} preventScrollReset>
              <input type="hidden" name="version" value={CONFIDENTIALITY_VERSION} />
              <p className={styles.note}>
                Sign to see a manuscript sample of up to {sampleWords} words with each invite. Version{" "}
                {CONFIDENTIALITY_VERSION}. We record the version and the time.
              </p>
              <Choice name="agreed" value="yes" checked={false}>
                I've read this agreement and accept it.
              </Choice>
              <div className={styles.buttons}>
                <SubmitButton name="intent" value="sign" variant="default" pending="Signing">
                  Sign agreement
                </SubmitButton>
              </div>
            </Form>
          )}
        </div>
      </Sheet>
    </section>
  );
}
