/** The values of a form's fields by name: a list for checkboxes of one name, empty when none is checked. */
export type FieldValues = Readonly<Record<string, string | readonly string[] | undefined>>;
type Plain = Record<string, readonly string[]>;

/** The same with every value as a list, with the line ends that a field has in the browser. */
export const plainValues = (values: FieldValues): Plain =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      (typeof value === "string" || value === undefined ? [value ?? ""] : value).map((text) =>
        text.replaceAll("\r\n", "\n"),
      ),
    ]),
  );

const same = (a: readonly string[] | null | undefined, b: readonly string[] | null | undefined): boolean =>
  a === b || (!!a && !!b && a.length === b.length && a.toSorted().every((text, i) => text === b.toSorted()[i]));

/**
 * Which fields of a form show a newly saved value, and which were changed both here and elsewhere (`clashes`).
 * @param before the saved values that the form showed @param now those saved now
 * @param live what the fields say; null for a field that isn't there
 * @param sent what the form had when it was sent last @param accepted that it has just been saved
 */
export function mergeFields(form: {
  before: Plain;
  now: Plain;
  live: Readonly<Record<string, readonly string[] | null>>;
  sent: Readonly<Record<string, readonly string[] | null>>;
  accepted: boolean;
}): { show: Plain; clashes: string[] } {
  const show: Plain = {};
  const clashes: string[] = [];
  for (const [name, now] of Object.entries(form.now)) {
    const live = form.live[name];
    if (!live || same(live, now)) continue;
    const before = form.before[name];
    const sent = form.sent[name];
    if (same(live, before) || (form.accepted && same(live, sent))) show[name] = now;
    // What is typed over one's own saved value is no clash, even if saving changed its form.
    else if (!same(now, before) && !same(now, sent) && !(form.accepted && sent)) clashes.push(name);
  }
  return { show, clashes };
}
