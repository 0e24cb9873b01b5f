import { TextInput } from "@mantine/core";
import { Form } from "react-router";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { RegistrationOnPage } from "../../server/read-tax-page.ts";
import styles from "../admin-tax.module.css";

const STATES: Record<RegistrationOnPage["state"], { words: string; tone: StatusTone }> = {
  proposed: { words: "Needs approval", tone: "waiting" },
  declined: { words: "Declined", tone: "stopped" },
  valid: { words: "Valid", tone: "done" },
  scheduled: { words: "Scheduled", tone: "active" },
  ended: { words: "Ended", tone: "stopped" },
};

/** One registration, with what an admin can do about it. */
export function Registered({ it, today }: { it: RegistrationOnPage; today: string }) {
  const { words, tone } = STATES[it.state];
  return (
    <li className={styles.registration}>
      <div className={styles.line}>
        <strong>{it.name}</strong> <span className="figures">{it.number}</span>{" "}
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </div>
      <p className="soft small">
        From {it.validFrom}
        {it.validUntil ? ` until ${it.validUntil}` : ""}. Proposed by {it.proposer ?? "an admin"}
        {it.decider ? `, decided by ${it.decider}` : ""}.
      </p>
      {it.state === "proposed" ? (
        <Form method="post" className={styles.buttons}>
          <input type="hidden" name="id" value={it.id} />
          {it.own ? null : (
            <SubmitButton name="intent" value="approve" pending="Approving">
              Approve registration
            </SubmitButton>
          )}
          <SubmitButton name="intent" value="decline" variant="default" pending="Declining">
            {it.own ? "Take back" : "Decline"}
          </SubmitButton>
          {it.own ? <span className="soft small">Someone else has to approve it.</span> : null}
        </Form>
      ) : null}
      {it.end ? (
        <Form method="post" className={styles.buttons}>
          <input type="hidden" name="id" value={it.id} />
          <input type="hidden" name="endDay" value={it.end.day} />
          <span>
            {it.end.by ?? "An admin"} proposed {it.end.day} as its last day.
          </span>
          {it.end.own ? null : (
            <SubmitButton name="intent" value="approve-end" pending="Approving">
              Approve end
            </SubmitButton>
          )}
          <SubmitButton name="intent" value="decline-end" variant="default" pending="Declining">
            {it.end.own ? "Take back" : "Decline"}
          </SubmitButton>
        </Form>
      ) : it.state === "valid" && it.validUntil === null ? (
        <details>
          <summary>End this registration</summary>
          <Form method="post" className={styles.buttons}>
            <input type="hidden" name="id" value={it.id} />
            <TextInput type="date" name="endDay" label="Last day" min={today} defaultValue={today} />
            <SubmitButton name="intent" value="end" variant="default" pending="Proposing">
              Propose end
            </SubmitButton>
          </Form>
        </details>
      ) : null}
    </li>
  );
}
