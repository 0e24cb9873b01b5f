import { useSession } from "#app/platform/browser/core/session.ts";
import { useTimeZone } from "#app/platform/browser/core/now.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { alternativeLabel, fieldBeforeEditor, noEditorSentence } from "../../rules/deadline/no-editor.ts";
import type { NoEditorOnPage } from "../../server/waiting-list/find-no-editor.ts";
import styles from "./no-editor.module.css";

/**
 * Why no editor can take a manuscript, and the ways on: another field's editor, another English, or the waiting list.
 * Its buttons submit with the enclosing form, which names the order.
 */
export function NoEditorNotice({ found, problem }: { found: NoEditorOnPage; problem?: ShownProblem | undefined }) {
  const session = useSession();
  const timeZone = useTimeZone();
  const { article, name } = fieldBeforeEditor(found.subfield);
  const { alternatives, waitingEmail } = found;
  return (
    <div className={styles.box} role="status">
      <Notice tone="attention" title={noEditorSentence(found, timeZone)}>
        {alternatives.length > 0 ? (
          <>
            <p>
              You can order from an editor in a related field now. Copyediting and proofreading depend less on the field
              than substantive editing does.
            </p>
            <p className={styles.buttons}>
              {alternatives.map((a) => (
                <SubmitButton
                  key={alternativeLabel(a)}
                  variant="default"
                  name="intent"
                  value={`alternative/${a.subfield}/${a.variant ?? ""}`}
                  pending="Checking prices"
                >
                  {alternativeLabel(a)}
                </SubmitButton>
              ))}
            </p>
          </>
        ) : null}
        <input type="hidden" name="waitSubfield" value={found.subfield} />
        <input type="hidden" name="waitVariant" value={found.variant ?? ""} />
        {waitingEmail ? (
          <div className={styles.wait}>
            <p>
              You're on the waiting list. We'll email <b>{waitingEmail}</b> once, when {article} {name} editor can take
              your manuscript.
            </p>
            <SubmitButton variant="subtle" name="intent" value="unwait" pending="Leaving">
              Leave waiting list
            </SubmitButton>
          </div>
        ) : (
          <div className={styles.wait}>
            {session ? (
              <p>
                Or wait: we'll email {session.email} once, when {article} {name} editor can take your manuscript.
              </p>
            ) : (
              <TextInput
                name="waitEmail"
                type="email"
                label="Your email address"
                description={`We'll write once, when ${article} ${name} editor can take your manuscript.`}
                autoComplete="email"
                maxLength={254}
                error={fieldError(problem, "email")}
                className={styles.email}
              />
            )}
            <SubmitButton variant="light" name="intent" value="wait" pending="Joining">
              {found.why === "busy" ? "Email me when one is free" : "Email me when one joins"}
            </SubmitButton>
          </div>
        )}
      </Notice>
    </div>
  );
}
