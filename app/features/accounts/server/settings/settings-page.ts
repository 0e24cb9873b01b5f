import { count } from "#app/platform/rules/core/count.ts";
import { data, redirect, redirectDocument } from "react-router";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { problemResponse } from "#app/platform/server/requests/problem.ts";
import { readPageForm } from "#app/platform/server/requests/read-body.ts";
import { findSuppression } from "#app/platform/server/mail/mail-events.ts";
import { federatedProblem, isFederatedEnd, startAddress } from "../../rules/sign-in/federated.ts";
import { isSecondFactorIntent } from "../../rules/sign-in/second-factor.ts";
import type { SettingsAnswer, SettingsIntent } from "../../rules/settings.ts";
import { askEmailChange } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import {
  disconnectAccount,
  findProvider,
  listConnectedAccounts,
  providerButtons,
} from "../sign-in/connected-accounts.ts";
import { countAttempt, networkOf } from "../sign-in/count-attempt.ts";
import { endOtherSessions, endSession } from "./end-session.ts";
import { findSecondFactors } from "../second-factor/find-second-factors.ts";
import { listImpersonations } from "../impersonation/find-impersonation.ts";
import { listSessions } from "./list-sessions.ts";
import { textOf } from "../sign-in/onward.ts";
import { currentSession, reauthenticate, requireRecentSignIn } from "../sign-in/recent-sign-in.ts";
import { secondFactorAction } from "../second-factor/second-factor-action.ts";
import { resumeOwnEmails } from "./resume-own-emails.ts";
import { refuseCrossSite } from "../sign-in/refuse-cross-site.ts";

const PASSWORD_DONE = "Password changed. We've signed out your other devices.";

/** Whether a form was sent without the application's script. */
const isPlainForm = (request: Request): boolean => request.headers.get("accept")?.includes("text/html") ?? false;

/** Loads the settings pages, the same for authors and editors. */
export async function loadSettings(request: Request, actor: Actor) {
  if (actor.kind !== "person") return problemResponse(refused("Sign in to see your settings."));
  const session = await currentSession(request).catch(problemResponse);
  const [connected, accounts, sessions, secondFactors, stopped, staffAccess] = await Promise.all([
    listConnectedAccounts(actor.uid),
    database()
      .selectFrom("auth_account")
      .select("password")
      .where("userId", "=", actor.uid)
      .where("password", "is not", null)
      .execute(),
    listSessions(actor.uid, session.id),
    findSecondFactors(actor.uid),
    findSuppression(actor.email),
    listImpersonations(actor.uid),
  ]);
  return {
    uid: actor.uid,
    email: actor.email,
    /** Why emails don't reach this person, or null if they do. */
    stopped: stopped && { reason: stopped.reason, since: stopped.createdAt },
    hasPassword: accounts.length > 0,
    providers: providerButtons(),
    connected,
    sessions,
    secondFactors,
    staffAccess,
    policy: config().password,
    siteName: config().siteName,
    done: returnedWith(new URL(request.url).searchParams),
  };
}

/** What to show to a browser that was sent here: by a form without script, or by an identity provider. */
function returnedWith(query: URLSearchParams): SettingsAnswer["settings"] | null {
  if (query.get("done") === "password") return { intent: "password", done: PASSWORD_DONE };
  const connected = findProvider(query.get("connected"));
  if (connected) return { intent: "provider.connect", done: `${connected.label} connected` };
  const provider = findProvider(query.get("provider"));
  const end = query.get("problem");
  if (!provider || !isFederatedEnd(end)) return null;
  return {
    intent: "provider.connect",
    id: provider.id,
    error: { ...federatedProblem(end, provider.label), fields: {} },
  };
}

/** Handles the settings pages' forms. The answer names the form it belongs to. */
export async function actOnSettings(request: Request, actor: Actor) {
  const form = await readPageForm(request);
  const intent = form.get("intent");
  if (isSecondFactorIntent(intent)) return secondFactorAction(request, form, actor);
  const email = textOf(form, "email").trim();
  try {
    refuseCrossSite(request);
    if (uidOf(actor) === null) throw refused("Sign in to change your settings.");
    switch (intent as SettingsIntent) {
      case "email": {
        await proveOwner(request, form);
        await countAttempt("/change-email", actor.kind === "person" ? actor.email : null, networkOf(request.headers));
        return answer({
          intent: "email",
          done: `We've sent an email to ${await askEmailChange(actor, { email })}. Open the link in it to confirm your new address. Until then, nothing changes.`,
        });
      }
      case "resume-emails":
        return answer({
          intent: "resume-emails",
          done: `Emails are on again. We've sent a test to ${(await resumeOwnEmails(actor, {})).to}.`,
        });
      case "password": {
        const headers = await changePassword(request, textOf(form, "current-password"), textOf(form, "password")).catch(
          ofField("current-password"),
        );
        // Without script, redirect so that the browser sends the new cookie: the old cookie's session has just ended.
        if (isPlainForm(request)) {
          const { pathname } = new URL(request.url);
          throw redirect(`${pathname}?done=password`, { status: 303, headers });
        }
        return data<SettingsAnswer>({ settings: { intent: "password", done: PASSWORD_DONE } }, { headers });
      }
      case "provider.connect": {
        const provider = findProvider(textOf(form, "id"));
        if (!provider) throw notFound("identity provider");
        await proveOwner(request, form);
        const from = new URL(request.url).pathname;
        throw redirectDocument(startAddress(provider.id, { from, link: true }));
      }
      case "provider.disconnect": {
        await proveOwner(request, form);
        const { label } = await disconnectAccount(actor, { id: textOf(form, "id") });
        return answer({ intent: "provider.disconnect", done: `${label} disconnected` });
      }
      case "session.end": {
        const sessionId = textOf(form, "sessionId");
        const current = await currentSession(request);
        if (sessionId === current.id) throw redirect("/signin", { headers: {} });
        await endSession(actor, { sessionId });
        return answer({ intent: "session.end", done: "Device signed out" });
      }
      case "session.end-others": {
        const ended = await endOtherSessions(actor, { keepId: (await currentSession(request)).id });
        return answer({
          intent: "session.end-others",
          done:
            ended === 0 ? "You weren't signed in on any other device." : `${count(ended, "other device")} signed out`,
        });
      }
      default:
        throw invalid("input", "Unknown action.", "Reload the page and try again.");
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message, advice, code, fields } = error;
    return data<SettingsAnswer>(
      {
        settings: {
          intent: intent as SettingsIntent,
          id: textOf(form, "id"),
          error: { message, advice, code, fields },
          typed: { email },
        },
      },
      { status: error.status },
    );
  }
}

const answer = (settings: SettingsAnswer["settings"]) => data<SettingsAnswer>({ settings });

/** Requires a sign-in within the last ten minutes, or the password in the form. @throws SignInProblem */
export async function proveOwner(request: Request, form: FormData): Promise<void> {
  const password = textOf(form, "current-password");
  if (password) await reauthenticate(request, password).catch(ofField("current-password"));
  await requireRecentSignIn(request);
}

/** Puts the message about a wrong password on the field where it was typed. */
const ofField =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof Problem && error.code === "wrong-password")
      throw new Problem(error.kind, error.code, error.message, error.advice, { [name]: error.message });
    throw error;
  };
