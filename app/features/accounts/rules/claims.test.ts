import { describe, expect, test } from "vitest";
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
    });
    expect(resolveRoles({}, client).role).toBe("client");
  });

  test("support comes only from the claim", () => {
    expect(resolveRoles({ support: true }, client)).toEqual({
      role: "client",
      isAdmin: false,
      isEditor: false,
      isSupport: true,
    });
    expect(resolveRoles({}, { ...client, role: "admin" }).isSupport).toBe(false);
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
    });
    expect(readClaims("admin")).toEqual({});
    expect(readClaims(null)).toEqual({});
  });
});
