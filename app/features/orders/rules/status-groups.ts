import type { OrderStatus } from "./flow.ts";

/**
 * The groups a client filters orders by. `waiting`: the client must act; `running`: someone else must; `done`:
 * delivered; `ended`: ended without a delivery.
 */
export const CLIENT_GROUPS = ["waiting", "running", "done", "ended"] as const;
export type ClientGroup = (typeof CLIENT_GROUPS)[number];
export const CLIENT_GROUP_WORDS: Record<ClientGroup, string> = {
  waiting: "To do",
  running: "In progress",
  done: "Completed",
  ended: "Ended",
};

const OF_CLIENT: Record<OrderStatus, ClientGroup> = {
  draft: "waiting",
  quote_requested: "waiting",
  quoted: "waiting",
  awaiting_payment: "waiting",
  awaiting_client: "waiting",
  delivered: "waiting",
  paid: "running",
  assigned: "running",
  in_progress: "running",
  submitted: "running",
  second_reading: "running",
  qa_review: "running",
  changes_required: "running",
  revision_requested: "running",
  in_revision: "running",
  on_hold: "running",
  disputed: "running",
  accepted: "done",
  closed: "done",
  expired: "ended",
  cancelled: "ended",
  refunded: "ended",
};

/** The client's group for an order. An accepted order still needs a rating. */
export const clientGroupOf = (status: OrderStatus, rated: boolean): ClientGroup =>
  status === "accepted" && !rated ? "waiting" : OF_CLIENT[status];

/** The groups an editor filters orders by: those that need the editor, all open ones, and past ones. */
export const EDITOR_GROUPS = ["waiting", "open", "past"] as const;
export type EditorGroup = (typeof EDITOR_GROUPS)[number];
export const EDITOR_GROUP_WORDS: Record<EditorGroup, string> = {
  waiting: "To do",
  open: "Open",
  past: "Past",
};

/** States in which the editor must act. */
export const EDITORS_TURN: readonly OrderStatus[] = [
  "assigned",
  "in_progress",
  "changes_required",
  "revision_requested",
  "in_revision",
];
/**
 * States in which an editor's part is over. A delivered order can still need a revision, and its earning isn't
 * available yet.
 */
export const EDITORS_PAST: readonly OrderStatus[] = ["accepted", "closed", "cancelled", "refunded", "expired"];

/** The states of a client's group, for SQL. `accepted` also depends on the rating. */
export const statesOfGroup = (group: ClientGroup): OrderStatus[] =>
  (Object.keys(OF_CLIENT) as OrderStatus[]).filter((status) => OF_CLIENT[status] === group);
