import type { OrderStatus } from "./flow.ts";

export type StatusTone = "neutral" | "active" | "waiting" | "done" | "late" | "stopped";

const TONES: Record<OrderStatus, StatusTone> = {
  draft: "neutral", quoted: "waiting", awaiting_payment: "waiting", paid: "active", assigned: "active", in_progress: "active", awaiting_client: "waiting", submitted: "active", qa_review: "active",
  changes_required: "active", delivered: "waiting", accepted: "done", revision_requested: "active", in_revision: "active", closed: "done", expired: "stopped", cancelled: "stopped", refunded: "stopped",
  disputed: "late", on_hold: "stopped",
};

/** The colour and sign that a status is shown with. */
export const statusTone = (status: OrderStatus): StatusTone => TONES[status];
