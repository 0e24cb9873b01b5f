export type SettingsIntent = "email" | "password" | "session.end" | "session.end-others";

/** What a settings page is told after one of its forms was sent. */
export type SettingsAnswer = {
  settings: {
    /** The form that the answer belongs to. */
    intent: SettingsIntent;
    /** A sentence that says what was done. */
    done?: string;
    error?: { message: string; advice: string; code: string; fields: Readonly<Record<string, string>> };
    /** Handed back so that nothing is typed twice; never a password. */
    typed?: { email: string };
  };
};

/** The settings' own answer among whatever else the page's action may answer. */
export function settingsAnswerOf(actionData: unknown): SettingsAnswer["settings"] | undefined {
  return typeof actionData === "object" && actionData !== null && "settings" in actionData
    ? (actionData as SettingsAnswer).settings
    : undefined;
}
