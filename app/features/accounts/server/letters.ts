import { createHash, randomUUID } from "node:crypto";
import { cameFrom, carrying } from "../rules/came-from.ts";
import { config } from "#app/platform/server/config.ts";
import { type Reader, database } from "#app/platform/server/database.ts";
import { type LetterText, renderLetter } from "#app/platform/server/letter.tsx";
import { post } from "#app/platform/server/mail.ts";

/** How long the links in letters work. */
export const VERIFY_HOURS = 24;
export const RESET_HOURS = 1;
export const CHANGE_HOURS = 24;

const keyOf = (token: string): string => createHash("sha256").update(token).digest("hex");

function verificationLetter(to: { email: string; name: string }, token: string, from: string | null): LetterText {
  const site = config().siteName;
  const path = carrying("/signup/verify", cameFrom(from));
  const url = `${config().origins.app}${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
  return {
    heading: "Verify your e-mail address",
    paragraphs: [
      `Hello ${to.name},`,
      `Somebody, most likely you, opened an account at ${site} with this address. Open the link and press the button there, and your account is ready.`,
      `The link works for ${VERIFY_HOURS} hours. If it was not you, do nothing: without this step the account cannot be used.`,
    ],
    button: { label: "Verify this address", url },
    footer: `You get this because the address ${to.email} was used to open an account at ${site}.`,
  };
}

/** The letter with the link that verifies an address. @param from where the person wanted to go, from outside */
export async function postVerificationLetter(
  to: { email: string; name: string },
  token: string,
  from: string | null,
): Promise<void> {
  await post(database(), {
    key: `verify:${keyOf(token)}`,
    to: to.email,
    subject: `Verify your e-mail address for ${config().siteName}`,
    kind: "account.verify",
    ...(await renderLetter(verificationLetter(to, token, from))),
  });
}

function resetLetter(to: { email: string; name: string }, token: string): LetterText {
  const site = config().siteName;
  return {
    heading: "Choose a new password",
    paragraphs: [
      `Hello ${to.name},`,
      `Somebody asked for a new password for your account at ${site}. Open the link to choose one. You are then signed out everywhere else.`,
      `The link works once, for ${RESET_HOURS === 1 ? "one hour" : `${RESET_HOURS} hours`}. If you did not ask for it, do nothing: your password stays as it is.`,
    ],
    button: {
      label: "Choose a new password",
      url: `${config().origins.app}/signin/reset?token=${encodeURIComponent(token)}`,
    },
    footer: `You get this because a new password was asked for, for ${to.email} at ${site}.`,
  };
}

/** The letter with the link to choose a new password. */
export async function postResetLetter(to: { email: string; name: string }, token: string): Promise<void> {
  await post(database(), {
    key: `reset:${keyOf(token)}`,
    to: to.email,
    subject: `Choose a new password for ${config().siteName}`,
    kind: "account.reset",
    ...(await renderLetter(resetLetter(to, token))),
  });
}

const contactPage = (): string => `${config().origins.public}/contact`;

function takenLetter(to: { email: string; name: string }): LetterText {
  const site = config().siteName;
  return {
    heading: "Somebody tried to open an account with your address",
    paragraphs: [
      `Hello ${to.name},`,
      `Somebody tried to open an account at ${site} with this address. You have one already, and nothing about it was changed.`,
      "If it was you, sign in instead; if the password is forgotten, choose a new one. If it was not you, you need do nothing.",
    ],
    button: { label: "Sign in", url: `${config().origins.app}/signin` },
    footer: `You get this because there is an account for ${to.email} at ${site}. We send it at most once an hour.`,
  };
}

/** Tells the owner of an address that somebody wanted to open a second account with it. */
export async function postTakenLetter(to: { email: string; name: string }): Promise<void> {
  await post(database(), {
    key: `taken:${randomUUID()}`,
    to: to.email,
    subject: `Somebody tried to open an account with your address at ${config().siteName}`,
    kind: "account.taken",
    ...(await renderLetter(takenLetter(to))),
  });
}

function emailChangeLetter(to: { email: string; name: string }, token: string): LetterText {
  const site = config().siteName;
  return {
    heading: "Confirm your new e-mail address",
    paragraphs: [
      `Hello ${to.name},`,
      `Somebody, most likely you, wants to use this address for their account at ${site}. Open the link and press the button there; from then on you sign in with this address.`,
      `The link works once, for ${CHANGE_HOURS} hours. If it was not you, do nothing: the account keeps the address it has.`,
    ],
    button: {
      label: "Use this address",
      url: `${config().origins.app}/signup/verify?change=${encodeURIComponent(token)}`,
    },
    footer: `You get this because ${to.email} was given as a new address at ${site}.`,
  };
}

/** The letter with the link that makes a new address the account's. */
export async function postEmailChangeLetter(
  db: Reader,
  to: { email: string; name: string },
  token: string,
): Promise<void> {
  await post(db, {
    key: `change-email:${keyOf(token)}`,
    to: to.email,
    subject: `Confirm your new e-mail address for ${config().siteName}`,
    kind: "account.change_email",
    ...(await renderLetter(emailChangeLetter(to, token))),
  });
}

function emailChangeAskedLetter(to: { email: string; name: string }, newEmail: string): LetterText {
  const site = config().siteName;
  return {
    heading: "Your e-mail address is to be changed",
    paragraphs: [
      `Hello ${to.name},`,
      `Somebody, most likely you, asked to use ${newEmail} instead of this address for your account at ${site}. It counts as soon as the link in the letter to that address was used.`,
      `If it was not you, change your password at once, which also undoes this, and write to us: answer this letter, or use ${contactPage()}.`,
    ],
    button: { label: "Choose a new password", url: `${config().origins.app}/signin/reset` },
    footer: `You get this because ${to.email} is the address of an account at ${site}.`,
  };
}

/** Tells the address in use that another is to take its place: there is still time to stop it. */
export async function postEmailChangeAskedLetter(
  db: Reader,
  to: { email: string; name: string },
  newEmail: string,
  token: string,
): Promise<void> {
  await post(db, {
    key: `change-email-asked:${keyOf(token)}`,
    to: to.email,
    subject: `Your e-mail address at ${config().siteName} is to be changed`,
    kind: "account.change_email",
    ...(await renderLetter(emailChangeAskedLetter(to, newEmail))),
  });
}

function emailChangedLetter(to: { email: string; name: string }, newEmail: string): LetterText {
  const site = config().siteName;
  return {
    heading: "Your e-mail address was changed",
    paragraphs: [
      `Hello ${to.name},`,
      `Your account at ${site} now has the address ${newEmail}. This one does not sign you in any more.`,
      `If it was not you, write to us and we change it back: answer this letter, or use ${contactPage()}.`,
    ],
    footer: `You get this because ${to.email} was the address of an account at ${site}.`,
  };
}

/** The last letter to an address that is not the account's any more: how to undo it. */
export async function postEmailChangedLetter(
  db: Reader,
  to: { email: string; name: string },
  newEmail: string,
  key: string,
): Promise<void> {
  await post(db, {
    key: `email-changed:${key}`,
    to: to.email,
    subject: `Your e-mail address at ${config().siteName} was changed`,
    kind: "account.change_email",
    ...(await renderLetter(emailChangedLetter(to, newEmail))),
  });
}

function passwordChangedLetter(to: { email: string; name: string }): LetterText {
  const site = config().siteName;
  return {
    heading: "Your password was changed",
    paragraphs: [
      `Hello ${to.name},`,
      `The password of your account at ${site} was changed, and every other device was signed out.`,
      `If it was not you, choose a new one at once, and write to us: answer this letter, or use ${contactPage()}.`,
    ],
    button: { label: "Choose a new password", url: `${config().origins.app}/signin/reset` },
    footer: `You get this because ${to.email} is the address of an account at ${site}.`,
  };
}

/** Says that the password was changed, to whoever must know if it was not them. */
export async function postPasswordChangedLetter(
  db: Reader,
  to: { email: string; name: string },
  key: string,
): Promise<void> {
  await post(db, {
    key: `password-changed:${key}`,
    to: to.email,
    subject: `Your password at ${config().siteName} was changed`,
    kind: "account.password",
    ...(await renderLetter(passwordChangedLetter(to))),
  });
}

function closedLetter(to: { email: string; name: string }, reason: string): LetterText {
  const site = config().siteName;
  return {
    heading: "Your account is closed",
    paragraphs: [
      `Hello ${to.name},`,
      `Your account at ${site} was closed, and you were signed out. The reason given: ${reason}`,
      `Nothing in it was deleted. If you think that it should not be closed, answer this letter, or use ${contactPage()}.`,
    ],
    footer: `You get this because ${to.email} is the address of an account at ${site}.`,
  };
}

/** Tells somebody that their account was closed, and why. */
export async function postClosedLetter(
  db: Reader,
  to: { email: string; name: string },
  reason: string,
  key: string,
): Promise<void> {
  await post(db, {
    key: `closed:${key}`,
    to: to.email,
    subject: `Your account at ${config().siteName} is closed`,
    kind: "account.closed",
    ...(await renderLetter(closedLetter(to, reason))),
  });
}

/** Every letter about an account, as it looks. @param to whoever it is made up for */
export function sampleAccountLetters(to: { email: string; name: string }): { kind: string; letter: LetterText }[] {
  return [
    { kind: "account.verify", letter: verificationLetter(to, "a-sample", null) },
    { kind: "account.reset", letter: resetLetter(to, "a-sample") },
    { kind: "account.taken", letter: takenLetter(to) },
    { kind: "account.change_email", letter: emailChangeLetter(to, "a-sample") },
    { kind: "account.change_email", letter: emailChangeAskedLetter(to, "new@demo.test") },
    { kind: "account.change_email", letter: emailChangedLetter(to, "new@demo.test") },
    { kind: "account.password", letter: passwordChangedLetter(to) },
    { kind: "account.closed", letter: closedLetter(to, "The account was shared.") },
  ];
}
