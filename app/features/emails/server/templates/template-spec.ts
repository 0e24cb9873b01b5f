import type { EmailText } from "#app/platform/server/mail/email.tsx";
import type { TemplateContent, TemplateSpec, TemplateValues } from "#app/platform/rules/mail/email-template.ts";

/** What an email's template can and must have, by its samples. @param common what every email's placeholders are */
export function specOf(samples: readonly EmailText[], common: (email: EmailText) => TemplateValues): TemplateSpec {
  const has = (part: "button" | "quotes" | "lines") => samples.some((it) => it[part] !== undefined);
  return {
    values: Object.assign({}, ...samples.map(common)) as TemplateValues,
    needs: [
      ...(samples.length > 1 ? ["text"] : []),
      ...(has("quotes") ? ["quote"] : []),
      ...(has("lines") ? ["list"] : []),
      ...(has("button") ? ["button"] : []),
    ],
  };
}

/** A template that says what ours does, to begin with. */
export const startOf = ({ needs }: TemplateSpec): TemplateContent => ({
  subject: "",
  body: ["greeting", "text", ...needs.filter((need) => need !== "text")].map((name) => `{${name}}`).join("\n\n"),
  button: "",
  footer: "",
});
