import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { type Decision, PARTS, PART_CODES, SHEET_LIMITS } from "../rules/entry.ts";

/** The fields of an entry, on every page where one is written. */
export const EntryFields = ({
  typed,
  fault,
}: {
  typed: Readonly<Partial<Record<string, string>>>;
  fault: string | undefined;
}) => (
  <>
    <TextInput
      name="form"
      label="Use"
      defaultValue={typed["form"] ?? ""}
      error={fault}
      maxLength={SHEET_LIMITS.form}
      required
    />
    <TextInput
      name="others"
      label="Not"
      description="Forms not to use, separated by semicolons"
      defaultValue={typed["others"] ?? ""}
    />
    <NativeSelect
      name="part"
      label="Part"
      defaultValue={typed["part"] ?? "words"}
      data={PART_CODES.map((part) => ({ value: part, label: PARTS[part] }))}
    />
    <TextInput name="note" label="Note" defaultValue={typed["note"] ?? ""} maxLength={SHEET_LIMITS.note} />
  </>
);

/** An entry as its fields have it. */
export const typedOf = ({ form, others, part, note }: Decision): Record<string, string> => ({
  form,
  others: others.join("; "),
  part,
  note,
});
