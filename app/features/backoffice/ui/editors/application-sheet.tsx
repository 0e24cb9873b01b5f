import type { ReactNode } from "react";
import { degreeLine } from "#app/features/editors/rules/application.ts";
import { APPLICATION_STATUS_LABELS, APPLICATION_STATUS_TONES } from "#app/features/editors/rules/application-flow.ts";
import { sampleChanges } from "#app/features/editors/rules/sample-changes.ts";
import {
  RUBRIC,
  RUBRIC_MOST,
  type Rubric,
  SAMPLE_MINUTES,
  findSample,
  minutesTaken,
  rubricTotal,
} from "#app/features/editors/rules/samples.ts";
import type { ApplicationFile } from "#app/features/editors/server/application/application-files.ts";
import { KycViewer } from "#app/features/editors/ui/kyc/kyc-viewer.tsx";
import type { ApplicationForStaff } from "#app/features/editors/server/application/find-application.ts";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANT_LABELS, subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import styles from "../people.module.css";

/** An application, the sample edit with all changes marked, and the decision. @param children the decision form */
export function ApplicationSheet({
  application: a,
  children,
}: {
  application: ApplicationForStaff & { files: readonly ApplicationFile[] };
  children?: ReactNode;
}) {
  const { answers } = a;
  const sample = findSample(a.sampleId);
  const minutes = minutesTaken(a.sampleStartedAt, a.sampleFinishedAt);
  return (
    <Sheet
      title="Application"
      aside={<StatusBadge tone={APPLICATION_STATUS_TONES[a.status]}>{APPLICATION_STATUS_LABELS[a.status]}</StatusBadge>}
    >
      <div className={styles.stack}>
        <KeyValue
          items={[
            { label: "Email", value: a.email },
            { label: "Headline", value: answers.headline },
            { label: "Degree", value: degreeLine(answers) },
            { label: "Years of editing or writing", value: answers.years === null ? "" : String(answers.years) },
            { label: "Fields", value: answers.subfields.map(subfieldLabel).join(", ") },
            { label: "Services", value: answers.services.map((s) => SERVICE_LABELS[s]).join(", ") },
            { label: "English", value: answers.variants.map((v) => ENGLISH_VARIANT_LABELS[v]).join(", ") },
            { label: "About", value: answers.bio },
            a.submittedAt ? { label: "Sent", value: <Instant at={a.submittedAt} /> } : null,
            a.agreementVersion ? { label: "Agreement accepted", value: a.agreementVersion } : null,
            a.decidedAt
              ? {
                  label: "Decided",
                  value: (
                    <>
                      <Instant at={a.decidedAt} /> by {a.deciderName ?? "an admin"}
                    </>
                  ),
                }
              : null,
            { label: "Note to the applicant", value: a.note },
          ]}
        />
        {a.files.length > 0 ? (
          <div>
            <h3>Evidence</h3>
            {a.files.map((file) => (
              <KycViewer
                key={file.id}
                file={file}
                label={file.kind === "cv" ? "CV" : "degree certificate"}
                from="/api/applications/files"
              />
            ))}
          </div>
        ) : null}
        <div>
          <h3>Sample: {sample.title}</h3>
          <p className={styles.facts}>
            {minutes === null
              ? "Not timed."
              : `Took ${minutes} minutes, breaks included${minutes > SAMPLE_MINUTES ? ` (${minutes - SAMPLE_MINUTES} over the planned ${SAMPLE_MINUTES})` : ""}.`}
          </p>
          <h3>Their edited sample</h3>
          <p className={styles.prose}>
            {sampleChanges(answers.sample, sample.text).map((c, i) =>
              c.kind === "ins" ? (
                <ins key={i}>{c.text}</ins>
              ) : c.kind === "del" ? (
                <del key={i}>{c.text}</del>
              ) : (
                <span key={i}>{c.text}</span>
              ),
            )}
          </p>
        </div>
        <div>
          <h3>Model answer</h3>
          <p className={styles.prose}>
            {sampleChanges(sample.model, sample.text).map((c, i) =>
              c.kind === "ins" ? (
                <ins key={i}>{c.text}</ins>
              ) : c.kind === "del" ? (
                <del key={i}>{c.text}</del>
              ) : (
                <span key={i}>{c.text}</span>
              ),
            )}
          </p>
        </div>
        <div>
          <h3>What a good edit notices</h3>
          <ul>
            {sample.watchFor.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
        {a.rubric ? (
          <KeyValue
            items={[
              ...RUBRIC.map(([key, label]) => ({ label, value: `${a.rubric?.[key] ?? 0} of ${RUBRIC_MOST}` })),
              { label: "Total", value: `${rubricTotal(a.rubric as Rubric)} of ${RUBRIC.length * RUBRIC_MOST}` },
            ]}
          />
        ) : null}
        {answers.sampleNote ? (
          <div>
            <h3>Their letter to the author</h3>
            <p className={styles.prose}>{answers.sampleNote}</p>
          </div>
        ) : null}
        {children}
      </div>
    </Sheet>
  );
}
