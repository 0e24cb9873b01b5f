/** The data on a client's page. */
import type { Route } from "../+types/admin-client";

export type ClientFile = Route.ComponentProps["loaderData"];
/** The link to an order, in the area the page is shown in. */
export type OrderTo = (orderId: string) => string;
