/** What the settings pages know of a person's second factor and passkeys. */
export type SecondFactors = {
  on: boolean;
  /** Since when, ISO; null while it is off. */
  since: string | null;
  backupCodesLeft: number;
  passkeys: { id: string; name: string; addedAt: string; synced: boolean }[];
};

/** A secret on its way into an app: as a picture to scan, as an address to open on the phone itself, as text to type. */
export type Setup = { secret: string; uri: string; picture: { size: number; path: string } };

/** What the panels are told after one of their forms was sent. `codes` and `setup` are shown once and never kept. */
export type SecondFactorAnswer = {
  factor: {
    /** The form's intent: which form the answer belongs to. */
    intent: SecondFactorIntent;
    /** The passkey it was about; empty where it was about none. */
    id: string;
    /** The name that was typed for it. */
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

/** Whether a form belongs to one of the panels: its field `intent`. */
export const isSecondFactorIntent = (intent: unknown): intent is SecondFactorIntent =>
  INTENTS.includes(intent as SecondFactorIntent);

/** The panels' answer among whatever else a page's action may answer. */
export function secondFactorAnswerOf(actionData: unknown): SecondFactorAnswer["factor"] | undefined {
  return typeof actionData === "object" && actionData !== null && "factor" in actionData
    ? (actionData as SecondFactorAnswer).factor
    : undefined;
}

/** Letters and digits that nobody mistakes for one another on paper. */
export const BACKUP_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
export const BACKUP_CODES = 10;

/** The app's six digits, however they were typed; null when it is something else. */
export function appCodeOf(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** A backup code in the form in which it is kept ("abcde-fghjk"), however it was typed. */
export function backupCodeOf(typed: string): string {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  return `${plain.slice(0, 5)}-${plain.slice(5)}`;
}

/** A secret in groups of four, for typing it into an app by hand. */
export const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");
