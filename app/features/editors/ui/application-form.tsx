import { formatDays } from "#app/platform/rules/core/time.ts";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { SERVICES, SERVICE_LABELS, SERVICE_SUMMARIES } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANTS, ENGLISH_VARIANT_LABELS } from "#app/features/pricing/rules/taxonomy.ts";
import { TextInput, Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, FieldErrors, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { APPLICATION_LIMITS as L, type ApplicationAnswers, type TypedAnswers } from "../rules/application.ts";
import styles from "./application.module.css";
import { type SampleState, TimedSample } from "./timed-sample.tsx";
import { Choice } from "./choice.tsx";
import type { ApplicationFile } from "../server/application/application-files.ts";
import { APPLICATION_FILE_WORDS, KYC_ACCEPT } from "../rules/kyc/kyc-file.ts";
import { FieldChoices } from "./field-choices.tsx";

function Part({
  id,
  title,
  hint,
  error,
  children,
}: {
  id: string;
  title: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.part} id={id}>
      <legend>{title}</legend>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      {error ? <p className={styles.wrong}>{error}</p> : null}
      {children}
    </fieldset>
  );
}

/** The files of one kind that are attached, and a field for more. */
function Evidence({
  id,
  label,
  files,
  error,
}: {
  id: string;
  label: string;
  files: readonly ApplicationFile[];
  error: string | undefined;
}) {
  return (
    <div className={styles.evidence} id={id}>
      <label>
        <span>{label}</span>
        {/* Once a file is attached, the field is empty again. */}
        <input key={files.length} type="file" name={id} accept={KYC_ACCEPT} multiple />
      </label>
      {error ? <p className={styles.wrong}>{error}</p> : null}
      {files.length > 0 ? (
        <ul>
          {files.map((file, i) => (
            <li key={file.id}>
              <span>
                {label} {files.length > 1 ? i + 1 : ""} attached ({Math.max(1, Math.round(file.bytes / 1024))} KB)
              </span>
              <SubmitButton
                name="intent"
                value={`remove ${file.id}`}
                variant="subtle"
                size="compact-md"
                pending="Removing"
              >
                Remove
              </SubmitButton>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The application form. Saving stores anything; sending saves first, so nothing is lost if something is missing. */
export function ApplicationForm({
  answers,
  agreed,
  agreement,
  problem,
  saved,
  savedAt,
  sample,
  files,
  asked,
  keptMs,
}: {
  answers: TypedAnswers;
  agreed: boolean;
  /** The current editor agreement version. */
  agreement: string;
  problem: ShownProblem | undefined;
  saved: boolean;
  savedAt: Date | null;
  sample: SampleState;
  files: readonly ApplicationFile[];
  /** What staff asked for, if anything. */
  asked: string | null;
  /** How long its files are kept after the decision. */
  keptMs: number;
}) {
  const wrong = (name: keyof ApplicationAnswers | "agreement") => fieldError(problem, name);
  return (
    <Form method="post" encType="multipart/form-data" className={styles.form} noValidate>
      {asked ? (
        <Notice tone="attention" title="We need more from you.">
          {asked}
        </Notice>
      ) : null}
      <ErrorNote problem={problem} byField />
      <FieldErrors problem={problem} />
      {saved ? (
        <div role="status">
          <Notice tone="good" title="Saved.">
            You haven't sent it yet. You can continue now or later.
          </Notice>
        </div>
      ) : null}
      <Sheet>
        <Part id="you" title="You">
          <TextInput
            id="degree"
            name="degree"
            label="Highest degree and its subject"
            placeholder="PhD, Environmental Science"
            maxLength={L.degree}
            defaultValue={answers.degree}
            error={wrong("degree")}
          />
          <TextInput
            id="institution"
            name="institution"
            label="Institution"
            description="Optional"
            maxLength={L.institution}
            defaultValue={answers.institution}
            error={wrong("institution")}
          />
          <TextInput
            id="years"
            name="years"
            label="Years of editing or publishing in the field"
            inputMode="numeric"
            maxLength={2}
            defaultValue={answers.years ?? ""}
            error={wrong("years")}
            className={styles.short}
          />
          <TextInput
            id="headline"
            name="headline"
            label="Headline"
            description="A few words shown under your name"
            placeholder="Forest ecologist, editing since 2015"
            maxLength={L.headline}
            defaultValue={answers.headline}
            error={wrong("headline")}
          />
          <Textarea
            id="bio"
            name="bio"
            label="About you"
            description={`What you've edited or written, and for whom. ${L.leastBio} characters or more.`}
            autosize
            minRows={4}
            maxLength={L.bio}
            defaultValue={answers.bio}
            error={wrong("bio")}
          />
        </Part>
      </Sheet>
      <Sheet>
        <Part
          id="evidence"
          title="Evidence"
          hint={`We encrypt these, only reviewers open them, and we delete them ${formatDays(keptMs)} after our decision. ${APPLICATION_FILE_WORDS}`}
        >
          <Evidence id="cv" label="CV" files={files.filter((f) => f.kind === "cv")} error={fieldError(problem, "cv")} />
          <Evidence
            id="degreeFile"
            label="Degree certificate"
            files={files.filter((f) => f.kind === "degree")}
            error={fieldError(problem, "degreeFile")}
          />
        </Part>
      </Sheet>
      <Sheet>
        <Part
          id="subfields"
          title="Fields"
          hint={`Up to ${L.subfields} subfields where you can tell a wrong term from an unusual one.`}
          error={wrong("subfields")}
        >
          <FieldChoices name="subfields" chosen={answers.subfields} />
        </Part>
      </Sheet>
      <Sheet>
        <Part id="services" title="Services" error={wrong("services")}>
          <div className={styles.choices}>
            {SERVICES.map((s) => (
              <Choice
                key={s}
                name="services"
                value={s}
                checked={answers.services.includes(s)}
                hint={SERVICE_SUMMARIES[s]}
              >
                {SERVICE_LABELS[s]}
              </Choice>
            ))}
          </div>
        </Part>
        <div className={styles.gap} />
        <Part id="variants" title="English" error={wrong("variants")}>
          <div className={styles.choices}>
            {ENGLISH_VARIANTS.map((v) => (
              <Choice key={v} name="variants" value={v} checked={answers.variants.includes(v)}>
                {ENGLISH_VARIANT_LABELS[v]}
              </Choice>
            ))}
          </div>
        </Part>
      </Sheet>
      <Sheet>
        <Part id="sample-edit" title="A timed sample edit" error={sample.startedAt ? undefined : wrong("sample")}>
          <TimedSample answers={answers} sample={sample} problem={problem} />
        </Part>
      </Sheet>
      <Sheet>
        <Part id="agreement" title="Agreement" error={wrong("agreement")}>
          <div className={styles.choices}>
            <Choice name="agreement" value={agreement} checked={agreed}>
              I've read the{" "}
              <Link to="/editor-agreement" target="_blank">
                editor agreement
              </Link>{" "}
              and accept it.
            </Choice>
          </div>
        </Part>
      </Sheet>
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="send" pending="Sending">
          Send application
        </SubmitButton>
        <SubmitButton name="intent" value="save" variant="default" pending="Saving">
          Save
        </SubmitButton>
        {savedAt ? (
          <span className="small soft">
            Last saved <Instant at={savedAt} />
          </span>
        ) : null}
      </div>
    </Form>
  );
}
