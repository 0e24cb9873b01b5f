import type { OrderStatus } from "../flow.ts";

/** The five stages of an order that the author sees. */
export const STAGES = ["Paid", "Editor found", "Editing", "Checks", "Delivered"] as const;

const REACHED: Partial<Record<OrderStatus, number>> = {
  paid: 0,
  assigned: 1,
  in_progress: 2,
  awaiting_client: 2,
  submitted: 3,
  second_reading: 3,
  qa_review: 3,
  changes_required: 2,
  delivered: 4,
  accepted: 4,
  closed: 4,
  revision_requested: 2,
  in_revision: 2,
};

/**
 * The index of the order's stage; null before payment and after the order ended without a delivery.
 * @param heldFrom the state it was held in
 */
export const stageOf = (status: OrderStatus, heldFrom: string | null): number | null =>
  REACHED[status === "on_hold" || status === "disputed" ? (heldFrom as OrderStatus) : status] ?? null;
