/** A person's two-factor and passkey settings, for the settings pages. */
export type SecondFactors = {
  on: boolean;
  /** When it was turned on, ISO, or null while it's off. */
  since: Date | null;
  backupCodesLeft: number;
  passkeys: { id: string; name: string; addedAt: Date; synced: boolean }[];
};

/** The secret for an authenticator app: as a QR code, as a link for the phone itself, and as text. */
export type Setup = { secret: string; uri: string; picture: { size: number; path: string } };

/** The answer to a panel's form. `codes` and `setup` are shown once and never stored. */
export type SecondFactorAnswer = {
  factor: {
    /** Which form the answer belongs to. */
    intent: SecondFactorIntent;
    /** The passkey's ID, or empty if the form isn't about one. */
    id: string;
    /** The name typed for it. */
    name?: string;
    error?: { message: string; advice: string; code: string; fields: Readonly<Record<string, string>> };
    /** A sentence that says what was done. */
    done?: string;
    setup?: Setup;
    codes?: string[];
    /** For the browser's own ceremony of adding a passkey. */
    passkeyOptions?: Record<string, unknown>;
  };
};

const INTENTS = [
  "factor.begin",
  "factor.confirm",
  "factor.renew-codes",
  "factor.off",
  "passkey.begin",
  "passkey.add",
  "passkey.rename",
  "passkey.remove",
] as const;
export type SecondFactorIntent = (typeof INTENTS)[number];

/** Whether a form's `intent` belongs to one of the panels. */
export const isSecondFactorIntent = (intent: unknown): intent is SecondFactorIntent =>
  INTENTS.includes(intent as SecondFactorIntent);

/** The panels' part of a page's actionData, if any. */
export function secondFactorAnswerOf(actionData: unknown): SecondFactorAnswer["factor"] | undefined {
  return typeof actionData === "object" && actionData !== null && "factor" in actionData
    ? (actionData as SecondFactorAnswer).factor
    : undefined;
}

/** Letters and digits that are easy to tell apart on paper. */
export const BACKUP_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
export const BACKUP_CODES = 10;

/** The app's six digits without spaces or hyphens, or null if it's something else. */
export function appCodeOf(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** A typed backup code in its stored form ("abcde-fghjk"). */
export function backupCodeOf(typed: string): string {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  return `${plain.slice(0, 5)}-${plain.slice(5)}`;
}

/** A secret in groups of four, easier to type into an app. */
export const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");
