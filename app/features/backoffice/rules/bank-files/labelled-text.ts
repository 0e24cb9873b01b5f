/** Texts in which a bank labels what it says: "Naam: … Omschrijving: … Kenmerk: … Valutadatum: …". */

type Label = "name" | "description" | "reference" | "value" | "other";

const LABELS: readonly (readonly [string, Label])[] = [
  ["Naam", "name"],
  ["Name", "name"],
  ["Empfänger", "name"],
  ["Auftraggeber", "name"],
  ["Kontoinhaber", "name"],
  ["Zahlungspflichtiger", "name"],
  ["Nom", "name"],
  ["Beneficiary", "name"],
  ["Omschrijving", "description"],
  ["Buchungstext", "description"],
  ["Verwendungszweck", "description"],
  ["Communication", "description"],
  ["Kenmerk", "reference"],
  ["EREF", "reference"],
  ["End-to-End-Ref.", "reference"],
  ["Valutadatum", "value"],
  ["Value Date", "value"],
  ["Wertstellung", "value"],
  ["Date valeur", "value"],
  ["IBAN", "other"],
  ["BIC", "other"],
  ["Kto/IBAN", "other"],
  ["BLZ/BIC", "other"],
  ["Datum/Tijd", "other"],
  ["Pasvolgnr", "other"],
  ["Transactie", "other"],
  ["Term", "other"],
  ["Mandaat-ID", "other"],
  ["Machtiging ID", "other"],
  ["Incassant ID", "other"],
];

/** The labeled parts of a text, each once. Empty for a text without labels. */
export function labelledParts(text: string): ReadonlyMap<Label, string> {
  const found: { at: number; end: number; label: Label }[] = [];
  for (const [word, label] of LABELS)
    for (const key of new Set([`${word}:`, `${word.toUpperCase()}:`]))
      for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length))
        if (at === 0 || text[at - 1] === " ") found.push({ at, end: at + key.length, label });
  found.sort((a, b) => a.at - b.at);
  const parts = new Map<Label, string>();
  for (const [i, { end, label }] of found.entries()) {
    const part = text.slice(end, found[i + 1]?.at ?? text.length).trim();
    if (part !== "" && !parts.has(label)) parts.set(label, part);
  }
  return parts;
}
