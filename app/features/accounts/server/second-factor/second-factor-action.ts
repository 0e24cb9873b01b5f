/**
 * How a settings page includes two-factor authentication and passkeys:
 *
 *   loader:    secondFactors: await findSecondFactors(actor.uid)
 *   action:    if (isSecondFactorIntent(form.get("intent"))) return secondFactorAction(request, form, actor);
 *   component: <SecondFactorPanel factors={loaderData.secondFactors} answer={actionData} />
 *              <PasskeysPanel factors={loaderData.secondFactors} answer={actionData} />
 *
 * The panels have their own headings (`Section`), forms, and error notes, and post to their page. The answer is
 * `{ factor: ... }`, which the page's other forms ignore. Every action needs a recent sign-in. If it was too long ago,
 * the panel asks for the password and repeats the action with it.
 */
import { data } from "react-router";
import { Problem, refused } from "#app/platform/rules/core/errors.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import {
  type SecondFactorAnswer,
  type SecondFactorIntent,
  isSecondFactorIntent,
} from "../../rules/sign-in/second-factor.ts";
import { textOf } from "../sign-in/onward.ts";
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from "../sign-in/passkeys.ts";
import { reauthenticate, requireRecentSignIn } from "../sign-in/recent-sign-in.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
  showSetup,
} from "./second-factor.ts";

type Outcome = Omit<SecondFactorAnswer["factor"], "intent" | "id" | "error"> & { headers?: Headers };

export async function secondFactorAction(request: Request, form: FormData, actor: Actor) {
  const intent = form.get("intent");
  if (!isSecondFactorIntent(intent)) throw refused();
  const id = textOf(form, "id");
  try {
    const password = textOf(form, "current-password");
    if (password) await reauthenticate(request, password);
    await requireRecentSignIn(request);
    const { headers, ...outcome } = await perform(intent, request, form, actor);
    return data<SecondFactorAnswer>({ factor: { intent, id, ...outcome } }, headers ? { headers } : {});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message, advice, code, fields } = error;
    // After a wrong code, show the same QR code again.
    const setup = intent === "factor.confirm" && error.kind === "invalid" ? await showSetup(actor, {}) : null;
    return data<SecondFactorAnswer>(
      {
        factor: {
          intent,
          id,
          name: textOf(form, "name"),
          error: { message, advice, code, fields },
          ...(setup ? { setup } : {}),
        },
      },
      { status: error.status },
    );
  }
}

async function perform(intent: SecondFactorIntent, request: Request, form: FormData, actor: Actor): Promise<Outcome> {
  const id = textOf(form, "id");
  const name = textOf(form, "name");
  switch (intent) {
    case "factor.begin":
      return { setup: await beginSecondFactor(actor, {}) };
    case "factor.confirm":
      return {
        ...(await confirmSecondFactor(actor, { code: textOf(form, "code") })),
        done: "Two-factor authentication turned on",
      };
    case "factor.renew-codes":
      return {
        ...(await renewBackupCodes(actor, {})),
        done: "Here are your new backup codes. Your old codes no longer work.",
      };
    case "factor.off":
      await removeSecondFactor(actor, {});
      return { done: "Two-factor authentication turned off" };
    case "passkey.begin": {
      const { options, headers } = await beginPasskey(request, actor);
      return { passkeyOptions: options, headers };
    }
    case "passkey.add":
      return { headers: await addPasskey(request, actor, textOf(form, "made"), name), done: "Passkey added" };
    case "passkey.rename":
      await renamePasskey(actor, { id, name });
      return { done: "Passkey renamed" };
    case "passkey.remove":
      await removePasskey(actor, { id });
      return { done: "Passkey removed" };
  }
}
