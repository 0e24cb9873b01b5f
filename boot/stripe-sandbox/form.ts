/** Stripe's request bodies: form-encoded, nested with brackets, as in `line_items[0][price_data][currency]=usd`. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

const MOST_FIELDS = 2_000;

/**
 * Decodes a body or a query string. Names made of consecutive whole numbers from 0, or `[]`, become arrays.
 * @throws RangeError when there are too many fields or a name is nested too deeply.
 */
export function decodeForm(text: string): Form {
  const root = branch();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++fields > MOST_FIELDS) throw new RangeError("Too many fields.");
    const path = [name.split("[", 1)[0]!, ...[...name.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1]!)];
    if (path.length > 8) throw new RangeError("A field is nested too deeply.");
    place(root, path, value);
  }
  return settle(root) as Form;
}

type Branch = Map<string, Branch | string>;
const branch = (): Branch => new Map();

function place(at: Branch, path: string[], value: string): void {
  const [head, ...rest] = path;
  const key = head === "" ? String(at.size) : head!;
  if (rest.length === 0) {
    at.set(key, value);
    return;
  }
  let next = at.get(key);
  if (!(next instanceof Map)) at.set(key, (next = branch()));
  place(next, rest, value);
}

function settle(node: Branch | string): FormValue {
  if (typeof node === "string") return node;
  const keys = [...node.keys()];
  if (keys.length > 0 && keys.every((key, index) => key === String(index)))
    return keys.map((key) => settle(node.get(key)!));
  // Defined instead of assigned, so a field named __proto__ is an ordinary field.
  const object: Form = {};
  for (const key of keys)
    Object.defineProperty(object, key, {
      value: settle(node.get(key)!),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return object;
}
