import { Textarea } from "@mantine/core";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";

/** Removes a failed job, with a reason. */
export function DiscardJob({ id, name, about }: { id: string; name: string; about: string }) {
  return (
    <ConfirmButton
      title="Discard this job?"
      confirm="Discard job"
      pending="Discarding"
      fields={{ intent: "discard", job: id }}
      size="compact-sm"
      body={
        <>
          <p>
            {name}
            {about ? `: ${about}` : ""}. The job will never run. Discard it only if its work was done another way or is
            no longer needed.
          </p>
          <Textarea name="reason" label="Reason" required maxLength={500} autosize minRows={2} />
        </>
      }
    >
      Discard
    </ConfirmButton>
  );
}
