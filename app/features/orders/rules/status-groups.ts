import type { OrderStatus } from "./flow.ts";

/** The groups a client filters their orders by. `waiting`: they have to act; `running`: somebody else does; `done`: handed over; `ended`: over without work handed over. */
export const CLIENT_GROUPS = ["waiting", "running", "done", "ended"] as const;
export type ClientGroup = (typeof CLIENT_GROUPS)[number];
export const CLIENT_GROUP_WORDS: Record<ClientGroup, string> = {
  waiting: "Waiting for me",
  running: "Under way",
  done: "Done",
  ended: "Ended",
};

const OF_CLIENT: Record<OrderStatus, ClientGroup> = {
  draft: "waiting",
  quoted: "waiting",
  awaiting_payment: "waiting",
  awaiting_client: "waiting",
  delivered: "waiting",
  paid: "running",
  assigned: "running",
  in_progress: "running",
  submitted: "running",
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

/** A client's group of an order. What is accepted waits for one thing more: its rating. */
export const clientGroupOf = (status: OrderStatus, rated: boolean): ClientGroup =>
  status === "accepted" && !rated ? "waiting" : OF_CLIENT[status];

/** The groups an editor filters their orders by: what waits for them, what is open at all, what is past. */
export const EDITOR_GROUPS = ["waiting", "open", "past"] as const;
export type EditorGroup = (typeof EDITOR_GROUPS)[number];
export const EDITOR_GROUP_WORDS: Record<EditorGroup, string> = {
  waiting: "Waiting for me",
  open: "Open",
  past: "Past",
};

/** States in which an order waits for its editor. */
export const EDITORS_TURN: readonly OrderStatus[] = [
  "assigned",
  "in_progress",
  "changes_required",
  "revision_requested",
  "in_revision",
];
/** States in which an editor's part is over. A delivered order can still come back for a revision, and its earning is not theirs yet. */
export const EDITORS_PAST: readonly OrderStatus[] = ["accepted", "closed", "cancelled", "refunded", "expired"];

/** The states of a client's group, as SQL asks for them; `accepted` has to be told apart by its rating. */
export const statesOfGroup = (group: ClientGroup): OrderStatus[] =>
  (Object.keys(OF_CLIENT) as OrderStatus[]).filter((status) => OF_CLIENT[status] === group);
