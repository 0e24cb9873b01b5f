import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { type OrderStatus, STATUS_WORDS } from "./flow.ts";
import type { Viewer } from "./waiting/waiting-facts.ts";

const TONES: Record<OrderStatus, StatusTone> = {
  draft: "neutral",
  quote_requested: "waiting",
  quoted: "waiting",
  awaiting_payment: "waiting",
  paid: "active",
  assigned: "active",
  in_progress: "active",
  awaiting_client: "waiting",
  submitted: "active",
  second_reading: "active",
  qa_review: "active",
  changes_required: "active",
  delivered: "waiting",
  accepted: "done",
  revision_requested: "active",
  in_revision: "active",
  closed: "done",
  expired: "stopped",
  cancelled: "stopped",
  refunded: "stopped",
  disputed: "late",
  on_hold: "stopped",
};

/** The color and symbol of a status. */
export const statusTone = (status: OrderStatus): StatusTone => TONES[status];

/**
 * A status as one viewer sees it: an author reads that it's their turn, and that work a reviewer sent back is still
 * being edited.
 */
export function statusWords(status: OrderStatus, viewer: Viewer): string {
  if (viewer === "client" && status === "awaiting_client") return "Waiting for you";
  if (viewer === "client" && (status === "changes_required" || status === "submitted")) return STATUS_WORDS.in_progress;
  if (viewer === "editor" && status === "assigned") return "To be started";
  return STATUS_WORDS[status];
}
