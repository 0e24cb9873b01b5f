import { Textarea } from "@mantine/core";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DECLINE_REASONS } from "../rules/decline.ts";

/** Declines an invite with a reason. Posts `decline` to the page that shows it. */
export const DeclineInvite = ({ inviteId }: { inviteId: string }) => (
  <ConfirmButton
    title="Decline this invite?"
    confirm="Decline invite"
    pending="Declining"
    fields={{ decline: inviteId }}
    body={
      <>
        <p>It won't count against you. Your reason helps us send you better matches. Only our staff will see it.</p>
        <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
          <legend className="unseen">Reason</legend>
          {Object.entries(DECLINE_REASONS).map(([code, label]) => (
            <label key={code} style={{ display: "flex", gap: "0.5rem", padding: "0.35rem 0" }}>
              <input type="radio" name="reason" value={code} required />
              {label}
            </label>
          ))}
        </fieldset>
        <Textarea name="note" label="Comment (optional)" autosize minRows={1} maxLength={500} />
      </>
    }
  >
    Decline
  </ConfirmButton>
);
