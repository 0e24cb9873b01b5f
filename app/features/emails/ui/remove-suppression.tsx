import { Textarea } from "@mantine/core";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";

/** Takes an address off the suppression list, with a reason. */
export function RemoveSuppression({ id, address }: { id: string; address: string }) {
  return (
    <ConfirmButton
      title={`Send emails to ${address} again?`}
      confirm="Remove from list"
      pending="Removing"
      fields={{ intent: "unsuppress", id }}
      body={
        <>
          <p>Do this only if you know that the address works, or that its owner wants our emails.</p>
          <Textarea name="reason" label="Reason" required maxLength={500} autosize minRows={2} />
        </>
      }
    >
      Remove from list
    </ConfirmButton>
  );
}
