const WORDS: Readonly<Record<string, string>> = {
  reaction: "Reactions to events",
  mail: "Emails",
  clock: "Clock rules",
  push: "Browser notifications",
  "provider-event": "Card provider events",
  "send-refund": "Refunds to send",
  "refund-test-payment": "Test payment refunds",
  "count-file": "Word counts of files",
  "answer-dispute": "Dispute evidence to send",
  "address-suppressed": "Suppressed addresses",
  "export-data": "Data copies",
  "erase-person": "Erasures",
};

/** The label of a kind of background job. An unknown one keeps its name. */
export const jobWords = (name: string): string => (Object.hasOwn(WORDS, name) ? WORDS[name]! : name);
