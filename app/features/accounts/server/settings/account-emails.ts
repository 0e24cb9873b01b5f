import { createHash, randomUUID } from "node:crypto";
import { cameFrom, carrying } from "../../rules/came-from.ts";
import { sampleChangeEmails } from "../second-factor/second-factor-emails.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";

/** How long the links in emails work. */
export const VERIFY_HOURS = 24;
export const RESET_HOURS = 1;
export const CHANGE_HOURS = 24;

const keyOf = (token: string): string => createHash("sha256").update(token).digest("hex");

function verificationEmail(to: { email: string; name: string }, token: string, from: string | null): EmailText {
  const site = config().siteName;
  const path = carrying("/signup/verify", cameFrom(from));
  const url = `${config().origins.app}${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
  return {
    key: "account.verify",
    reader: to,
    heading: "Verify your email address",
    paragraphs: [
      `Hello ${to.name},`,
      `Thanks for creating an account with ${site}. Open the link and click the button there to verify your email address.`,
      `The link works for ${VERIFY_HOURS} hours. If you didn't create this account, ignore this email. The account can't be used until the address is verified.`,
    ],
    button: { label: "Verify address", url },
    footer: `You're getting this email because someone created an account at ${site} with ${to.email}.`,
  };
}

/** Sends the link that verifies an address. @param from the page the person wanted, not trusted */
export async function postVerificationEmail(
  to: { email: string; name: string },
  token: string,
  from: string | null,
): Promise<void> {
  await post(database(), {
    key: `verify:${keyOf(token)}`,
    to: to.email,
    subject: `Verify your email address for ${config().siteName}`,
    kind: "account.verify",
    ...(await renderEmail(verificationEmail(to, token, from))),
  });
}

function resetEmail(to: { email: string; name: string }, token: string): EmailText {
  const site = config().siteName;
  return {
    key: "account.reset",
    reader: to,
    heading: "Choose a new password",
    paragraphs: [
      `Hello ${to.name},`,
      `Someone requested a new password for your ${site} account. Open the link to choose one. We'll sign you out on all other devices.`,
      `The link works once and expires in ${RESET_HOURS === 1 ? "one hour" : `${RESET_HOURS} hours`}. If you didn't request it, ignore this email and your password won't change.`,
    ],
    button: {
      label: "Choose a new password",
      url: `${config().origins.app}/signin/reset?token=${encodeURIComponent(token)}`,
    },
    footer: `You're getting this email because someone requested a new password for ${to.email} at ${site}.`,
  };
}

/** Sends the link for choosing a new password. */
export async function postResetEmail(to: { email: string; name: string }, token: string): Promise<void> {
  await post(database(), {
    key: `reset:${keyOf(token)}`,
    to: to.email,
    subject: `Choose a new password for ${config().siteName}`,
    kind: "account.reset",
    ...(await renderEmail(resetEmail(to, token))),
  });
}

const contactPage = (): string => `${config().origins.public}/contact`;

function addressTakenEmail(to: { email: string; name: string }): EmailText {
  const site = config().siteName;
  return {
    key: "account.taken",
    reader: to,
    heading: "You already have an account",
    paragraphs: [
      `Hello ${to.name},`,
      `Someone tried to create an account at ${site} with this email address. You already have one, and nothing about it changed.`,
      "If it was you, sign in instead. If you've forgotten your password, you can choose a new one. If it wasn't you, you don't need to do anything.",
    ],
    button: { label: "Sign in", url: `${config().origins.app}/signin` },
    footer: `You're getting this email because ${to.email} has an account at ${site}. We send it at most once an hour.`,
  };
}

/** Tells the owner of an address that someone tried to create a second account with it. */
export async function postAddressTakenEmail(to: { email: string; name: string }): Promise<void> {
  await post(database(), {
    key: `taken:${randomUUID()}`,
    to: to.email,
    subject: `You already have an account at ${config().siteName}`,
    kind: "account.taken",
    ...(await renderEmail(addressTakenEmail(to))),
  });
}

function emailChangeEmail(to: { email: string; name: string }, token: string): EmailText {
  const site = config().siteName;
  return {
    key: "account.change_email.confirm",
    reader: to,
    heading: "Confirm your new email address",
    paragraphs: [
      `Hello ${to.name},`,
      `You asked to use this address for your ${site} account. Open the link and click the button there to confirm. From then on, you'll sign in with this address.`,
      `The link works once and expires in ${CHANGE_HOURS} hours. If you didn't ask for this, ignore this email and nothing will change.`,
    ],
    button: {
      label: "Confirm address",
      url: `${config().origins.app}/signup/verify?change=${encodeURIComponent(token)}`,
    },
    footer: `You're getting this email because someone entered ${to.email} as a new address at ${site}.`,
  };
}

