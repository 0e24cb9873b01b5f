import { Form, Link } from "react-router";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { SetupView } from "../../server/setup/read-setup.ts";
import styles from "./setup-checklist.module.css";

export function LegalTexts({ documents }: { documents: SetupView["documents"] }) {
  return (
    <ul className={styles.plain}>
      {documents.map((it) => (
        <li key={it.name}>
          <Link to={`/${it.name}`} target="_blank">
            {it.title}
          </Link>{" "}
          <span className="soft small">version {it.version}</span>
          {it.read ? (
            <StatusBadge tone="done">Approved</StatusBadge>
          ) : (
            <Form method="post">
              <input type="hidden" name="step" value="legal" />
              <input type="hidden" name="item" value={it.name} />
              <input type="hidden" name="version" value={it.version} />
              <SubmitButton name="intent" value="confirm" variant="default" size="compact-sm" pending="Approving">
                Approve
              </SubmitButton>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
