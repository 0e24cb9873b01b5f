/** What a file of a response to reviewers is for, besides its purpose. */
export const FILE_ROLES = ["reply_letter", "reviewer_comments"] as const;
export type FileRole = (typeof FILE_ROLES)[number];

/** The longest reply letter that is edited for the flat price. */
export const LETTER_WORDS = 5_000;

/** The purpose that goes with each role: the letter is edited, the comments are for reading. */
export const PURPOSE_OF_ROLE = { reply_letter: "source", reviewer_comments: "reference" } as const satisfies Record<
  FileRole,
  string
>;

/** Whether an external string is a role. */
export const isFileRole = (value: unknown): value is FileRole => FILE_ROLES.includes(value as FileRole);

type WithRole = { purpose: string; role?: FileRole | null };

/** Whether a file is a manuscript to edit, and not its reply letter. */
export const isManuscript = (file: WithRole): boolean => file.purpose === "source" && file.role !== "reply_letter";
