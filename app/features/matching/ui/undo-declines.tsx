import { Form } from "react-router";
import { Countdown } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DeclinedInvite } from "../server/undo-decline.ts";

/** Declined invites that can still be reopened. Posts `undo` to the page that shows it. */
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
      </Notice>
    ))}
  </>
);
