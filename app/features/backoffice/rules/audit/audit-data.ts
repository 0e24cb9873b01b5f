import { formatMoney } from "#app/platform/rules/core/money.ts";
import { auditObject, isPersonId } from "./audit-object.ts";

/** One thing that a fact recorded, for its page. `person` and `object` values are ids. */
export type RecordedValue =
  | { label: string; kind: "text"; value: string }
  | { label: string; kind: "instant"; value: string }
  | { label: string; kind: "person"; value: string }
  | { label: string; kind: "object"; value: string; noun: string; to: string | null };

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const ENDINGS = /(?:Minor|Ids?|At)$/;
/** The most values of a fact, and characters of one, that its page shows. */
const MOST_VALUES = 60;
const MOST_CHARACTERS = 4_000;

/** "newDueAt": "New due", "amountMinor": "Amount". */
function labelOf(path: string): string {
  const words = path
    .split(".")
    .map((part) =>
      part
        .replace(ENDINGS, "")
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .replaceAll("_", " ")
        .toLowerCase(),
    )
    .map((part) => (part === "uid" ? "person" : part))
    .filter(Boolean)
    .join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueOf(path: string, value: unknown, currency: string): RecordedValue {
  const label = labelOf(path);
  if (typeof value === "number" && path.endsWith("Minor"))
    return { label, kind: "text", value: formatMoney(value, currency) };
  if (typeof value === "number") return { label, kind: "text", value: value.toLocaleString("en-US") };
  if (typeof value === "boolean") return { label, kind: "text", value: value ? "Yes" : "No" };
  if (typeof value !== "string") return { label, kind: "text", value: "None" };
  if (INSTANT.test(value)) return { label, kind: "instant", value };
  if (isPersonId(value)) return { label, kind: "person", value };
  const object = auditObject(value);
  if (object) return { label, kind: "object", value, noun: object.noun, to: object.to };
  return { label, kind: "text", value: value === "" ? "Empty" : value.slice(0, MOST_CHARACTERS) };
}

function* flat(path: string, value: unknown): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    const plain = value.every((it) => typeof it === "string" || typeof it === "number");
    if (plain && value.length > 0) yield [path, value.length === 1 ? value[0] : value.join(", ")];
    else if (value.length === 0) yield [path, null];
    else for (const [i, it] of value.entries()) yield* flat(`${path}.${i + 1}`, it);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, it] of Object.entries(value)) yield* flat(path === "" ? name : `${path}.${name}`, it);
  } else yield [path, value];
}

/** The data of a fact as labeled values. @param data as stored @param currency of its amounts */
export const recordedValues = (data: unknown, currency: string): RecordedValue[] =>
  [...flat("", data)].slice(0, MOST_VALUES).map(([path, value]) => valueOf(path, value, currency));