/** Sends the link that confirms a new address. */
export async function postEmailChangeEmail(
  db: Reader,
  to: { email: string; name: string },
  token: string,
): Promise<void> {
  await post(db, {
    key: `change-email:${keyOf(token)}`,
    to: to.email,
    subject: `Confirm your new email address for ${config().siteName}`,
    kind: "account.change_email",
    ...(await renderEmail(emailChangeEmail(to, token))),
  });
}

function emailChangeAskedEmail(to: { email: string; name: string }, newEmail: string): EmailText {
  const site = config().siteName;
  return {
    key: "account.change_email.asked",
    reader: to,
    heading: "Email address change requested",
    paragraphs: [
      `Hello ${to.name},`,
      `Someone asked to change the email address of your ${site} account to ${newEmail}. The change takes effect once they open the link we sent to that address.`,
      `If it wasn't you, change your password now, which also cancels this change. Then tell us by replying to this email or at ${contactPage()}.`,
    ],
    button: { label: "Choose a new password", url: `${config().origins.app}/signin/reset` },
    footer: `You're getting this email because ${to.email} is the address of an account at ${site}.`,
  };
}

/** Tells the current address that it's about to be replaced, while there is still time to stop that. */
export async function postEmailChangeAskedEmail(
  db: Reader,
  to: { email: string; name: string },
  newEmail: string,
  token: string,
): Promise<void> {
  await post(db, {
    key: `change-email-asked:${keyOf(token)}`,
    to: to.email,
    subject: `Email address change requested for your ${config().siteName} account`,
    kind: "account.change_email",
    ...(await renderEmail(emailChangeAskedEmail(to, newEmail))),
  });
}

function emailChangedEmail(to: { email: string; name: string }, newEmail: string): EmailText {
  const site = config().siteName;
  return {
    key: "account.change_email.done",
    reader: to,
    heading: "Your email address was changed",
    paragraphs: [
      `Hello ${to.name},`,
      `Your ${site} account now uses ${newEmail}. You can no longer sign in with this address.`,
      `If it wasn't you, tell us and we'll change it back. Reply to this email or write to us at ${contactPage()}.`,
    ],
    footer: `You're getting this email because ${to.email} was the address of an account at ${site}.`,
  };
}

/** Tells an account's previous address how to undo the change. */
export async function postEmailChangedEmail(
  db: Reader,
  to: { email: string; name: string },
  newEmail: string,
  key: string,
): Promise<void> {
  await post(db, {
    key: `email-changed:${key}`,
    to: to.email,
    subject: `Your email address at ${config().siteName} was changed`,
    kind: "account.change_email",
    ...(await renderEmail(emailChangedEmail(to, newEmail))),
  });
}

function passwordChangedEmail(to: { email: string; name: string }): EmailText {
  const site = config().siteName;
  return {
    key: "account.password",
    reader: to,
    heading: "Your password was changed",
    paragraphs: [
      `Hello ${to.name},`,
      `The password for your ${site} account was changed, and we signed out your other devices.`,
      `If it wasn't you, choose a new password now. Then tell us by replying to this email or at ${contactPage()}.`,
    ],
    button: { label: "Choose a new password", url: `${config().origins.app}/signin/reset` },
    footer: `You're getting this email because ${to.email} is the address of an account at ${site}.`,
  };
}

/** Tells the account's owner that the password was changed, in case it wasn't them. */
export async function postPasswordChangedEmail(
  db: Reader,
  to: { email: string; name: string },
  key: string,
): Promise<void> {
  await post(db, {
    key: `password-changed:${key}`,
    to: to.email,
    subject: `Your password at ${config().siteName} was changed`,
    kind: "account.password",
    ...(await renderEmail(passwordChangedEmail(to))),
  });
}

function closedEmail(to: { email: string; name: string }, reason: string): EmailText {
  const site = config().siteName;
  return {
    key: "account.closed",
    reader: to,
    heading: "Your account is blocked",
    paragraphs: [
      `Hello ${to.name},`,
      `Your ${site} account was blocked, and you've been signed out. Reason: ${reason}`,
      `Nothing in it was deleted. If you think this is a mistake, reply to this email or write to us at ${contactPage()}.`,
    ],
    footer: `You're getting this email because ${to.email} is the address of an account at ${site}.`,
  };
}

