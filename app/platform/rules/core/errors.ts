/** An error in words a person understands. `message` says what happened, `advice` what to do about it. */
export type ProblemKind =
  | "unreadable"
  | "invalid"
  | "refused"
  | "not-found"
  | "conflict"
  | "gone"
  | "too-large"
  | "too-many"
  | "busy"
  | "full";

export const STATUS: Record<ProblemKind, number> = {
  unreadable: 400,
  invalid: 422,
  refused: 403,
  "not-found": 404,
  conflict: 409,
  gone: 410,
  "too-large": 413,
  "too-many": 429,
  busy: 503,
  full: 507,
};

export class Problem extends Error {
  override name = "Problem";
  readonly kind: ProblemKind;
  readonly code: string;
  readonly advice: string;
  /** Messages by form field, if the input is at fault. */
  readonly fields: Readonly<Record<string, string>>;
  constructor(kind: ProblemKind, code: string, message: string, advice = "", fields: Record<string, string> = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.advice = advice;
    this.fields = fields;
  }
  get status(): number {
    return STATUS[this.kind];
  }
  toJSON() {
    return { kind: this.kind, code: this.code, message: this.message, advice: this.advice, fields: this.fields };
  }
}

/** The request itself couldn't be read, and no input was validated. */
export const unreadable = (code: string, message: string, advice: string) =>
  new Problem("unreadable", code, message, advice);
/** The input is wrong. `fields` says where. */
export const invalid = (code: string, message: string, advice = "", fields: Record<string, string> = {}) =>
  new Problem("invalid", code, message, advice, fields);
/** The actor may not do this to this thing. */
export const refused = (message = "You don't have permission to do this.", advice = "") =>
  new Problem("refused", "refused", message, advice);
/** It doesn't exist, or this actor may not know that it does. */
export const notFound = (what: string, advice = "Check the link or go back to the list.") =>
  new Problem("not-found", "not-found", `We couldn't find this ${what}.`, advice);
/** There's no room for the upload. */
export const storageFull = () =>
  new Problem(
    "full",
    "storage_full",
    "We're out of storage space, so we couldn't save your file.",
    "Your order is unchanged. Try again in an hour, or email us the file through the contact page.",
  );
/** The file storage doesn't answer at the moment. */
export const storageAway = () =>
  new Problem(
    "busy",
    "storage_away",
    "We can't reach our file storage right now.",
    "Try again in a minute. What has arrived is kept.",
  );
/** Somebody else was first, or the state has changed. Nothing was written. */
export const conflict = (
  code: string,
  message: string,
  advice = "Reload the page to see the current version.",
  fields: Record<string, string> = {},
) => new Problem("conflict", code, message, advice, fields);
