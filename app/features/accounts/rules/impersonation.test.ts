import { describe, expect, test } from "vitest";
import { canBeImpersonated, mayImpersonate, mayWhileImpersonating } from "./impersonation.ts";

const NOBODY = { isEditor: false, claims: {}, isAdmin: false, isSupport: false, emailVerified: true };

describe("what staff may request while they view the product as somebody else", () => {
  test("they may read, but no page about sign-in, payment, identity, bank, or data", () => {
    for (const path of ["/dashboard", "/order/ord_1", "/editor/settings/matching", "/my-payments", "/api/live", "/"])
      expect([path, mayWhileImpersonating(true, "GET", path)]).toEqual([path, true]);
    for (const path of [
      "/profile/settings",
      "/Profile/Settings/",
      "/profile/%73ettings",
      "/profile/settings.data",
      "/editor/settings",
      "/editor/settings/data",
      "/editor/kyc",
      "/order/new",
      "/order/new/form",
      "/signin/reset",
      "/checkout/sandbox/1",
      "/api/auth/token",
      "/api/auth/get-session",
      "/api/data-exports/dtr_1",
      "/api/draft-handoff",
    ])
      expect([path, mayWhileImpersonating(false, "GET", path)]).toEqual([path, false]);
  });
  test("support may only end it and sign out", () => {
    for (const path of ["/order/ord_1", "/support", "/api/files", "/api/notifications/read", "/dashboard"])
      expect([path, mayWhileImpersonating(true, "POST", path)]).toEqual([path, false]);
    expect(mayWhileImpersonating(true, "POST", "/api/impersonation/end")).toBe(true);
    expect(mayWhileImpersonating(true, "POST", "/api/auth/sign-out")).toBe(true);
    expect(mayWhileImpersonating(true, "GET", "/api/auth/sign-out")).toBe(false);
  });
  test("an admin may send the forms of a few pages, but nothing to an endpoint", () => {
    expect(
      ["/order/ord_1", "/editor/orders/ord_1", "/support/tickets/tkt_1", "/editor/settings/matching"].filter(
        (path) => !mayWhileImpersonating(false, "POST", path),
      ),
    ).toEqual([]);
    for (const path of [
      "/order/ord_1/rate",
      "/order/new",
      "/profile/edit",
      "/editor/editor-payouts",
      "/api/drafts",
      "/api/files/fil_1/decisions",
      "/api/files",
    ])
      for (const method of ["POST", "PUT", "PATCH", "DELETE"])
        expect([path, mayWhileImpersonating(false, method, path)]).toEqual([path, false]);
  });
});

describe("who may view the product as whom", () => {
  test("admins may act, support may look, and nobody else may do either", () => {
    expect(mayImpersonate({ ...NOBODY, isAdmin: true }, false)).toBe(true);
    expect(mayImpersonate({ ...NOBODY, isSupport: true }, true)).toBe(true);
    expect(mayImpersonate({ ...NOBODY, isSupport: true }, false)).toBe(false);
    expect(mayImpersonate(NOBODY, true)).toBe(false);
    for (const claims of [{ finance: true }, { content: true }])
      expect(mayImpersonate({ ...NOBODY, claims }, true)).toBe(false);
    expect(mayImpersonate({ ...NOBODY, isAdmin: true, emailVerified: false }, false)).toBe(false);
  });
  test("never as staff or as someone without a verified address", () => {
    expect(canBeImpersonated(NOBODY)).toBe(true);
    expect(canBeImpersonated({ ...NOBODY, isSupport: true })).toBe(false);
    expect(canBeImpersonated({ ...NOBODY, isAdmin: true })).toBe(false);
    for (const claims of [{ finance: true }, { content: true }])
      expect(canBeImpersonated({ ...NOBODY, claims })).toBe(false);
    expect(canBeImpersonated({ ...NOBODY, emailVerified: false })).toBe(false);
  });
});
