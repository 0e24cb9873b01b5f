import { expect, test } from "vitest";
import { keyOf } from "./kept-pages.ts";

test("caches dashboards, lists and the pages they link to, by full address", () => {
  expect(keyOf("https://app.example/my-orders.data?show=waiting&page=2")).toBe("/my-orders?show=waiting&page=2");
  for (const path of [
    "/dashboard",
    "/order/ord_0001",
    "/editor",
    "/editor/orders/ord_1",
    "/editor/invites",
    "/notifications",
    "/support/tickets/tkt_1",
    "/support-desk/threads",
    "/admin",
    "/admin/orders",
  ])
    expect(keyOf(path), path).toBe(path);
});

test("doesn't cache payment, settings or identity pages, public pages, or partial data", () => {
  for (const path of [
    "/",
    "/pricing",
    "/signin",
    "/order/new",
    "/order/new/form",
    "/payment-success?order=ord_1",
    "/profile/settings",
    "/editor/settings",
    "/editor/settings/matching",
    "/editor/kyc",
    "/admin/kyc-review",
    "/support-desk/kyc/usr_1",
    "/administration",
    "/my-orders.data?_routes=root",
  ])
    expect(keyOf(path), path).toBeNull();
});
