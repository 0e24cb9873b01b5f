/** A text field of a form; "" when it is missing, or a file. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Fields that are never sent back to the page, whatever else was wrong. */
const SECRET = /password/i;

/** Every text field as typed, to show again beside an error. Passwords are left out. */
export const formTexts = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string" && !SECRET.test(entry[0])),
  );
