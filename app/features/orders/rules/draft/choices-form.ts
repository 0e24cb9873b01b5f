import { isService, isTurnaround } from "#app/features/pricing/rules/policy.ts";
import { type AddOns, COUNTED_CODES, TICKED_CODES } from "#app/features/pricing/rules/add-ons.ts";
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
  "policy",
  "supervisorName",
] as const;
const TICKS = ["allowSample", "consentOverflow", "pdfConsent", "referencesChecked", "supervisorConsent"] as const;

const whole = (value: FormDataEntryValue | null): number | undefined => {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" || text === "0" ? undefined : Number(text);
};

/** Reads the add-ons that are ordered from a form's fields `addOn.CODE`. Numbers are checked where they're used. */
export function addOnsFromForm(form: FormData): AddOns {
  const ordered = [
    ...COUNTED_CODES.map((code) => [code, whole(form.get(`addOn.${code}`))] as const),
    ...([...TICKED_CODES, "secondReader"] as const).map(
      (code) => [code, form.get(`addOn.${code}`) === "on" || undefined] as const,
    ),
  ];
  return Object.fromEntries(ordered.filter(([, value]) => value !== undefined)) as AddOns;
}

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
  if (shown.has("addOns")) patch.addOns = addOnsFromForm(form);
  if (shown.has("ownPolicy"))
    patch.ownPolicy = {
      institution: form.get("ownPolicy.institution"),
      url: form.get("ownPolicy.url"),
      may: form.getAll("ownPolicy.may"),
      others: form.get("ownPolicy.others"),
    };
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
