/** What the start says about a database it can't use, and keys that don't fit the data. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seal } from "#app/platform/server/files/sealing.ts";
import { writeDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import { bankChangeOf } from "#app/features/payouts/server/bank/bank-changes.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { checkDatabase, databaseProblem, explainConnection } from "./check-database.ts";
import { checkKeys } from "./check-keys.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe("the database", () => {
  const GOOD = {
    number: 170_002,
    name: "17.2",
    encoding: "UTF8",
    extensions: ["pg_trgm", "unaccent"],
    mayCreate: true,
  };
  test("is this one", async () => {
    expect(databaseProblem(GOOD)).toBeNull();
    await expect(checkDatabase(world.url)).resolves.toBeUndefined();
  });
  test.each([
    [{ number: 160_014, name: "16.14" }, "Stet needs PostgreSQL 17 or later, and this is 16.14."],
    [{ number: 150_018, name: "15.18 (Debian)" }, "this is 15.18 (Debian)"],
    [{ encoding: "SQL_ASCII" }, "must be UTF8"],
    [{ extensions: ["pg_trgm"] }, "extension unaccent isn't installed"],
    [{ mayCreate: false }, "alter database stet owner to stet;"],
  ])("%o is refused with what to do", (it, said) => expect(databaseProblem({ ...GOOD, ...it })).toContain(said));

  test("that doesn't exist or answer is named", async () => {
    const missing = world.url.replace(/\/[^/?]+\?/, "/nope?");
    await expect(checkDatabase(missing)).rejects.toThrow('has no database "nope". Create it: create database nope');
    await expect(checkDatabase("postgres://stet@127.0.0.1:1/stet")).rejects.toThrow("No PostgreSQL answers");
    const wrong = (code: string) => explainConnection({ code }, "postgres://stet:x@db.example/stet")?.message;
    expect(wrong("28P01")).toContain('password of the role "stet" is wrong');
    expect(wrong("ENOTFOUND")).toContain("no server named db.example:5432");
    expect(explainConnection(new Error("something else"), "postgres://stet@db.example/stet")).toBeNull();
  });
});

describe("the keys", () => {
  const key = () => new Uint8Array(randomBytes(32));
  beforeEach(async () => {
    await sql`delete from encryption_checks`.execute(world.db);
    await sql`delete from bank_changes`.execute(world.db);
    await sql`delete from kyc_details`.execute(world.db);
  });

  test("are recognized at the next start", async () => {
    const [one, other] = [key(), key()];
    await checkKeys(new Map([[1, one]]));
    await checkKeys(new Map([[1, one]]));
    await expect(checkKeys(new Map([[1, other]]))).rejects.toThrow(/ENCRYPTION_KEYS has another key for version 1/);
    await checkKeys(
      new Map([
        [1, one],
        [2, other],
      ]),
    );
    await expect(
      checkKeys(
        new Map([
          [1, one],
          [2, key()],
        ]),
      ),
    ).rejects.toThrow(/version 2/);
  });

  test("must include every version that data is encrypted with, and only those", async () => {
    const [one, two] = [key(), key()];
    await checkKeys(new Map([[1, one]]));
    await checkKeys(new Map([[2, two]]));
    await world.db.insertInto("bank_changes").values(change(one)).execute();
    await expect(checkKeys(new Map([[2, two]]))).rejects.toThrow(/ENCRYPTION_KEYS lacks version 1/);
  });

  test("are tried on data that is older than the check", async () => {
    const { uid } = personOf("jonas") as { uid: string };
    await world.db
      .transaction()
      .execute((tx) => writeDetails(tx as never, uid, { legalName: "Jonas Weber" } as never, NOON));
    await expect(checkKeys(new Map([[1, key()]]))).rejects.toThrow(/another key for version 1/);
    await checkKeys(world.config.sealingKeys);
    await sql`delete from kyc_details`.execute(world.db);
    await sql`delete from encryption_checks`.execute(world.db);
    const mine = key();
    await world.db.insertInto("bank_changes").values(change(mine)).execute();
    await expect(checkKeys(new Map([[1, key()]]))).rejects.toThrow(/another key for version 1/);
    await checkKeys(new Map([[1, mine]]));
  });

  function change(by: Uint8Array) {
    const { uid } = personOf("jonas") as { uid: string };
    const sealed = seal(Buffer.from("{}"), bankChangeOf(uid), new Map([[1, by]]));
    return { uid, sealed, tokenHash: "x", expiresAt: NOON, createdAt: NOON };
  }
});
