/**
 * A part of the policy, declared once: each figure with its default, unit, range, and label, at its place in the
 * document that rules read. The document's type, its defaults, the keys of versions, the form, and the checks follow.
 */
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import {
  type Figure,
  type FigureChoice,
  type FigureFault,
  type FigureSubject,
  type FigureTable,
  type Figures,
  type FigureUnit,
  withFigures,
} from "./figures.ts";

/** A figure with the value that the product comes with. Its key is its place. */
export type DeclaredFigure<V extends number | null = number | null> = Figure & { readonly default: V };
type Range = readonly [least: number, most: number];

/** A figure whose default and range are given in `scale`, such as days. */
const unit =
  (of: FigureUnit, scale = 1) =>
  (value: number, label: string, [least, most]: Range): DeclaredFigure<number> => ({
    key: "",
    label,
    unit: of,
    least: least * scale,
    most: most * scale,
    default: value * scale,
  });

export const mills = unit("mills");
/** In cents. */
export const money = unit("money");
/** In basis points. */
export const share = unit("bp");
/** In thousandths of a percent. */
export const taxRate = unit("taxRate");
/** Of another currency for a dollar. */
export const rate = unit("rate", 10_000);
export const words = unit("words");
export const pace = unit("pace");
export const times = unit("times");
/** In tenths of a star. */
export const stars = unit("stars");
export const count = unit("count");
export const days = unit("days", DAY);
export const hours = unit("hours", HOUR);
export const minutes = unit("minutes", MINUTE);

/** One of its choices, by the number that versions store. */
export const choice = (value: number, label: string, choices: readonly FigureChoice[]): DeclaredFigure<number> => ({
  ...unit("choice")(value, label, [choices[0]!.value, choices.at(-1)!.value]),
  choices,
});

/** A figure whose field can be empty. @param empty what that means, such as "not offered" */
export const orEmpty = (
  figure: DeclaredFigure,
  empty: string,
  value: number | null = figure.default,
): DeclaredFigure<number | null> => ({ ...figure, default: value, empty });

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;
/** A calendar day that isn't set until an admin enters it. */
export const dayOrNone = (label: string): DeclaredFigure<number | null> =>
  orEmpty(unit("date")(0, label, [dayNumber("2026-01-01"), dayNumber("2099-12-31")]), "none", null);

/** What rules read: the declaration with a number, or null, for each figure. */
type DocumentOf<T> =
  T extends DeclaredFigure<infer V>
    ? V
    : T extends (...from: never[]) => unknown
      ? never
      : T extends object
        ? { readonly [K in keyof T]: DocumentOf<T[K]> }
        : T;

const isFigure = (node: unknown): node is DeclaredFigure =>
  typeof node === "object" && node !== null && "default" in node && "unit" in node;

/** The same structure with each figure replaced. */
function mapFigures(node: unknown, path: string, made: (figure: DeclaredFigure, path: string) => unknown): unknown {
  if (isFigure(node)) return made(node, path);
  if (Array.isArray(node)) return node.map((it, i) => mapFigures(it, `${path}.${i}`, made));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, it]) => [name, mapFigures(it, `${path}.${name}`, made)]));
}

/** Gives figures their keys. Only for those of a part that's declared in two files. @param path such as "pricing.pay" */
export const withKeys = <T extends object>(path: string, declared: T): T =>
  mapFigures(declared, path, (figure, key) => ({ ...figure, key })) as T;

export type PolicyPart<T extends object = object, D = unknown> = {
  /** The beginning of its keys, such as "pricing". */
  name: string;
  /** Its figures by their place. */
  figures: D;
  /** What rules read, as the product comes with it. */
  defaults: T;
  subjects: readonly FigureSubject[];
  /** The document of a version. A figure that the version doesn't know keeps the default. */
  of: (figures: Figures) => T;
  /** Contradictions between figures, with what to do about them. Empty if there are none. */
  faults: (figures: Figures) => FigureFault[];
};
export type PolicyOf<P> = P extends PolicyPart<infer T> ? T : never;

/** Names a figure that contradicts others, by its path in the document, and what to do. */
export type Fault = (path: string, message: string) => void;

/**
 * @param declared figures and what's fixed, in the structure that rules read
 * @param form the pages on which admins change them
 * @param check finds what figures can't say together
 */
export function policyPart<D extends object>(
  name: string,
  declared: D,
  form: (figures: D) => readonly FigureSubject[],
  check: (document: DocumentOf<D>, fault: Fault, figures: Figures) => void = () => {},
): PolicyPart<DocumentOf<D> & object, D> {
  const figures = withKeys(name, declared);
  const defaults = mapFigures(declared, name, (figure) => figure.default) as DocumentOf<D> & object;
  const of = (version: Figures) => withFigures(defaults, name, version);
  return {
    name,
    figures,
    defaults,
    subjects: form(figures),
    of,
    faults(version) {
      const faults: FigureFault[] = [];
      check(of(version), (path, message) => faults.push({ key: `${name}.${path}`, message }), version);
      return faults;
    },
  };
}

/** A row of a form's table. */
export const row = (label: string, ...figures: readonly (DeclaredFigure | null)[]): FigureTable["rows"][number] => ({
  label,
  figures,
});
