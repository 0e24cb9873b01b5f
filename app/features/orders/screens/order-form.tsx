import "#app/platform/browser/core/survive-translation.ts";
import { PricingContext } from "#app/features/pricing/ui/pricing-context.ts";
import { type CreditToSpend, creditToSpend } from "#app/features/payments/server/courtesy/read-credit.ts";
import { type EarlyStartAsk, askEarlyStart } from "#app/features/payments/server/checkout/early-start.ts";
import { type SharedOnPage, readShared } from "#app/features/payments/server/shared-quotes/read-shared.ts";
import { Form, Link, redirect, useRevalidator, useSearchParams } from "react-router";
import { type SpendingRequest, requestOf } from "#app/features/payments/server/balance/spending-requests.ts";
import { type OwnBalance, listOwnBalances } from "#app/features/payments/server/balance/own-balance.ts";
import { type Payer, payersFor } from "#app/features/payments/server/balance/read-organization.ts";
import { type Institution, institutionFor } from "#app/features/organizations/server/domains/find-domains.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { guestKeyHashOf } from "#app/features/accounts/server/sign-in/guest-key.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import { DoneNote, ErrorNote, FieldErrors, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle } from "#app/ui/page.tsx";
import { quotePage } from "../rules/draft/quote-page.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { findOrderToPlace } from "../server/drafts/find-draft.ts";
import { type DraftOnPage, type DraftPage, readDraftPage } from "../server/drafts/read-draft-page.ts";
import { type PolicyOption, listPolicyOptions } from "../server/policy/order-policy.ts";
import { AddOnChoices } from "../ui/draft/add-on-choices.tsx";
import { ClaimDraft } from "../ui/draft/claim-draft.tsx";
import { DiscardOrder } from "../ui/draft/discard-order.tsx";
import { DropManuscript } from "../ui/draft/drop-manuscript.tsx";
import { OpeningSoon } from "../ui/draft/opening-soon.tsx";
import { SaveLine } from "../ui/draft/save-line.tsx";
import type { KeyboardEvent } from "react";
import { AboutStep } from "./order-form/about-step.tsx";
import { BillTo } from "./order-form/bill-to.tsx";
import { EditorStep, PrivacyStep } from "./order-form/editor-step.tsx";
import { FilesStep } from "./order-form/files-step.tsx";
import { formIntents } from "./order-form/intents.ts";
import type { AskedToSpend } from "./order-form/payer.tsx";
import { PayBar, Price } from "./order-form/price.tsx";
import { ServiceStep } from "./order-form/service-step.tsx";
import { Step } from "./order-form/step.tsx";
import { useOrderForm } from "./order-form/use-order-form.ts";
import { draftIntentOf } from "./order-new/intents.ts";
import styles from "./order-form.module.css";
import type { Route } from "./+types/order-form";

export const meta: Route.MetaFunction = () => [{ title: "Order form" }];

export const loader = pageLoader(async ({ actor, search, request }: PageRequest<Route.LoaderArgs>) => {
  const page = await readDraftPage(
    actor,
    search.get("order"),
    guestKeyHashOf(request),
    networkOf(request.headers),
    findOrderToPlace,
  );
  const elsewhere = page.draft && quotePage(page.draft);
  if (elsewhere) throw redirect(elsewhere);
  const uid = uidOf(actor);
  return {
    ...page,
    countries: listCountries(),
    policies: await listPolicyOptions(),
    earlyStart: page.draft ? await askEarlyStart(actor, page.draft.id) : null,
    credit: await creditToSpend(actor),
    balances: await listOwnBalances(actor),
    payers: uid && page.draft ? await payersFor(uid, now()) : [],
    institution: page.draft ? await institutionFor(actor) : null,
    askedToSpend: page.draft?.organizationId ? askedView(await requestOf(page.draft.id)) : null,
    shared: page.draft ? await readShared(actor, page.draft.id) : null,
  };
});

const askedView = (request: SpendingRequest | undefined): AskedToSpend =>
  request ? { state: request.state, amountMinor: request.amountMinor, reason: request.reason } : null;

export const action = pageAction<Route.ActionArgs>({ intentOf: draftIntentOf, intents: formIntents });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

export default function OrderForm({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, claimable } = loaderData;
  const clientPage = useClientPath();
  const { revalidate } = useRevalidator();
  // The editors whom the client chooses or blocks in another tab.
  useLive((event) => event.kind === "account.editor_listed" || /^(spending|balance|organization)\./.test(event.kind));
  const answer = useLastAnswer(actionData);
  const problem = answer?.error;
  if (!loaderData.open)
    return (
      <Page>
        <PageTitle title="Order form" />
        <OpeningSoon />
      </Page>
    );
  const crumbs = [{ label: "Price", to: draft ? `/order/new?order=${draft.id}` : "/order/new" }];
  if (claimable || !draft || draft.files.length === 0)
    return (
      <Page>
        <PageTitle
          title={
            draft?.choices.forReviewers ? "Response to reviewers" : draft?.reEditOf ? "Order a re-edit" : "Order form"
          }
          {...(draft?.reEditOf
            ? { back: { label: `Order ${draft.reEditOf.number}`, to: clientPage(`/order/${draft.reEditOf.id}`) } }
            : { crumbs })}
          lede={
            claimable
              ? undefined
              : draft?.reEditOf && draft.choices.forReviewers
                ? `Start with the new version of “${draft.reEditOf.title}”. We'll compare it with the delivered version to find its price, and then you add the reviewers' comments and your reply letter.`
                : draft?.reEditOf
                  ? `Add the new version of “${draft.reEditOf.title}”. We'll compare it with the delivered version sentence by sentence. Unchanged and moved sentences are free. Changed and new ones are charged.`
                  : "Start by adding your manuscript."
          }
        />
        <ErrorNote problem={problem} />
        {claimable ? (
          <ClaimDraft />
        ) : (
          <DropManuscript orderId={draft?.id ?? null} onArrived={() => void revalidate()} />
        )}
      </Page>
    );
  return (
    <PricingContext value={loaderData.pricing}>
      <Filled key={draft.id} draft={draft} page={loaderData} answer={answer} />
    </PricingContext>
  );
}

