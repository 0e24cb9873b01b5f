export type SettingsIntent =
  | "email"
  | "resume-emails"
  | "password"
  | "provider.connect"
  | "provider.disconnect"
  | "session.end"
  | "session.end-others";

/** The answer to one of the settings forms. */
export type SettingsAnswer = {
  settings: {
    /** Which form the answer belongs to. */
    intent: SettingsIntent;
    /** A sentence that says what was done. */
    done?: string;
    error?: { message: string; advice: string; code: string; fields: Readonly<Record<string, string>> };
    /** The provider or connected account that the form is about. */
    id?: string;
    /** What was typed, to fill the form again. Never a password. */
    typed?: { email: string };
  };
};

/** The settings' part of a page's actionData, if any. */
export function settingsAnswerOf(actionData: unknown): SettingsAnswer["settings"] | undefined {
  return typeof actionData === "object" && actionData !== null && "settings" in actionData
    ? (actionData as SettingsAnswer).settings
    : undefined;
}
