import { listFile } from "#app/platform/server/lists/list-file.ts";
import { EARLIER_LIST, PAST_LIST } from "../../rules/past-orders.ts";
import { verifiedPerson } from "../views/own-orders-csv.ts";
import { allPastOrders, ownPastOrders } from "./list-past-orders.ts";

/** GET /api/csv/earlier-orders: a person's own orders of the former system, filtered like the list. */
export const ownPastOrdersCsv = listFile(EARLIER_LIST, (actor, query) => ownPastOrders(verifiedPerson(actor), query));
/** GET /api/csv/past-orders: everyone's, filtered like the list. Admins only. */
export const pastOrdersCsv = listFile(PAST_LIST, allPastOrders);
