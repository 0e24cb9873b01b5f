import { Form, href } from "react-router";
import { billingOf } from "#app/features/accounts/rules/billing.ts";
import { checkVatId } from "#app/features/tax/server/check-vat-id.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { currencyChoice, currencyTyped } from "#app/features/payments/server/balance/organization-currency.ts";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { createOrganization } from "../server/change-organization.ts";
import { CurrencyField, OrganizationFields, detailsIn } from "./organization-fields.tsx";
import styles from "../ui/organization.module.css";
import { redirect } from "react-router";
import type { Route } from "./+types/organization-new";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "New organization");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to create an organization.");
  return {
    countries: listCountries(),
    email: actor.email,
    ...(await currencyChoice(actor.uid)),
    /** Makes a form that is sent twice create one organization. */
    formKey: crypto.randomUUID(),
  };
});

export const action = pageAction<Route.ActionArgs>({
  only: async ({ actor, text }) => {
    const { organizationId } = await createOrganization(actor, {
      ...detailsIn(text),
      clientKey: text("clientKey"),
      currency: await currencyTyped(text("currency"), now()),
    });
    await checkVatId(actor, organizationId);
    return redirect(href("/organizations/:id", { id: organizationId }));
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Somebody creates an organization and becomes its owner. */
export default function OrganizationNew({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <Page width="reading">
      <PageTitle
        title="New organization"
        crumbs={[{ label: "Organizations", to: "/organizations" }]}
        lede="You'll be its owner. Invoices name it as the buyer, and you choose who can order and for how much."
      />
      <Form method="post" className={styles.fields} noValidate>
        <ErrorNote problem={answer?.error} />
        <input type="hidden" name="clientKey" value={answer?.typed?.["clientKey"] ?? loaderData.formKey} />
        <Sheet>
          <OrganizationFields
            shown={{ ...billingOf(null), invoiceEmail: loaderData.email, ...answer?.typed }}
            countries={loaderData.countries}
            problem={answer?.error}
          />
          {loaderData.currencies.length > 1 ? (
            <CurrencyField
              currencies={loaderData.currencies}
              value={answer?.typed?.["currency"] ?? loaderData.currency}
              error={fieldError(answer?.error, "currency")}
            />
          ) : null}
        </Sheet>
        <div>
          <SubmitButton pending="Creating">Create organization</SubmitButton>
        </div>
      </Form>
    </Page>
  );
}
