import { NativeSelect, TextInput } from "@mantine/core";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { PARTNER_KINDS, PARTNER_KIND_WORDS, PARTNER_LIMITS } from "../rules/partner.ts";

/** Who a partner is, whom we write to there, and until when. */
export function PartnerFields({
  typed,
  problem,
  organizations,
}: {
  /** Suggestions for the partner's organization. */
  organizations: readonly { id: string; name: string }[];
  typed: Readonly<Record<string, string>>;
  problem: ShownProblem | undefined;
}) {
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? "", error: fieldError(problem, name) });
  return (
    <>
      <TextInput
        label="Name"
        description="Authors see it: Journal of Soil Science"
        required
        maxLength={PARTNER_LIMITS.name}
        {...field("name")}
      />
      <NativeSelect
        label="Kind"
        data={PARTNER_KINDS.map((value) => ({ value, label: PARTNER_KIND_WORDS[value].label }))}
        {...field("kind")}
      />
      <TextInput label="Contact" maxLength={PARTNER_LIMITS.contact} {...field("contactName")} />
      <TextInput
        label="Contact's email address"
        description="Gets the monthly report. Leave empty for none"
        type="email"
        maxLength={254}
        {...field("contactEmail")}
      />
      <TextInput
        label="Organization"
        description="Its organization here, if it has one. Type to find it"
        maxLength={120}
        list="partner-organizations"
        {...field("organizationId")}
      />
      <datalist id="partner-organizations">
        {organizations.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <TextInput
        label="Last day"
        description="UTC, inclusive. Leave empty for no end date"
        type="date"
        {...field("endsOn")}
      />
    </>
  );
}

/** The same fields of a form, as the commands take them. */
export const partnerIn = (text: (name: string) => string) => ({
  name: text("name"),
  kind: text("kind") as never,
  contactName: text("contactName"),
  contactEmail: text("contactEmail").trim(),
  organizationId: text("organizationId"),
});
export const partnerTyped = ({ text }: { text: (name: string) => string }) =>
  Object.fromEntries(
    ["name", "kind", "contactName", "contactEmail", "organizationId", "endsOn", "startsOn", "code", "percent"].map(
      (name) => [name, text(name)],
    ),
  );
