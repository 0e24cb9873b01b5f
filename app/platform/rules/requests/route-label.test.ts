import { expect, test } from "vitest";
import { routeLabels } from "./route-label.ts";

const label = routeLabels([
  "/",
  "/blog",
  "/blog/:slug",
  "/blog/tags",
  "/blog/tags/:tag",
  "/order/:orderId",
  "/order/new",
  "/order/:orderId/rate",
  "/api/auth/*",
  "/api/call/:name",
]);

test.each([
  ["/", "/"],
  ["/blog/", "/blog"],
  ["/blog/a-title", "/blog/:slug"],
  ["/blog/tags", "/blog/tags"],
  ["/blog/tags/style", "/blog/tags/:tag"],
  ["/order/new", "/order/new"],
  ["/order/new/rate", "/order/:orderId/rate"],
  ["/order/ord_1/rate", "/order/:orderId/rate"],
  ["/api/auth/sign-in/email", "/api/auth/*"],
  ["/api/call/saveDraft", "/api/call/:name"],
  ["/wp-login.php", "other"],
  ["/order/ord_1/rate/more", "other"],
  ["/__proto__/constructor", "other"],
])("counts %s as %s", (path, expected) => {
  expect(label(path)).toBe(expected);
});
