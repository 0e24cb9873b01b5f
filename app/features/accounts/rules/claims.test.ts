import { describe, expect, test } from "vitest";
import { hasRole, isStaff, mainRole } from "#app/platform/rules/core/actor.ts";
import { readClaims, resolveRoles, roleOfClaims } from "./claims.ts";

const client = { role: "client", isAdmin: false, isEditor: false } as const;

describe("roles", () => {
  test("admin comes from the profile's role, its flag, or the claim; then editor the same way; else client", () => {
    expect(resolveRoles({}, { ...client, role: "admin" }).role).toBe("admin");
    expect(resolveRoles({}, { ...client, isAdmin: true }).role).toBe("admin");
    expect(resolveRoles({ admin: true }, client).role).toBe("admin");
    expect(resolveRoles({}, { ...client, role: "editor" }).role).toBe("editor");
    expect(resolveRoles({}, { ...client, isEditor: true }).role).toBe("editor");
    expect(resolveRoles({ editor: true }, client).role).toBe("editor");
    expect(resolveRoles({ editor: true }, { ...client, role: "admin" })).toEqual({
      role: "admin",
      isAdmin: true,
      isEditor: true,
      isSupport: false,
      claims: { editor: true },
    });
    expect(resolveRoles({}, client).role).toBe("client");
  });

  test("support comes only from the claim", () => {
    expect(resolveRoles({ support: true }, client)).toEqual({
      role: "client",
      isAdmin: false,
      isEditor: false,
      isSupport: true,
      claims: { support: true },
    });
    expect(resolveRoles({}, { ...client, role: "admin" }).isSupport).toBe(false);
  });

  test("finance and content come only from their claims, and are staff without being an editor or admin", () => {
    const finance = resolveRoles({ finance: true }, client);
    expect([hasRole(finance, "finance"), hasRole(finance, "content"), isStaff(finance), mainRole(finance)]).toEqual([
      true,
      false,
      true,
      "finance",
    ]);
    expect(mainRole(resolveRoles({ content: true, editor: true }, client))).toBe("content");
    expect(mainRole(resolveRoles({ finance: true, content: true, support: true }, client))).toBe("support");
    expect([isStaff(resolveRoles({ editor: true }, client)), mainRole(resolveRoles({}, client))]).toEqual([
      false,
      "client",
    ]);
  });

  test("without a profile the claims decide", () => {
    expect(resolveRoles({ editor: true }, null).role).toBe("editor");
    expect(resolveRoles({}, null).role).toBe("client");
    expect(roleOfClaims({ admin: true, editor: true })).toBe("admin");
    expect(roleOfClaims({ support: true })).toBe("client");
  });

  test("only true is true", () => {
    expect(readClaims({ admin: "true", editor: 1, support: null })).toEqual({
      admin: false,
      editor: false,
      support: false,
      finance: false,
      content: false,
    });
    expect(readClaims("admin")).toEqual({});
    expect(readClaims(null)).toEqual({});
  });
});
