import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { actorContext } from "#app/context.ts";
import * as ownProfile from "#app/features/accounts/screens/profile.tsx";
import * as ownProfileEdit from "#app/features/accounts/screens/profile-edit.tsx";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import * as dashboard from "../screens/editor-dashboard.tsx";
import * as kyc from "../screens/editor-kyc.tsx";
import * as profile from "../screens/editor-profile.tsx";
import * as edit from "../screens/editor-profile-edit.tsx";
import * as matching from "../screens/matching-settings.tsx";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const jonas = personOf("jonas");
const priya = personOf("priya");
const noor = personOf("noor");
const ada = personOf("ada");
const amara = personOf("amara");
const mei = personOf("mei");

/** Loads a screen as a user, or returns the status if refused. */
async function read<T>(
  screen: { loader: (args: never) => T },
  actor: Actor,
  params: Record<string, string> = {},
): Promise<{ status: number; data: Awaited<T> | null }> {
  const context = new RouterContextProvider();
  context.set(actorContext, actor);
  const request = new Request("http://localhost:3000/");
  try {
    return { status: 200, data: await screen.loader({ request, context, params, url: new URL(request.url) } as never) };
  } catch (thrown) {
    const { init } = thrown as { init?: { status?: number } };
    if (!init) throw thrown;
    return { status: init.status ?? 0, data: null };
  }
}

describe("an editor's profile", () => {
  test.each([
    ["reading", profile],
    ["editing", edit],
  ] as const)("%s opens for its editor and admins, and is not found for other editors", async (_, screen) => {
    const at = (actor: Actor) => read(screen as typeof profile, actor, { editorId: jonas.uid }).then((r) => r.status);
    expect([await at(jonas), await at(ada)]).toEqual([200, 200]);
    for (const actor of [priya, amara, personOf("sam"), NOBODY]) expect(await at(actor)).toBe(404);
    expect((await read(screen as typeof profile, ada, { editorId: amara.uid })).status).toBe(404);
  });
});

describe("personal pages", () => {
  test("show an author only their own billing, whatever the URL", async () => {
    const of = async (actor: Actor) => (await read(ownProfile, actor, { uid: amara.uid })).data?.profile.billing.name;
    expect([await of(amara), await of(mei), await of(ada)]).toEqual(["Dr. Amara Osei", "Mei-Ling Tan", ""]);
    expect((await read(ownProfileEdit, mei)).data?.form.displayName).toBe("Mei-Ling Tan");
    expect((await read(ownProfile, NOBODY)).status).toBe(403);
  });
  test("an admin who isn't an editor can open editor pages, with an explanation", async () => {
    for (const screen of [matching, dashboard] as const)
      expect((await read(screen as typeof matching, ada)).data).toMatchObject({ editor: null });
    expect((await read(kyc, ada)).data).toMatchObject({ kyc: null });
  });
  test("shows a newcomer what's missing, and a ready editor that nothing is", async () => {
    const open = async (actor: Actor) =>
      (await read(matching, actor)).data?.editor?.steps.filter((s) => !s.done).map((s) => s.key);
    expect(await open(noor)).toEqual(
      ["identity", "agreement", "weeklyWords", "parallelOrders", "calendar", "quietHours", "confidentiality"].filter(
        (k) => k !== "calendar",
      ),
    );
    expect(await open(jonas)).toEqual([]);
    expect((await read(kyc, noor)).data?.kyc).toMatchObject({ mayWork: false, mayBePaid: false });
    expect((await read(dashboard, noor)).data?.editor).toMatchObject({
      invites: [],
      orders: [],
      level: "trial",
      step: { level: "standard" },
    });
  });
});
