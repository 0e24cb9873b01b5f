import { importedFooter } from "#app/features/accounts/server/settings/account-emails.ts";
import { config } from "#app/platform/server/core/config.ts";
import type { EmailText } from "#app/platform/server/mail/email.tsx";

/** Asks somebody to apply as an editor. @param by who invites them */
export function editorInvitation(by: string, email: string): EmailText {
  const { siteName, origins } = config();
  return {
    key: "setup.editor_invite",
    heading: `Edit with ${siteName}`,
    values: { inviter: by },
    paragraphs: [
      "Hello,",
      `${by} invites you to edit academic manuscripts with ${siteName}. You choose your fields, your hours, and which orders to accept.`,
      "The application takes about an hour: your profile, your degree, and a short sample edit.",
    ],
    button: { label: "Apply as an editor", url: `${origins.app}/editor-signup` },
    footer: `You're getting this email because someone at ${siteName} entered ${email}. We won't write again.`,
  };
}

/** Tells an editor of another system what to do. @param isNew whether their account has no password yet */
export function importedEditorEmail(to: { email: string; name: string }, isNew: boolean): EmailText {
  const { siteName, origins } = config();
  return {
    key: "account.imported_editor",
    reader: to,
    heading: `Edit with ${siteName}`,
    paragraphs: [
      `Dear ${to.name},`,
      `You're an editor at ${siteName}. ${isNew ? "Choose a password to sign in: we'll send the link to this address." : "Sign in with your account."}`,
      "Before you can accept orders, confirm your identity, sign the agreements, and complete your settings. Your dashboard shows each step.",
    ],
    button: isNew
      ? { label: "Choose a password", url: `${origins.app}/signin/reset` }
      : { label: "Open your dashboard", url: `${origins.app}/editor` },
    footer: importedFooter(),
  };
}