/** Ctrl+Enter pays, from any field. */
function payByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const pay = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[name="intent"][value="pay"]')].find(
    (button) => button.checkVisibility(),
  );
  if (!pay) return;
  event.preventDefault();
  pay.click();
}

function Filled({
  draft,
  page,
  answer,
}: {
  draft: DraftOnPage;
  page: DraftPage & {
    countries: [string, string][];
    policies: PolicyOption[];
    earlyStart: EarlyStartAsk;
    credit: CreditToSpend | null;
    balances: OwnBalance[];
    payers: Payer[];
    institution: Institution | null;
    askedToSpend: AskedToSpend;
    shared: SharedOnPage | null;
  };
  answer: { done?: string; error?: ProblemData; typed?: Record<string, string> } | undefined;
}) {
  const clientPage = useClientPath();
  const form = useOrderForm(draft, page, answer);
  const { choices, change, sum, problem, error, saved } = form;
  const paying = draft.status === "awaiting_payment";
  const code = useSearchParams()[0].get("code");
  const codeGone = choices.couponCode ? null : code;
  return (
    <PricingContext value={form.pricing}>
      <Page>
        <PageTitle
          title={draft.choices.forReviewers ? "Response to reviewers" : "Order form"}
          crumbs={[{ label: "Price", to: `/order/new?order=${draft.id}` }]}
          actions={<DiscardOrder orderId={draft.id} />}
          status={
            <span className="figures soft">
              Order {draft.number}
              {draft.reEditOf ? (
                <>
                  , {draft.choices.forReviewers ? "a response to reviewers for" : "a re-edit of"}{" "}
                  <Link to={clientPage(`/order/${draft.reEditOf.id}`)}>{draft.reEditOf.number}</Link>
                </>
              ) : null}
            </span>
          }
        />
        <Form method="post" noValidate className={styles.form} onKeyDown={payByKey}>
          <input type="hidden" name="orderId" value={draft.id} />
          <input type="hidden" name="status" value={draft.status} />
          {/* Pressing Enter in a field activates the form's first button, which must not be the one that pays. */}
          <button type="submit" name="intent" value="save" className="unseen" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <Columns
            main={
              <div className={styles.steps}>
                <ErrorNote problem={problem} byField />
                <FieldErrors problem={problem} />
                <DoneNote answer={answer} />
                {codeGone === "used-up" ? (
                  <Notice tone="attention" title="Your coupon code was used up before you paid">
                    You haven't been charged. We removed the code from your order. Check the new price, then pay.
                  </Notice>
                ) : codeGone === "card" ? (
                  <Notice tone="attention" title="Your coupon code can't be used with that card">
                    You haven't been charged. We removed the code from your order. Check the new price, then pay. If you
                    have another card, you can enter the code again and pay with that one.
                  </Notice>
                ) : null}
                {paying ? (
                  <Notice
                    tone="attention"
                    title="A payment for this order is in progress."
                    action={
                      <SubmitButton name="intent" value="reopen" variant="default" pending="Opening">
                        Change order
                      </SubmitButton>
                    }
                  >
                    Changing the order closes the payment page and recalculates the price.
                  </Notice>
                ) : null}
                <FilesStep form={form} />
                <AboutStep form={form} />
                <ServiceStep form={form} answerDays={page.quoteAnswerDays} />
                <EditorStep form={form} editors={page.editors} />
                <Step name="extras" title="Add-ons">
                  <AddOnChoices
                    addOns={choices.addOns ?? {}}
                    sum={sum}
                    service={choices.service}
                    onChange={(addOns) => change({ addOns })}
                    error={error("addOns")}
                  />
                </Step>
                <BillTo form={form} payers={page.payers} institution={page.institution} />
                <PrivacyStep form={form} sampleWords={page.sampleWords} />
              </div>
            }
            side={
              <div className={styles.side}>
                <div className={styles.saved}>
                  <SaveLine
                    state={saved.state}
                    problem={saved.problem}
                    fromElsewhere={saved.fromElsewhere}
                    orderId={draft.id}
                    from={`/order/new/form?order=${draft.id}`}
                  />
                </div>
                <noscript>
                  <button type="submit" name="intent" value="billing">
                    Save and update price
                  </button>
                </noscript>
                <Price
                  form={form}
                  earlyStart={page.earlyStart}
                  payers={page.payers}
                  asked={page.askedToSpend}
                  shared={page.shared}
                  credit={page.credit}
                  balances={page.balances}
                />
              </div>
            }
          />
          <PayBar form={form} payers={page.payers} credit={page.credit} balances={page.balances} />
        </Form>
      </Page>
    </PricingContext>
  );
}
