/** A text that editors write about themselves. */
type TextField = { label: string; hint?: string; limit: number; lines?: number };

/**
 * What editors write about themselves: the profile's form, the data of their public page and of staff's file, and
 * erasure follow from it. Each is a column of `editors`.
 */
export const PROFILE_TEXTS = {
  headline: { label: "Headline", hint: "One line about who you are and what you edit", limit: 120 },
  degree: { label: "Highest degree", hint: "Degree, subject, university", limit: 160 },
  bio: { label: "Biography", limit: 2_000, lines: 4 },
  publications: {
    label: "Publications",
    hint: "One per line, as you'd cite them. A DOI becomes a link.",
    limit: 3_000,
    lines: 3,
  },
} as const satisfies Record<string, TextField>;

export type ProfileText = keyof typeof PROFILE_TEXTS;
export type ProfileTexts = Record<ProfileText, string>;
export const PROFILE_TEXT_NAMES = Object.keys(PROFILE_TEXTS) as ProfileText[];

/** Something for each of the texts, by name. */
export const eachText = <T>(make: (name: ProfileText, field: TextField) => T): Record<ProfileText, T> =>
  Object.fromEntries(PROFILE_TEXT_NAMES.map((name) => [name, make(name, PROFILE_TEXTS[name])])) as Record<
    ProfileText,
    T
  >;
