import { type OrderStatus, orderFlow } from "#app/features/orders/rules/flow.ts";

/** Statuses as the API names them. What reviewers sent back is still being edited, as on the author's page. */
const NAMES: Partial<Record<OrderStatus, string>> = {
  cancelled: "canceled",
  submitted: "in_progress",
  changes_required: "in_progress",
};
export const apiStatus = (status: OrderStatus): string => NAMES[status] ?? status;
export const API_STATUSES = [...new Set(orderFlow.states.map(apiStatus))] as [string, ...string[]];
/** The order's own statuses behind one of the API's. */
export const statusesOf = (name: string): OrderStatus[] =>
  orderFlow.states.filter((status) => apiStatus(status) === name);
