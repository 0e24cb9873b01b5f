import { ConfirmButton } from "#app/ui/confirm-button.tsx";

/** Discards an order that isn't paid. Posts to a page that answers `intent=discard`. */
export function DiscardOrder({ orderId, action }: { orderId: string; action?: string }) {
  return (
    <ConfirmButton
      stops
      variant="subtle"
      color="gray"
      title="Discard this order?"
      confirm="Discard order"
      pending="Discarding"
      fields={{ intent: "discard", orderId }}
      body={<p>We'll delete its files. Nothing has been charged. You can't undo this.</p>}
      {...(action ? { action } : {})}
    >
      Discard order
    </ConfirmButton>
  );
}
