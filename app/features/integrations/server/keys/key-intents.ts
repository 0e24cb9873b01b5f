import { reauthenticate, requireRecentSignIn } from "#app/features/accounts/server/sign-in/recent-sign-in.ts";
import { type FormRequest, type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import type { HolderKind } from "../../rules/owner.ts";
import { createKey } from "./create-key.ts";
import { revokeKey } from "./revoke-key.ts";

/** What a page with keys answers besides the usual: a new key, which nobody can read again. */
export type KeyMade = { made: { name: string; key: string } };

/** The intents of a page with keys. Creating one takes a recent sign-in. @param holderOf whose keys they are */
export const keyIntents = <Args extends { params: object }>(
  holderOf: (asked: FormRequest<Args>) => { kind: HolderKind; id: string },
): Record<"create-key" | "revoke-key", Intent<Args, KeyMade>> => ({
  "create-key": async (asked) => {
    const { actor, request, text, texts } = asked;
    const password = text("current-password");
    if (password) await reauthenticate(request, password);
    await requireRecentSignIn(request);
    const name = text("name");
    const { key } = await createKey(actor, {
      holder: holderOf(asked),
      name,
      scopes: texts("scopes") as never,
      days: text("days") as never,
    });
    return { made: { name: name.trim(), key } };
  },
  "revoke-key": intent({
    command: revokeKey,
    input: ({ text }) => ({ keyId: text("keyId") }),
    done: ({ name }) => `“${name}” revoked. Programs that use it are refused from now on.`,
  }),
});

/** What the form for a new key shows again beside an error. */
export const keyTyped = ({ text, texts }: Pick<FormRequest<never>, "text" | "texts">): Record<string, string> => ({
  name: text("name"),
  days: text("days"),
  scopes: texts("scopes").join(" "),
});