/** Tells someone that their account was blocked, and why. */
export async function postClosedEmail(
  db: Reader,
  to: { email: string; name: string },
  reason: string,
  key: string,
): Promise<void> {
  await post(db, {
    key: `closed:${key}`,
    to: to.email,
    subject: `Your account at ${config().siteName} is blocked`,
    kind: "account.closed",
    ...(await renderEmail(closedEmail(to, reason))),
  });
}

function resumedEmail(to: { email: string; name: string }): EmailText {
  const site = config().siteName;
  return {
    key: "account.emails_resumed",
    reader: to,
    heading: "Emails are on again",
    paragraphs: [
      `Hello ${to.name},`,
      `You asked us to send emails from ${site} to this address again. If you can read this, they reach you.`,
    ],
    button: { label: "Open settings", url: `${config().origins.app}/profile/settings` },
    footer: `You're getting this email because ${to.email} is the address of an account at ${site}.`,
  };
}

/** Sends a test email to someone who says that our emails reach them again. */
export async function postResumedEmail(db: Reader, to: { email: string; name: string }, key: string): Promise<void> {
  await post(db, {
    key: `emails-resumed:${key}`,
    to: to.email,
    subject: `Emails from ${config().siteName} are on again`,
    kind: "account.emails_resumed",
    ...(await renderEmail(resumedEmail(to))),
  });
}

/** The last email to somebody, at the address they had. @param it.kept what the law requires us to keep */
export function farewellEmail(
  to: { email: string; name: string },
  it: { erased: boolean; kept: readonly string[] },
): EmailText {
  const { siteName } = config();
  return {
    key: "privacy.farewell",
    reader: to,
    heading: it.erased ? `We've erased your data at ${siteName}` : `Your account at ${siteName} is closed`,
    paragraphs: [
      `Dear ${to.name},`,
      it.erased
        ? "As you asked, we've removed your account and erased your personal data. The files of your orders are being deleted now."
        : "As you asked, we've closed your account and removed your sign-in, name, and email address. The files of your orders are being deleted now.",
      "The law or pending claims require us to keep:",
      ...it.kept,
      "You can create a new account at any time.",
    ],
    footer: `You're getting this email because you had an account at ${siteName}. It's the last one.`,
  };
}

/** What everybody who's imported is told last: why they get the email. */
export const importedFooter = (): string =>
  `You're getting this email because ${config().siteName} moved your account from another system. If you don't want it, write to us at ${contactPage()}.`;

/** To a client of another system, whose account has no password yet. */
export function importedEmail(to: { email: string; name: string }): EmailText {
  const { siteName, origins } = config();
  return {
    key: "account.imported",
    reader: to,
    heading: `Your account at ${siteName}`,
    paragraphs: [
      `Dear ${to.name},`,
      `You have an account at ${siteName}. Choose a password to use it: we'll send the link to this address.`,
    ],
    button: { label: "Choose a password", url: `${origins.app}/signin/reset` },
    footer: importedFooter(),
  };
}

/** A sample of every account email. @param to the made-up recipient */
export function sampleAccountEmails(to: { email: string; name: string }): { kind: string; email: EmailText }[] {
  const kept = ["Invoices and the books, for ten years."];
  return [
    ...sampleChangeEmails({ email: to.email, displayName: to.name }),
    { kind: "account.imported", email: importedEmail(to) },
    { kind: "privacy.farewell", email: farewellEmail(to, { erased: true, kept }) },
    { kind: "privacy.farewell", email: farewellEmail(to, { erased: false, kept }) },
    { kind: "account.verify", email: verificationEmail(to, "a-sample", null) },
    { kind: "account.reset", email: resetEmail(to, "a-sample") },
    { kind: "account.taken", email: addressTakenEmail(to) },
    { kind: "account.change_email", email: emailChangeEmail(to, "a-sample") },
    { kind: "account.change_email", email: emailChangeAskedEmail(to, "new@demo.test") },
    { kind: "account.change_email", email: emailChangedEmail(to, "new@demo.test") },
    { kind: "account.password", email: passwordChangedEmail(to) },
    { kind: "account.emails_resumed", email: resumedEmail(to) },
    { kind: "account.closed", email: closedEmail(to, "The account was shared.") },
  ];
}
