import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANT_LABELS, subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { versionLabel } from "#app/features/accounts/rules/legal.ts";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { type ApplicationAnswers, degreeLine } from "../rules/application.ts";
import type { ApplicationStatus } from "../rules/application-flow.ts";
import { findSample } from "../rules/samples.ts";
import styles from "./application.module.css";
import { SampleEdit } from "./sample-edit.tsx";

/** A sent application, as shown to the applicant. */
export function ApplicationSent({
  application: { status, note, answers, agreementVersion, sampleId },
}: {
  application: {
    status: ApplicationStatus;
    note: string;
    answers: ApplicationAnswers;
    agreementVersion: string | null;
    sampleId: string | null;
  };
}) {
  return (
    <div className={styles.form}>
      {status === "declined" ? <Notice title="Your application was declined.">{note}</Notice> : null}
      {status === "approved" ? (
        <Notice tone="good" title="Your application was approved.">
          {note}
        </Notice>
      ) : null}
      <Sheet title="Your application">
        <KeyValue
          items={[
            { label: "Degree", value: degreeLine(answers) },
            { label: "Years", value: answers.years },
            { label: "Headline", value: answers.headline },
            { label: "About you", value: <span style={{ whiteSpace: "pre-line" }}>{answers.bio}</span> },
            { label: "Fields", value: answers.subfields.map(subfieldLabel).join(", ") },
            { label: "Services", value: answers.services.map((s) => SERVICE_LABELS[s]).join(", ") },
            { label: "English", value: answers.variants.map((v) => ENGLISH_VARIANT_LABELS[v]).join(", ") },
            { label: "Agreement", value: agreementVersion ? `Version of ${versionLabel(agreementVersion)}` : null },
          ]}
        />
      </Sheet>
      <Sheet title="Your sample edit">
        <SampleEdit sample={answers.sample} given={findSample(sampleId).text} />
        {answers.sampleNote ? (
          <>
            <h3 className={styles.noteTitle}>Your letter to the author</h3>
            <p className={styles.note}>{answers.sampleNote}</p>
          </>
        ) : null}
      </Sheet>
    </div>
  );
}
