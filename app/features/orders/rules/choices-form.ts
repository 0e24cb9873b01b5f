import { isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import type { ChoicesPatch } from "./choices.ts";

/** Fields of the order form, by the way a plain form sends them. */
const TEXTS = [
  "service",
  "turnaround",
  "subfield",
  "variant",
  "styleGuide",
  "documentType",
  "instructions",
  "title",
  "preferredEditor",
  "couponCode",
  "quoteRequirements",
  "quoteWantedAt",
] as const;
const TICKS = ["allowSample", "consentOverflow", "pdfConsent", "referencesChecked"] as const;

const whole = (value: FormDataEntryValue | null): number | undefined => {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" || text === "0" ? undefined : Number(text);
};

/**
 * Reads the choices from an order form, with or without script. Fields the form doesn't show (`shown` lists those it
 * does) stay as they are.
 */
export function patchFromForm(form: FormData): ChoicesPatch {
  const shown = new Set(form.getAll("shown").map(String));
  const patch: Record<string, unknown> = {};
  for (const name of TEXTS) {
    const value = form.get(name);
    // Browsers send line breaks as two characters.
    if (typeof value === "string")
      patch[name] = value.replaceAll("\r\n", "\n").trim() === "" ? null : value.replaceAll("\r\n", "\n");
  }
  for (const name of TICKS) if (shown.has(name)) patch[name] = form.get(name) === "on";
  const keepDays = form.get("keepDays");
  if (typeof keepDays === "string") patch.keepDays = Number(keepDays);
  if (shown.has("addOns")) {
    const addOns = {
      journalFormatting: form.get("addOn.journalFormatting") === "on" || undefined,
      coverLetter: form.get("addOn.coverLetter") === "on" || undefined,
      secondReader: form.get("addOn.secondReader") === "on" || undefined,
      referenceStyling: whole(form.get("addOn.referenceStyling")),
      figuresAndTables: whole(form.get("addOn.figuresAndTables")),
    };
    patch.addOns = Object.fromEntries(Object.entries(addOns).filter(([, v]) => v !== undefined));
  }
  return patch as ChoicesPatch;
}

/** Excluded sections, from checkboxes that name the included ones: "section:<file id>" for each file on the form. */
export function excludedFromForm(
  form: FormData,
  sectionsOf: (fileId: string) => readonly string[],
): { fileId: string; section: string }[] {
  return form
    .getAll("sectionsOf")
    .map(String)
    .flatMap((fileId) => {
      const kept = new Set(form.getAll(`section:${fileId}`).map(String));
      return sectionsOf(fileId)
        .filter((id) => !kept.has(id))
        .map((section) => ({ fileId, section }));
    });
}

/** "copyediting/7d": a cell of the price list, as sent by its button. Null if it isn't one. */
export function cellFromForm(value: FormDataEntryValue | null): Pick<ChoicesPatch, "service" | "turnaround"> | null {
  const [service, turnaround] = (typeof value === "string" ? value : "").split("/");
  return isService(service) && isTurnaround(turnaround) ? { service, turnaround } : null;
}
