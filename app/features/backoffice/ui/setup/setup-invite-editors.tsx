import { Textarea } from "@mantine/core";
import { Form } from "react-router";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { SetupView } from "../../server/setup/read-setup.ts";
import type { ToolsAnswer } from "../operations.tsx";
import styles from "./setup-checklist.module.css";

export function InviteEditors({ setup, answer }: { setup: SetupView; answer: ToolsAnswer | undefined }) {
  const mine = answer?.form === "invite-editors" ? answer : undefined;
  return (
    <Form method="post" className={styles.form} noValidate>
      <Textarea
        id="emails"
        name="emails"
        label="Email addresses"
        description="They get one email with a link to the application."
        autosize
        minRows={2}
        key={mine?.done ?? ""}
        defaultValue={mine?.typed?.["emails"] ?? ""}
        error={fieldError(mine?.error, "emails")}
      />
      <SubmitButton name="intent" value="invite-editors" variant="default" pending="Sending">
        Invite editors
      </SubmitButton>
      {setup.invited.length > 0 ? (
        <ul className={styles.plain}>
          {setup.invited.map((it) => (
            <li key={it.email}>
              {it.email}{" "}
              <span className="soft small">
                <Instant at={it.at} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Form>
  );
}
