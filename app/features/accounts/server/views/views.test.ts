import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { VIEWS_LIMIT } from "../../rules/saved-views.ts";
import { chooseView } from "./choose-view.ts";
import { openViews } from "./open-views.ts";
import { removeView } from "./remove-view.ts";
import { renameView } from "./rename-view.ts";
import { saveView } from "./save-view.ts";

let world: TestWorld;
const [sam, ada, amara] = [personOf("sam"), personOf("ada"), personOf("amara")];
const at = (search: string) => ({ path: "/admin/orders", search: new URLSearchParams(search) });
const names = async (who = sam) => (await openViews(who, "orders", at("q="))).map((it) => it.name);
const save = (name: string, search = "status=paid", who = sam) => saveView(who, { list: "orders", name, search });

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe("saved views", () => {
  test("are one person's own, of one list", async () => {
    await save("Paid");
    expect(await names()).toEqual(["Paid"]);
    expect(await names(ada)).toEqual([]);
    expect(await openViews(sam, "threads", at("q="))).toEqual([]);
    expect(await openViews(NOBODY, "orders", at(""))).toEqual([]);
    await expect(saveView(NOBODY, { list: "orders", name: "Mine", search: "q=x" })).rejects.toMatchObject({
      kind: "refused",
    });
  });
  test("saved twice, or by two windows at once, are saved once, with the latest filters", async () => {
    await Promise.all([save("Late", "show=late"), save("late ", "show=late&sort=words"), save("LATE", "show=late")]);
    expect((await names()).map((it) => it.toLowerCase())).toEqual(["late", "paid"]);
    await save("Late", "show=late&editor=none");
    expect((await openViews(sam, "orders", at("q="))).find((it) => it.name === "Late")?.search).toBe(
      "show=late&editor=none",
    );
  });
  test("need a name and filters", async () => {
    await expect(save("  ")).rejects.toMatchObject({ kind: "invalid", fields: { name: "Name the view." } });
    await expect(save("x".repeat(41))).rejects.toMatchObject({ kind: "invalid" });
    await expect(save("Nothing", "")).rejects.toMatchObject({ code: "nothing-to-save" });
  });
  test("can be renamed and deleted by their person only, and two can't have one name", async () => {
    const { viewId } = await save("Mine", "editor=none");
    for (const other of [ada, amara]) {
      await expect(renameView(other, { viewId, name: "Theirs" })).rejects.toMatchObject({ kind: "not-found" });
      await expect(chooseView(other, { viewId, on: true })).rejects.toMatchObject({ kind: "not-found" });
      await expect(removeView(other, { viewId })).rejects.toMatchObject({ kind: "not-found" });
    }
    expect(await names()).toContain("Mine");
    await expect(renameView(sam, { viewId, name: "paid" })).rejects.toMatchObject({ code: "view-name" });
    await renameView(sam, { viewId, name: "mine too" });
    await renameView(sam, { viewId, name: "Mine too" });
    expect(await names()).toContain("Mine too");
    await removeView(sam, { viewId });
    await removeView(sam, { viewId });
    expect(await names()).not.toContain("Mine too");
  });
  test("one of them opens the list, if the URL asks for nothing", async () => {
    const [paid, late] = [await save("Paid"), await save("Late", "show=late")];
    await chooseView(sam, { viewId: paid.viewId, on: true });
    await Promise.all([
      chooseView(sam, { viewId: late.viewId, on: true }),
      chooseView(sam, { viewId: late.viewId, on: true }),
    ]);
    const opened = await openViews(sam, "orders", at("")).catch((it: unknown) => it);
    expect(opened).toBeInstanceOf(Response);
    expect((opened as Response).headers.get("location")).toBe("/admin/orders?show=late");
    expect((await openViews(sam, "orders", at("q="))).filter((it) => it.isDefault).map((it) => it.name)).toEqual([
      "Late",
    ]);
    await chooseView(sam, { viewId: late.viewId, on: false });
    expect((await openViews(sam, "orders", at(""))).some((it) => it.isDefault)).toBe(false);
  });
  test("end at a limit", async () => {
    for (let i = 0; i < VIEWS_LIMIT; i++) await saveView(ada, { list: "threads", name: `View ${i}`, search: `q=${i}` });
    await expect(saveView(ada, { list: "threads", name: "Another", search: "q=x" })).rejects.toMatchObject({
      kind: "conflict",
    });
    await saveView(ada, { list: "threads", name: "View 1", search: "q=again" });
  });
});
