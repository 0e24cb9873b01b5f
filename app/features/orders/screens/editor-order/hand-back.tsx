import { Textarea } from "@mantine/core";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";

/** An editor who can't go on gives the order to somebody else, or reads who can help. */
export function HandBack({ refusal }: { refusal: { message: string; advice: string } | null }) {
  if (refusal)
    return (
      <p className="small soft">
        Can't continue? {refusal.message} {refusal.advice}
      </p>
    );
  return (
    <ConfirmButton
      fullWidth
      title="Hand this order back?"
      confirm="Hand back order"
      pending="Handing back"
      fields={{ intent: "hand_back" }}
      body={
        <>
          <p>
            We'll look for another editor right away, and you won't be invited to this order again. You aren't paid for
            it.
          </p>
          <Textarea
            name="reason"
            label="Why?"
            description="Only our staff read it."
            autosize
            minRows={2}
            maxLength={1_000}
            required
          />
        </>
      }
    >
      Hand back order
    </ConfirmButton>
  );
}
