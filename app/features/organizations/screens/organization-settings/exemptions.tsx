import { Form } from "react-router";
import type { ExemptionOnPage } from "#app/features/tax/server/find-exemptions.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { NativeSelect, TextInput, Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "../../ui/organization.module.css";

const PHASES: Readonly<Record<ExemptionOnPage["phase"], { tone: StatusTone; words: string }>> = {
  asked: { tone: "waiting", words: "Waiting for our check" },
  active: { tone: "done", words: "Counts" },
  expired: { tone: "stopped", words: "Expired" },
  declined: { tone: "stopped", words: "Declined" },
  ended: { tone: "stopped", words: "Ended" },
};

type Props = {
  head: { mayManage: boolean };
  exemptions: readonly ExemptionOnPage[];
  /** The taxes that the company charges, for a certificate to be about. */
  exemptionPlaces: readonly { code: string; label: string }[];
  /** Whether the reader checks certificates. */
  checksExemptions: boolean;
  answer: FormAnswer | undefined;
};

/** An organization's certificates that exempt it from a tax, each with its state, and what can be done about it. */
export function Exemptions({ head, exemptions, exemptionPlaces, checksExemptions, answer }: Props) {
  const sends = head.mayManage && exemptionPlaces.length > 0;
  if (!sends && exemptions.length === 0) return null;
  return (
    <Section title="Tax exemption">
      <div className={styles.fields}>
        {exemptions.length === 0 ? (
          <p>If your organization is exempt from a tax that we charge, send its certificate. We check it once.</p>
        ) : (
          <ul className={styles.list}>
            {exemptions.map((one) => (
              <li key={one.id} className={styles.request}>
                <ExemptionRow
                  exemption={one}
                  mayManage={head.mayManage}
                  checks={checksExemptions}
                  answer={answer?.typed?.["exemptionId"] === one.id ? answer : undefined}
                />
              </li>
            ))}
          </ul>
        )}
        {sends ? (
          <ActionForm
            intent="send-exemption"
            label="Send a certificate"
            submit="Send certificate"
            pending="Sending"
            encType="multipart/form-data"
            answer={answer}
          >
            {({ problem, typed }) => (
              <>
                <div className={styles.pair}>
                  <NativeSelect
                    id="exemption-place"
                    name="place"
                    label="Tax"
                    data={exemptionPlaces.map(({ code, label }) => ({ value: code, label }))}
                    defaultValue={typed["place"]}
                    error={fieldError(problem, "place")}
                  />
                  <TextInput
                    id="exemption-certificate"
                    name="certificate"
                    label="Certificate number"
                    description="It's printed on your invoices"
                    required
                    maxLength={60}
                    autoComplete="off"
                    defaultValue={typed["certificate"] ?? ""}
                    error={fieldError(problem, "certificate")}
                  />
                  <TextInput
                    id="exemption-lastDay"
                    name="lastDay"
                    type="date"
                    label="Expires on"
                    required
                    defaultValue={typed["lastDay"] ?? ""}
                    error={fieldError(problem, "lastDay")}
                  />
                </div>
                <label className={styles.file}>
                  <span>The certificate as PDF, up to 10 MB</span>
                  <input type="file" name="file" accept="application/pdf" required />
                </label>
                {fieldError(problem, "file") ? <p className={styles.wrong}>{fieldError(problem, "file")}</p> : null}
              </>
            )}
          </ActionForm>
        ) : null}
      </div>
    </Section>
  );
}

function ExemptionRow({
  exemption: { id, place, certificate, lastDay, phase, reason, askedAt },
  mayManage,
  checks,
  answer,
}: {
  exemption: ExemptionOnPage;
  mayManage: boolean;
  checks: boolean;
  answer: FormAnswer | undefined;
}) {
  const { tone, words } = PHASES[phase];
  const isWaiting = phase === "asked";
  return (
    <>
      <p className={styles.buttons}>
        <b>{place}</b> <StatusBadge tone={tone}>{words}</StatusBadge>
      </p>
      <p className={styles.under}>
        Certificate {certificate}, until {formatLongDay(lastDay)}. Sent on <Instant at={askedAt} show="day" />.{" "}
        <a href={`/api/tax-exemptions/${id}`}>Open the certificate</a>
      </p>
      {reason ? <p className={styles.under}>{reason}</p> : null}
      {isWaiting && checks ? (
        <>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="exemptionId" value={id} />
            <SubmitButton name="intent" value="approve-exemption" pending="Approving">
              Approve certificate
            </SubmitButton>
          </Form>
          <ActionForm
            intent="decline-exemption"
            label="Decline"
            submit="Decline certificate"
            pending="Declining"
            stops
            fields={{ exemptionId: id }}
            answer={answer}
          >
            {({ problem, typed }) => (
              <Textarea
                id={`reason-${id}`}
                name="reason"
                label="Reason (the organization reads it)"
                required
                rows={2}
                maxLength={500}
                defaultValue={typed["reason"] ?? ""}
                error={fieldError(problem, "reason")}
              />
            )}
          </ActionForm>
        </>
      ) : null}
      {(isWaiting && mayManage) || (phase === "active" && checks) ? (
        <div>
          <ConfirmButton
            stops
            variant="default"
            size="compact-sm"
            title={isWaiting ? "Take back this certificate?" : `End the certificate ${certificate}?`}
            confirm={isWaiting ? "Take back" : "End"}
            fields={{ intent: "end-exemption", exemptionId: id }}
            body={
              <p>
                {isWaiting
                  ? "It doesn't count yet."
                  : "New orders are taxed again. Orders already paid keep their tax."}
              </p>
            }
          >
            {isWaiting ? "Take back" : "End"}
          </ConfirmButton>
        </div>
      ) : null}
    </>
  );
}
