import { type ReactNode, useRef, useState } from "react";
import type { Billing, VatCheck } from "#app/features/accounts/rules/billing.ts";
import { taxNumberName } from "#app/features/accounts/rules/vat-territory.ts";
import { billingMark, billingMarked } from "#app/features/accounts/rules/billing-changes.ts";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { NativeSelect, TextInput, Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { statesOf } from "../rules/places.ts";
import styles from "./billing.module.css";

const VAT_LABELS: Readonly<Record<string, string>> = {
  ABN: "ABN, if registered for GST",
  "GST number": "GST number, if you have one",
};
const FIELDS = ["name", "organization", "address", "country", "state", "vatId"] as const;

type Buyer = {
  billing: Billing;
  vatCheck: VatCheck | null;
  registered: boolean;
  missing: "country" | "state" | null;
};

/** Refused input, over the saved values. Untouched fields show the saved values. */
function typedOver(billing: Billing, typed: Readonly<Record<string, string>> | undefined): Billing {
  const filled = billingMarked(typed?.["billingSeen"] ?? "");
  if (!typed || !filled) return billing;
  const touched = FIELDS.filter((field) => typed[field] !== undefined && typed[field] !== filled[field]);
  return { ...billing, ...Object.fromEntries(touched.map((field) => [field, typed[field]])) };
}

/**
 * Who the invoice is for, as part of the order form. If the company charges tax, the country is needed before
 * paying. The button with the intent "billing" saves them and shows the tax.
 */
export function BillingFields({
  buyer: { billing, vatCheck, registered, missing },
  countries,
  error,
  answer,
  paying,
}: {
  buyer: Buyer;
  countries: readonly (readonly [string, string])[];
  error: (field: string) => ReactNode;
  /** The page's last answer, with what was typed if it was refused. */
  answer: { error?: object; typed?: Readonly<Record<string, string>> } | undefined;
  /** The order has a price already: it's saved for the invoice, and the price follows after a change of the order. */
  paying: boolean;
}) {
  const part = useRef<HTMLDetailsElement>(null);
  const seen = useSavedFields(part, billing, answer, billingMark(billing));
  return (
    <details
      ref={part}
      className={styles.billing}
      open={(registered && !paying) || FIELDS.some((field) => Boolean(error(field))) ? true : undefined}
    >
      <summary>{registered ? "Billing details and tax" : "Billing details (optional)"}</summary>
      <div className={styles.fields}>
        <input type="hidden" name="billingSeen" value={seen} />
        <AddressFields
          shown={typedOver(billing, answer?.error ? answer.typed : undefined)}
          countries={countries}
          error={error}
          countryNeeded={registered}
        />
        <VatAnswer check={registered ? vatCheck : null} />
        {missing ? (
          <p className={styles.note}>
            {missing === "country"
              ? "Some countries tax our services. Choose your country to see whether yours does."
              : "Choose your state or province to see whether tax is added."}
          </p>
        ) : null}
        <div>
          <SubmitButton name="intent" value="billing" variant="default" pending="Saving">
            {registered ? "Save and update tax" : "Save billing details"}
          </SubmitButton>
        </div>
      </div>
    </details>
  );
}

/** The fields of a billing address, the same at checkout and in the profile. */
export function AddressFields({
  shown,
  countries,
  error,
  countryNeeded = false,
  isOrganization = false,
}: {
  shown: Billing;
  /** Codes and names. From the server, because a browser may name a country differently. */
  countries: readonly (readonly [string, string])[];
  error: (field: string) => ReactNode;
  countryNeeded?: boolean;
  /** The buyer is an organization of its own, without a person's name. */
  isOrganization?: boolean;
}) {
  const [country, setCountry] = useState(shown.country);
  const states = statesOf(country);
  return (
    <>
      {isOrganization ? null : (
        <TextInput
          id="name"
          name="name"
          label="Name on the invoice"
          autoComplete="name"
          maxLength={120}
          defaultValue={shown.name}
          error={error("name")}
        />
      )}
      <TextInput
        id="organization"
        name="organization"
        label={isOrganization ? "Legal name" : "Organization"}
        description={
          isOrganization
            ? "As invoices name it"
            : "University or company that pays. Leave it empty if you pay yourself."
        }
        required={isOrganization}
        autoComplete="organization"
        maxLength={120}
        defaultValue={shown.organization}
        error={error("organization")}
      />
      <Textarea
        id="address"
        name="address"
        label="Address"
        autoComplete="street-address"
        required={isOrganization}
        autosize
        minRows={2}
        maxLength={400}
        defaultValue={shown.address}
        error={error("address")}
      />
      <div className={styles.pair}>
        <NativeSelect
          id="country"
          name="country"
          label="Country"
          autoComplete="country"
          required={countryNeeded}
          defaultValue={shown.country}
          onChange={(event) => setCountry(event.currentTarget.value)}
          data={[
            { value: "", label: countryNeeded ? "Choose a country" : "Not specified" },
            ...countries.map(([value, label]) => ({ value, label })),
          ]}
          error={error("country")}
        />
        {states ? (
          <NativeSelect
            // Another country has other states.
            key={country}
            id="state"
            name="state"
            label={country === "US" ? "State" : "Province or territory"}
            autoComplete="address-level1"
            defaultValue={shown.state}
            data={[
              { value: "", label: "Not specified" },
              ...Object.entries(states).map(([value, label]) => ({ value, label })),
            ]}
            error={error("state")}
          />
        ) : null}
        <TextInput
          id="vatId"
          name="vatId"
          label={VAT_LABELS[taxNumberName(country)] ?? "VAT ID, if you have one"}
          maxLength={30}
          defaultValue={shown.vatId}
          error={error("vatId")}
        />
      </div>
    </>
  );
}

/** The official service's answer about the VAT ID, and what follows from it. */
export function VatAnswer({ check }: { check: VatCheck | null }) {
  if (!check) return null;
  const at = <Instant at={new Date(check.checkedAt)} />;
  if (check.answer === "valid")
    return (
      <p className={styles.note}>
        VAT ID {check.vatId} is valid, as the EU's VIES service confirmed on {at}.
      </p>
    );
  if (check.answer === "invalid")
    return (
      <Notice tone="attention" title="This VAT ID isn't valid">
        The EU's VIES service doesn't know {check.vatId} ({at}), so tax is added as for a private person. Correct the
        VAT ID and save it, or ask your organization whether it's registered for trade within the EU.
      </Notice>
    );
  return (
    <Notice tone="attention" title="We couldn't check your VAT ID">
      The EU's VIES service didn't answer ({at}). You can save again in a few minutes to check it again. If you pay now,
      tax is added as for a private person.
    </Notice>
  );
}
