import { Form } from "react-router";
import { billingOf, vatCheckOf } from "#app/features/accounts/rules/billing.ts";
import { closeOrganization } from "#app/features/payments/server/balance/close-organization.ts";
import { changeCurrency, currencyKeptBy } from "#app/features/payments/server/balance/organization-currency.ts";
import { soldIn } from "#app/features/pricing/rules/currency-prices.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { headOf } from "#app/features/payments/server/balance/read-organization.ts";
import { checkVatId } from "#app/features/tax/server/check-vat-id.ts";
import { exemptionPlacesOf } from "#app/features/tax/rules/exemption.ts";
import { listExemptions } from "#app/features/tax/server/find-exemptions.ts";
import { isRegistered } from "#app/features/tax/server/find-tax.ts";
import { listOpenRegistrations } from "#app/features/tax/server/registrations.ts";
import { VatAnswer } from "#app/features/tax/ui/billing-fields.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { NativeSelect, TextInput, Textarea } from "#app/ui/fields.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, Section, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { COST_CENTER_RULES, COST_CENTER_WORDS, can, decidesFor } from "../rules/organization.ts";
import { saveCostCenters, saveOrganization } from "../server/change-organization.ts";
import { domainOfAddress } from "../rules/domain.ts";
import { domainsOf } from "../server/domains/find-domains.ts";
import { findOrganization } from "../server/find-organization.ts";
import { findSignIn } from "../server/single-sign-on/find-sign-in.ts";
import { removeMember } from "../server/members.ts";
import { domainIntents } from "./organization-settings/domain-intents.ts";
import { CurrencySettings } from "./organization-settings/currency.tsx";
import { Domains } from "./organization-settings/domains.tsx";
import { exemptionIntents } from "./organization-settings/exemption-intents.ts";
import { SignInSection } from "./organization-settings/sign-in.tsx";
import { Exemptions } from "./organization-settings/exemptions.tsx";
import { OrganizationFields, detailsIn } from "./organization-fields.tsx";
import { OrganizationTop } from "../ui/organization-tabs.tsx";
import styles from "../ui/organization.module.css";
import type { Route } from "./+types/organization-settings";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Organization settings");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const it = await findOrganization(actor, params.id);
  if (!can.seeCosts(actor, it)) throw refused("Only an organization's owners and managers see its settings.");
  const at = now();
  const registrations = await listOpenRegistrations(dayOf(at));
  return {
    head: headOf(actor, it),
    own: uidOf(actor),
    details: { ...billingOf(it.billing), invoiceEmail: it.invoiceEmail },
    vatCheck: (await isRegistered(at)) ? vatCheckOf(it.billing) : null,
    revision: it.revision,
    domains: await domainsOf(it.id),
    joining: { joins: it.joinsByDomain, monthMinor: it.joinMonthMinor, orderMinor: it.joinOrderMinor },
    ownDomain: actor.kind === "person" && actor.emailVerified ? domainOfAddress(actor.email) : "",
    decidesDomains: decidesFor(actor, it, "people", "approve an organization's domain") === true,
    signIn: (await findSignIn(it.id))?.state ?? null,
    exemptions: await listExemptions(it.id, dayOf(at)),
    exemptionPlaces: exemptionPlacesOf(registrations),
    checksExemptions: decidesFor(actor, it, "money", "check tax certificates") === true,
    currencies: soldIn(await pricingAt(at)),
    currencyKept: await currencyKeptBy(it),
    centers: { rule: it.costCenterRule, label: it.costCenterLabel, list: it.costCenters.join("\n") },
    countries: listCountries(),
  };
});

