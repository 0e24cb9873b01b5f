import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANT_LABELS, type EnglishVariant, subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { KeyValue } from "#app/ui/key-value.tsx";
import type { EditorFile } from "../../server/people/editor-file.ts";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** An editor's matching settings, and the missing ones. */
export function EditorSettings({ settings: s }: { settings: EditorFile["settings"] }) {
  return (
    <>
      {s.missing.length > 0 ? <p className="late small">Missing: {s.missing.join(", ")}.</p> : null}
      <KeyValue
        items={[
          { label: "Fields", value: s.fields.map(subfieldLabel).join(", ") },
          {
            label: "Services",
            value: s.services.map((code) => (isService(code) ? SERVICE_LABELS[code] : code)).join(", "),
          },
          {
            label: "English",
            value: s.variants.map((v) => ENGLISH_VARIANT_LABELS[v as EnglishVariant] ?? v).join(", "),
          },
          { label: "Weekly words", value: s.weeklyWords?.toLocaleString("en-US") ?? "" },
          { label: "Orders at once", value: s.parallelOrders === null ? "" : String(s.parallelOrders) },
          {
            label: "Works on",
            value:
              s.workdays.length === 7
                ? "every day"
                : s.workdays
                    .toSorted((a, b) => a - b)
                    .map((d) => DAYS[d - 1] ?? d)
                    .join(", "),
          },
          { label: "Days off", value: s.away.join(", ") },
          {
            label: "Quiet hours",
            value:
              s.quietHours === null
                ? ""
                : s.quietHours === "none"
                  ? "none"
                  : `${s.quietHours.from} to ${s.quietHours.to}`,
          },
        ]}
      />
    </>
  );
}
