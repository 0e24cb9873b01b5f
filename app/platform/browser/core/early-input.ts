/** Fields changed before hydration, with the values they were given: React may have rendered over them since. */
type EarlyInput = Map<EventTarget, string | boolean>;
const kept = globalThis as { __stetEarlyInput?: EarlyInput | null };

/**
 * In the document's head: remembers which fields somebody changes before the page is hydrated. React doesn't tell a
 * component about them, so a choice made that early would be shown but not counted. Values restored by the browser fire
 * no event and aren't replayed.
 */
export const KEEP_EARLY_INPUT = `(function(){var w=window;w.__stetEarlyInput=new Map;["input","change"].forEach(function(t){addEventListener(t,function(e){var f=e.target,m=w.__stetEarlyInput;if(m&&f.form!==undefined)m.set(f,f.type==="checkbox"||f.type==="radio"?f.checked:f.value)},true)})})()`;

/** Called once the page is hydrated: makes every early change again, in the order in which they were made. */
export function replayEarlyInput(): void {
  const early = kept.__stetEarlyInput;
  kept.__stetEarlyInput = null;
  for (const [field, value] of early ?? []) {
    if (field instanceof HTMLSelectElement) typeInto(field, String(value));
    else if (field instanceof HTMLInputElement && field.type === "file") {
      field.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (field instanceof HTMLInputElement && typeof value === "boolean") {
      if (value === field.defaultChecked) continue;
      field.checked = !value;
      field.click();
    } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      typeAgain(field, String(value));
  }
}

/**
 * React ignores an event if the value is the one it knows, so the field gets its original value first, which React
 * notices.
 */
function typeAgain(field: HTMLInputElement | HTMLTextAreaElement, typed: string): void {
  if (typed === field.defaultValue) return;
  const { selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  typeInto(field, typed);
  if (selectionStart !== null && document.activeElement === field)
    field.setSelectionRange(selectionStart, selectionEnd);
}

/** Gives a field a value as a person does, so that a component that listens to the field takes it as typed. */
export function typeInto(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string): void {
  // React replaces the field's own setter to notice changes. With the browser's, it takes the change as typed.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
