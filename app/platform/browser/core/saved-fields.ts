import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { typeInto } from "./early-input.ts";
import { type FieldValues, mergeFields, plainValues } from "../../rules/text/merge-fields.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsNamed = (inside: HTMLElement, name: string): Field[] =>
  [...inside.querySelectorAll<Field>(`[name="${CSS.escape(name)}"]`)].filter((field) => field.type !== "hidden");
const isTicked = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";

/** What the fields of this name say now; null where there are none. @param form only its fields */
function read(inside: HTMLElement, name: string, form?: HTMLFormElement): readonly string[] | null {
  const fields = fieldsNamed(inside, name).filter((field) => !form || field.form === form);
  if (fields.length === 0) return null;
  return fields.flatMap((field) => (isTicked(field) && !field.checked ? [] : [field.value]));
}

/** Changes fields as a person would. */
function write(inside: HTMLElement, name: string, values: readonly string[]): void {
  for (const field of fieldsNamed(inside, name)) {
    if (isTicked(field)) {
      // The radio button that's chosen takes the choice from the others.
      if (field.checked !== values.includes(field.value) && (field.type === "checkbox" || !field.checked))
        field.click();
      continue;
    }
    typeInto(field, values[0] ?? "");
  }
}

/**
 * Keeps what is being typed in a form whose fields begin with saved values (`defaultValue`), when those values change:
 * by the form's own answer, another tab, or a live event. A field that was changed since it was sent keeps the change;
 * any other shows what is saved now. Nothing is remounted, so the cursor stays where it is.
 * @param inside the form, or a part of one
 * @param saved what is saved now, by field name: not what was typed and refused
 * @param answer the page's last answer to one of its forms
 * @param version of what is saved, for the form's hidden field
 * @returns the version to send: the one that was seen. It stays behind when a field that was changed here was also
 * changed elsewhere, so that the server refuses to overwrite that change unseen. After that refusal, which the person
 * reads, it follows again, and saving once more overwrites.
 */
export function useSavedFields(
  inside: RefObject<HTMLElement | null>,
  saved: FieldValues,
  answer: { error?: object | undefined } | undefined,
  version = "",
): string {
  // The answer arrives before the page has read itself again, and only then is `saved` what the form saved.
  const idle = useNavigation().state === "idle";
  const { revalidate } = useRevalidator();
  const [seen, setSeen] = useState(version);
  const last = useRef({ saved, answer });
  const sent = useRef<Record<string, readonly string[] | null>>({});
  const told = useRef(false);
  const content = JSON.stringify(plainValues(saved));

  useEffect(() => {
    const remember = ({ target }: Event) => {
      const part = inside.current;
      if (!part || !(target instanceof HTMLFormElement) || !(target.contains(part) || part.contains(target))) return;
      told.current = false;
      for (const name of Object.keys(last.current.saved)) sent.current[name] = read(part, name, target);
    };
    document.addEventListener("submit", remember, true);
    return () => document.removeEventListener("submit", remember, true);
  }, [inside]);

  useLayoutEffect(() => {
    const part = inside.current;
    if (!idle || !part) return;
    const before = last.current;
    const answered = answer !== undefined && answer !== before.answer;
    const refused = answered && answer.error ? answer.error : null;
    const kind = refused !== null && "kind" in refused ? refused.kind : null;
    if (kind === "conflict") told.current = true;
    const now = plainValues(JSON.parse(content) as FieldValues);
    const was = plainValues(before.saved);
    const { show, clashes } = mergeFields({
      before: was,
      now,
      live: Object.fromEntries(Object.keys(now).map((name) => [name, read(part, name)])),
      sent: sent.current,
      accepted: answered && !refused,
    });
    // A clash stays one until it's saved, or until the field is changed back.
    const open = told.current ? [] : clashes;
    last.current = { saved: { ...now, ...Object.fromEntries(open.map((name) => [name, was[name]])) }, answer };
    for (const [name, values] of Object.entries(show)) write(part, name, values);
    if (open.length === 0) setSeen(version);
    // After a refusal, the router doesn't read the page again. Without a network, there's nothing to read.
    if (refused && kind !== "busy") void revalidate();
  }, [inside, idle, content, answer, version, revalidate]);

  return seen;
}
