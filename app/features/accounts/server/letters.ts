import { createHash } from "node:crypto";
import { cameFrom, carrying } from "../rules/came-from.ts";
import { config } from "#app/platform/server/config.ts";
import { database } from "#app/platform/server/database.ts";
import { renderLetter } from "#app/platform/server/letter.tsx";
import { post } from "#app/platform/server/mail.ts";

/** How long the links in letters work. */
export const VERIFY_HOURS = 24;
export const RESET_HOURS = 1;

const keyOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The letter with the link that verifies an address. @param from where the person wanted to go, from outside */
export async function postVerificationLetter(to: { email: string; name: string }, token: string, from: string | null): Promise<void> {
  const site = config().siteName;
  const path = carrying("/signup/verify", cameFrom(from));
  const url = `${config().publicUrl}${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
  const letter = await renderLetter({
    heading: "Verify your e-mail address",
    paragraphs: [
      `Hello ${to.name},`,
      `Somebody, most likely you, opened an account at ${site} with this address. Open the link and press the button there, and your account is ready.`,
      `The link works for ${VERIFY_HOURS} hours. If it was not you, do nothing: without this step the account cannot be used.`,
    ],
    button: { label: "Verify this address", url },
    footer: `You get this because the address ${to.email} was used to open an account at ${site}.`,
  });
  await post(database(), { key: `verify:${keyOf(token)}`, to: to.email, subject: `Verify your e-mail address for ${site}`, kind: "account.verify", ...letter });
}

/** The letter with the link to choose a new password. */
export async function postResetLetter(to: { email: string; name: string }, token: string): Promise<void> {
  const site = config().siteName;
  const letter = await renderLetter({
    heading: "Choose a new password",
    paragraphs: [
      `Hello ${to.name},`,
      `Somebody asked for a new password for your account at ${site}. Open the link to choose one. You are then signed out everywhere else.`,
      `The link works once, for ${RESET_HOURS === 1 ? "one hour" : `${RESET_HOURS} hours`}. If you did not ask for it, do nothing: your password stays as it is.`,
    ],
    button: { label: "Choose a new password", url: `${config().publicUrl}/signin/reset?token=${encodeURIComponent(token)}` },
    footer: `You get this because a new password was asked for, for ${to.email} at ${site}.`,
  });
  await post(database(), { key: `reset:${keyOf(token)}`, to: to.email, subject: `Choose a new password for ${site}`, kind: "account.reset", ...letter });
}
