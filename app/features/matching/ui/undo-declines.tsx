import { Form } from "react-router";
import { Button } from "@mantine/core";
import { NativeSelect, Textarea } from "#app/ui/fields.tsx";
import { Countdown } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { DECLINE_REASONS } from "../rules/decline.ts";
import type { DeclinedInvite } from "../server/undo-decline.ts";
import styles from "./invite-card.module.css";

/**
 * Declined invites that can still be reopened, and a reason for those that have none. Posts `undo` or `decline` to the
 * page that shows it.
 */
export const UndoDeclines = ({ declined }: { declined: readonly DeclinedInvite[] }) => (
  <>
    {declined.map((d) => (
      <Notice
        key={d.inviteId}
        title={`You declined ${d.number}`}
        action={
          <Form method="post" preventScrollReset>
            <SubmitButton name="undo" value={d.inviteId} variant="default" pending="Undoing">
              Undo
            </SubmitButton>
          </Form>
        }
      >
        Changed your mind? The invite is open for another <Countdown to={d.expiresAt} late="over" />, unless we invite
        another editor first.
        {d.hasReason ? null : <AddReason inviteId={d.inviteId} />}
      </Notice>
    ))}
  </>
);

const AddReason = ({ inviteId }: { inviteId: string }) => (
  <details>
    <summary>Add a reason</summary>
    <Form method="post" preventScrollReset className={styles.reason}>
      <NativeSelect
        name="reason"
        label="Reason"
        description="It helps us send you better matches. Only our staff will see it."
        data={Object.entries(DECLINE_REASONS).map(([value, label]) => ({ value, label }))}
      />
      <Textarea name="note" label="Comment (optional)" rows={2} maxLength={500} />
      <div>
        <Button type="submit" name="decline" value={inviteId} size="xs" variant="default">
          Save reason
        </Button>
      </div>
    </Form>
  </details>
);
