import { expect, test } from "vitest";
import { keyOf } from "./kept-pages.ts";

test("dashboards, lists and what they lead to are kept, by their whole address", () => {
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

test("what is for paying, settings, and what proves who somebody is are not; nor public pages, nor a part of a page", () => {
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
