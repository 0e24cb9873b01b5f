import { type Actor, isSystem } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { type OrderStatus, UNPAID } from "./flow.ts";

/** The part of an order that permissions are decided on. */
export type OrderForPolicy = {
  status: string;
  userId: string | null;
  guestKeyHash: string | null;
  assignedTo: string | null;
  readerId?: string | null;
};

const verifiedUid = (actor: Actor): string | null =>
  actor.kind === "person" && actor.emailVerified ? actor.uid : null;
const isOwner = (actor: Actor, order: OrderForPolicy): boolean =>
  actor.kind === "guest"
    ? order.userId === null && actor.guestKeyHash !== null && actor.guestKeyHash === order.guestKeyHash
    : order.userId !== null && verifiedUid(actor) === order.userId;
const isItsEditor = (actor: Actor, order: OrderForPolicy): boolean =>
  order.assignedTo !== null && verifiedUid(actor) === order.assignedTo;
const isAny = (order: OrderForPolicy, states: readonly OrderStatus[]): boolean =>
  states.includes(order.status as OrderStatus);

/**
 * Who may do what with an order, checked by the button, the loader and the command.
 * The flow checks the state. These only check whose order it is, except for files, which open on delivery.
 */
export const can = {
  view: (actor: Actor, order: OrderForPolicy) =>
    isOwner(actor, order) || isItsEditor(actor, order) || may(actor, "care") || isSystem(actor),
  edit: (actor: Actor, order: OrderForPolicy) => isOwner(actor, order) && isAny(order, UNPAID),
  claim: (actor: Actor, order: OrderForPolicy, guestKeyHash: string | null) =>
    actor.kind === "person" &&
    actor.emailVerified &&
    order.userId === null &&
    guestKeyHash !== null &&
    order.guestKeyHash === guestKeyHash,
  pay: (actor: Actor, order: OrderForPolicy) => actor.kind === "person" && isOwner(actor, order),
  work: (actor: Actor, order: OrderForPolicy) => isItsEditor(actor, order),
  decide: (actor: Actor, order: OrderForPolicy) => actor.kind === "person" && isOwner(actor, order),
  cancel: (actor: Actor, order: OrderForPolicy) =>
    (actor.kind === "person" && isOwner(actor, order)) || may(actor, "care"),
  /** QA: an admin, or (later) a lead editor; never the order's own editor or author. */
  review: (actor: Actor, order: OrderForPolicy) =>
    may(actor, "orders") && !isItsEditor(actor, order) && !isOwner(actor, order),
  manage: (actor: Actor, _order: OrderForPolicy) => may(actor, "orders"),
  /** Upload a copy as the order's second reader: only while it's their turn. */
  read: (actor: Actor, order: OrderForPolicy) =>
    order.status === "second_reading" && order.readerId != null && verifiedUid(actor) === order.readerId,
  message: (actor: Actor, order: OrderForPolicy) =>
    actor.kind === "person" &&
    (isOwner(actor, order) || isItsEditor(actor, order) || may(actor, "care")) &&
    !isAny(order, UNPAID),
  seeSource: (actor: Actor, order: OrderForPolicy) =>
    isOwner(actor, order) || isItsEditor(actor, order) || may(actor, "care"),
  /** Decide on the order's style sheet. */
  style: (actor: Actor, order: OrderForPolicy) => isOwner(actor, order) || isItsEditor(actor, order),
  /** Say that findings of the check stay in the text on purpose. */
  keepFindings: (actor: Actor, order: OrderForPolicy) => isItsEditor(actor, order) || can.read(actor, order),
  /** An edited file: the author sees it only after its submission is delivered. */
  seeDelivery: (actor: Actor, order: OrderForPolicy, delivered: boolean) =>
    isItsEditor(actor, order) || may(actor, "care") || (delivered && isOwner(actor, order)),
};
