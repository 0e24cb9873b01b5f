import { NativeSelect, TextInput } from "@mantine/core";
import { Form } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { HoldView } from "../../server/holds/hold-view.ts";
import styles from "../order.module.css";

type Staff = readonly { uid: string; displayName: string }[];

/** Who is responsible for a hold, and until when. */
export function HoldFields({ hold, staff }: { hold: HoldView; staff: Staff }) {
  return (
    <div className={styles.fields}>
      <TextInput
        type="datetime-local"
        name="until"
        label="On hold until"
        description={`In your time zone, up to ${hold.longest} ${hold.held ? "after it began" : "from now"}. The order resumes automatically then.`}
        defaultValue={hold.until.suggested}
        min={hold.until.least}
        max={hold.until.most}
        required
      />
      <NativeSelect
        name="ownerId"
        label="Responsible"
        description="Gets reminders, and can resume the order."
        defaultValue={hold.ownerId}
        data={staff.map((s) => ({ value: s.uid, label: s.displayName }))}
      />
    </div>
  );
}

/**
 * An order's hold, for staff: why, who is responsible, until when. Posts `intent=change_hold`, or `unhold` where the
 * page has no other button.
 */
export function OnHold({ hold, staff, resume }: { hold: HoldView; staff: Staff; resume: boolean }) {
  const { held } = hold;
  if (!held) return null;
  return (
    <Notice
      tone="attention"
      title={`On hold: ${held.ownerName ?? "a staff member"} is responsible`}
      action={
        held.mayChange ? (
          <div className={styles.buttons}>
            {resume ? (
              <Form method="post">
                <SubmitButton name="intent" value="unhold" pending="Resuming">
                  Resume order
                </SubmitButton>
              </Form>
            ) : null}
            <ConfirmButton
              title="Hand over this hold or change its end"
              confirm="Save hold"
              pending="Saving"
              fields={{ intent: "change_hold" }}
              body={<HoldFields hold={hold} staff={staff} />}
            >
              Hand over or change end
            </ConfirmButton>
          </div>
        ) : undefined
      }
    >
      <p>
        {held.reason} The order resumes automatically{" "}
        <b>
          <Instant at={held.untilAt} deadline />
        </b>
        .
      </p>
    </Notice>
  );
}
