import { now } from "#app/platform/server/core/clock.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { STAFF_LIST } from "../../rules/staff-list.ts";
import { staffOrderList } from "./list-staff-orders.ts";

/** GET /api/csv/orders: all orders, as filtered by staff. */
export const staffOrdersCsv = listFile(STAFF_LIST, (actor, query) => staffOrderList(actor, query, now()));
