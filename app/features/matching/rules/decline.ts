/** Why editors decline an invite. None of them counts against the editor: only an invite left unanswered does. */
export const DECLINE_REASONS = {
  too_busy: "I'm too busy",
  deadline: "The deadline is too tight",
  pay: "The pay is too low",
  subject: "It isn't my subject",
  conflict: "I have a conflict of interest",
  other: "Another reason",
} as const;
export type DeclineReason = keyof typeof DECLINE_REASONS;
