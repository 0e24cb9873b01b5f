import { Textarea } from "@mantine/core";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice, fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { PersonAccount } from "../server/people/find-person-account.ts";
import styles from "./person-notes.module.css";

/**
 * Whether a person's account is blocked, and an admin's ways to block and unblock it.
 * @param children what else blocking does
 */
export function AccountSheet({
  account,
  name,
  own,
  answer,
  children,
}: {
  account: PersonAccount;
  name: string;
  own: boolean;
  answer: FormAnswer | undefined;
  children?: string;
}) {
  const { blocked } = account;
  return (
    <Sheet title="Account">
      <div className={styles.stack}>
        {blocked ? (
          <Notice tone="late" title="Blocked">
            Since <Instant at={blocked.at} />. Reason: {blocked.reason}
          </Notice>
        ) : null}
        {own ? (
          <p className={styles.none}>This is your own account. Only another admin can block it.</p>
        ) : blocked ? (
          <ActionForm intent="unblock" label="Unblock account" pending="Unblocking" answer={answer}>
            {({ problem, typed }) => (
              <Textarea
                name="reason"
                label="Reason"
                description={`${name} can sign in again. The reason stays with staff.`}
                maxLength={500}
                autosize
                minRows={2}
                defaultValue={typed.reason ?? ""}
                error={fieldError(problem, "reason")}
              />
            )}
          </ActionForm>
        ) : (
          <ActionForm intent="block" label="Block account" pending="Blocking" stops answer={answer}>
            {({ problem, typed }) => (
              <>
                <p className={styles.none}>
                  {name} is signed out everywhere and can't sign in. Nothing is deleted. {children}
                </p>
                <Textarea
                  name="reason"
                  label="Reason"
                  description={`We email it to ${name}.`}
                  maxLength={500}
                  autosize
                  minRows={2}
                  defaultValue={typed.reason ?? ""}
                  error={fieldError(problem, "reason")}
                />
              </>
            )}
          </ActionForm>
        )}
      </div>
    </Sheet>
  );
}