export const action = pageAction<Route.ActionArgs>({
  intents: {
    save: async ({ actor, params, text }) => {
      await saveOrganization(actor, { organizationId: params.id, ...detailsIn(text), revision: text("revision") });
      await checkVatId(actor, params.id);
      return { done: "Saved. Invoices already issued keep the old details." };
    },
    currency: intent({
      command: changeCurrency,
      input: ({ params, text }) => ({ organizationId: params.id, currency: text("currency") }),
      done: "Saved. Prices, the balance, and limits are in it from now on.",
    }),
    centers: intent({
      command: saveCostCenters,
      input: ({ params, text }) => ({
        organizationId: params.id,
        rule: text("rule"),
        label: text("label"),
        centers: text("centers"),
      }),
      done: "Saved. New orders ask for it.",
    }),
    ...domainIntents,
    ...exemptionIntents,
    leave: intent({
      command: removeMember,
      input: ({ actor, params }) => ({ organizationId: params.id, uid: uidOf(actor) ?? "" }),
      goTo: () => "/organizations",
    }),
    close: intent({
      command: closeOrganization,
      input: ({ params }) => ({ organizationId: params.id }),
      done: "Closed. Orders under way go on, and invoices stay here.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An organization's billing details, currency, cost centers, tax certificates, and domains, leaving it, and closing it. */
export default function OrganizationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { head, own, details, vatCheck, revision, countries, centers } = loaderData;
  const wrong = answer?.form === "centers" && answer.error ? answer : undefined;
  const typed = answer?.form === "save" && answer.error ? answer.typed : undefined;
  return (
    <Page width="reading">
      <OrganizationTop head={head} />
      <div className={styles.notes}>
        <DoneNote answer={answer} />
        <ErrorNote problem={answer?.error} />
      </div>
      <Section title="Details on invoices">
        {head.mayOwn ? (
          <Form method="post" className={styles.fields} key={revision} preventScrollReset noValidate>
            <input type="hidden" name="revision" value={revision} />
            <Sheet>
              <OrganizationFields
                shown={{ ...details, ...typed }}
                countries={countries}
                problem={answer?.form === "save" ? answer.error : undefined}
              />
              <VatAnswer check={vatCheck} />
            </Sheet>
            <div>
              <SubmitButton name="intent" value="save" pending="Saving">
                Save details
              </SubmitButton>
            </div>
          </Form>
        ) : (
          <Notice tone="info">Only owners can change these details.</Notice>
        )}
      </Section>
      <CurrencySettings {...loaderData} answer={answer} />
      {head.mayManage ? (
        <Section title="Cost centers">
          <Form method="post" className={styles.fields} preventScrollReset noValidate>
            <Sheet>
              <div className={styles.fields}>
                <p>
                  With each order, members say where it's booked. It's on the invoice, the statement, and in the CSV.
                </p>
                <div className={styles.pair}>
                  <NativeSelect
                    id="rule"
                    name="rule"
                    label="With each order"
                    data={COST_CENTER_RULES.map((rule) => ({ value: rule, label: COST_CENTER_WORDS[rule] }))}
                    defaultValue={wrong?.typed?.["rule"] ?? centers.rule}
                  />
                  <TextInput
                    id="label"
                    name="label"
                    label="What you call it"
                    description="For example Cost center or Grant number"
                    maxLength={40}
                    defaultValue={wrong?.typed?.["label"] ?? centers.label}
                    error={fieldError(wrong?.error, "label")}
                  />
                </div>
                <Textarea
                  id="centers"
                  name="centers"
                  label="Those to choose from"
                  description="One a line. Empty: members enter any text"
                  rows={4}
                  maxLength={14_000}
                  defaultValue={wrong?.typed?.["centers"] ?? centers.list}
                  error={fieldError(wrong?.error, "centers")}
                />
              </div>
            </Sheet>
            <div>
              <SubmitButton name="intent" value="centers" pending="Saving">
                Save cost centers
              </SubmitButton>
            </div>
          </Form>
        </Section>
      ) : null}
      <Exemptions {...loaderData} answer={answer} />
      <Domains {...loaderData} answer={answer} />
      <SignInSection {...loaderData} />
      {(head.role !== null && own) || head.mayOwn ? (
        <Section title="Leave or close">
          <div className={styles.buttons}>
            {head.role !== null && own ? (
              <ConfirmButton
                stops
                variant="default"
                title={`Leave ${head.name}?`}
                confirm="Leave"
                fields={{ intent: "leave" }}
                body={<p>It can't pay for your new orders. Orders under way go on as paid.</p>}
              >
                Leave this organization
              </ConfirmButton>
            ) : null}
            {head.mayOwn ? (
              <ConfirmButton
                stops
                variant="default"
                title={`Close ${head.name}?`}
                confirm="Close it"
                fields={{ intent: "close" }}
                body={<p>Nobody can order for it anymore. Its orders and invoices stay. This can't be undone.</p>}
              >
                Close this organization
              </ConfirmButton>
            ) : null}
          </div>
        </Section>
      ) : null}
    </Page>
  );
}
