import { NativeSelect, TextInput } from "@mantine/core";
import { useRef } from "react";
import { Form } from "react-router";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { REGISTRATION_PLACES } from "../../rules/registration.ts";
import styles from "../admin-tax.module.css";

export type Typed = Record<"scheme" | "place" | "number" | "validFrom", string>;

/** The form that proposes a registration. */
export function NewRegistration({
  typed,
  answer,
  today,
}: {
  typed: Typed | undefined;
  answer: { error?: ShownProblem } | undefined;
  today: string;
}) {
  const error = (field: string) => fieldError(answer?.error, field);
  const form = useRef<HTMLFormElement>(null);
  const empty: Typed = { scheme: "domestic", place: "", number: "", validFrom: today };
  const shown = typed ?? empty;
  useSavedFields(form, empty, answer);
  return (
    <Form method="post" className={styles.form} ref={form}>
      <NativeSelect
        id="scheme"
        name="scheme"
        label="Kind"
        description="Choose the One Stop Shop if your tax adviser counts the service as electronic: private persons in the EU then pay the rate of their own country."
        defaultValue={shown.scheme}
        data={[
          { value: "domestic", label: "Country, state, or province" },
          { value: "oss", label: "EU One Stop Shop" },
        ]}
        error={error("scheme")}
      />
      <NativeSelect
        id="place"
        name="place"
        label="Place"
        required
        defaultValue={shown.place}
        data={[
          { value: "", label: "Choose a place" },
          ...REGISTRATION_PLACES.map(({ code, label }) => ({ value: code, label })),
        ]}
        error={error("place")}
      />
      <TextInput
        id="number"
        name="number"
        label="Registration number"
        description="As it appears on invoices. VAT IDs start with the country's letters."
        required
        maxLength={40}
        defaultValue={shown.number}
        error={error("number")}
      />
      <TextInput
        id="validFrom"
        name="validFrom"
        type="date"
        label="Valid from"
        required
        defaultValue={shown.validFrom}
        error={error("validFrom")}
      />
      <div>
        <SubmitButton name="intent" value="propose" pending="Proposing">
          Propose registration
        </SubmitButton>
      </div>
    </Form>
  );
}
