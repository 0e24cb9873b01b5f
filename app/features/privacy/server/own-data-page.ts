import { href, redirect } from "react-router";
import { proveOwner } from "#app/features/accounts/server/settings/settings-page.ts";
import { uidOf, zoneOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type Intent, type PageRequest, intent } from "#app/platform/server/requests/page-frame.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { KEPT_AFTER_ERASURE } from "../rules/data-request.ts";
import { closeAccount } from "./close-account.ts";
import { readOwnData } from "./list-data-requests.ts";
import { requestErasure, withdrawErasure } from "./request-erasure.ts";
import { requestExport } from "./request-export.ts";

type Args = { request: Request; params: object };

/** What the page about a person's own data shows, the same for clients and editors. */
export async function loadOwnData({ actor }: Pick<PageRequest<Args>, "actor">) {
  const uid = uidOf(actor);
  if (uid === null || actor.kind !== "person") throw refused("Sign in to see what we store about you.");
  const account = await database()
    .selectFrom("auth_account")
    .select("id")
    .where("userId", "=", uid)
    .where("password", "is not", null)
    .executeTakeFirst();
  return {
    ...(await readOwnData(uid, now())),
    uid,
    hasPassword: account !== undefined,
    kept: KEPT_AFTER_ERASURE.filter((it) => it.for !== "editor" || actor.isEditor),
  };
}

/**
 * What people can do with their own data. Closing and erasing need a recent sign-in, or the password in the form.
 */
export const ownDataIntents: Record<string, Intent<Args>> = {
  export: intent({
    command: requestExport,
    input: () => ({}),
    done: "We're preparing the copy of your data. We'll email you when it's ready.",
  }),
  close: async ({ actor, request, form }) => {
    await proveOwner(request, form);
    const wasEditor = actor.kind === "person" && actor.isEditor;
    await closeAccount(actor, {});
    return redirect(`${href("/thanks")}?for=closed${wasEditor ? "&editor" : ""}`);
  },
  erase: async ({ actor, request, form, text }) => {
    await proveOwner(request, form);
    const { dueAt } = await requestErasure(actor, { reason: text("reason") });
    return { done: `Erasure requested. We'll answer by ${formatDay(dueAt, zoneOf(actor))}.` };
  },
  withdraw: intent({ command: withdrawErasure, input: () => ({}), done: "Request withdrawn. Nothing was erased." }),
};
