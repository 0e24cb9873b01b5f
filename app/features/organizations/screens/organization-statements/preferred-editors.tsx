import { Form, Link, href } from "react-router";
import type { readPreferred } from "#app/features/matching/server/preferred-editors.ts";
import { useAccepted } from "#app/platform/browser/core/last-answer.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Answer } from "./credit-forms.tsx";
import styles from "../../ui/organization.module.css";

type Preferred = Awaited<ReturnType<typeof readPreferred>>;

/** Editors who are invited first, as agreed with the organization. Only admins see who they are. */
export function PreferredEditors({ preferred, name, answer }: { preferred: Preferred; name: string; answer: Answer }) {
  const mine = answer?.form === "prefer" && answer.error ? answer : undefined;
  const accepted = useAccepted(answer, "prefer");
  return (
    <div className={styles.fields}>
      <p>
        {preferred.count > 0
          ? `Orders that ${name} pays for go to ${count(preferred.count, "editor", "editors")} first, as agreed with us.`
          : `Orders that ${name} pays for go first to the editors agreed on with it. There are none yet.`}{" "}
        Editors who don&apos;t match an order aren&apos;t invited to it. If the author chose one, that one comes first.
      </p>
      {preferred.editors.length > 0 ? (
        <ul className={styles.list}>
          {preferred.editors.map(({ uid, displayName }) => (
            <li key={uid} className={styles.request}>
              <p>
                <Link to={href("/admin/editors/:id", { id: uid })}>{displayName}</Link>
              </p>
              {preferred.mayChoose ? (
                <Form method="post" className={styles.buttons} preventScrollReset>
                  <input type="hidden" name="editorId" value={uid} />
                  <SubmitButton
                    name="intent"
                    value="stop-preferring"
                    pending="Removing"
                    variant="default"
                    size="compact-sm"
                  >
                    Remove<span className="unseen"> {displayName}</span>
                  </SubmitButton>
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {preferred.mayChoose ? (
        <Form key={accepted} method="post" className={styles.fields} preventScrollReset noValidate>
          <TextInput
            id="editorEmail"
            name="editorEmail"
            type="email"
            label="An editor's email address"
            maxLength={320}
            required
            defaultValue={mine?.typed?.["editorEmail"] ?? ""}
            error={fieldError(mine?.error, "editorEmail")}
          />
          <div>
            <SubmitButton name="intent" value="prefer" pending="Adding" variant="default">
              Add editor
            </SubmitButton>
          </div>
        </Form>
      ) : null}
    </div>
  );
}
