import { useRef } from "react";
import { Link } from "react-router";
import { aboveLimit } from "#app/features/organizations/rules/organization.ts";
import type { Institution } from "#app/features/organizations/server/domains/find-domains.ts";
import { InstitutionOffer } from "#app/features/organizations/ui/institution-offer.tsx";
import type { Payer } from "#app/features/payments/server/balance/read-organization.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { currencyName, formatMoney } from "#app/platform/rules/core/money.ts";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DraftOnPage } from "../../server/drafts/read-draft-page.ts";
import styles from "../order-form.module.css";

/** The newest request to an organization's managers about this order. */
export type AskedToSpend = { state: string; amountMinor: number; reason: string } | null;

/** Who pays: the author, or an organization they belong to. Choosing saves the form, because the tax may change. */
export function PayerChoice({ draft, payers }: { draft: DraftOnPage; payers: readonly Payer[] }) {
  const save = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();
  if (payers.length === 0) return null;
  const chosen = payers.some((one) => one.id === draft.organizationId) ? draft.organizationId : null;
  const fixed = draft.status === "awaiting_payment";
  return (
    <div className={styles.payer}>
      <NativeSelect
        id="payer"
        name="payer"
        label="Who pays"
        defaultValue={chosen ?? ""}
        key={chosen}
        disabled={fixed}
        onChange={() => save.current?.click()}
        data={[
          { value: "", label: "I pay by card" },
          ...payers.map((one) => ({
            value: one.id,
            label: `${one.name}: ${formatMoney(Math.max(one.balanceMinor, ...one.credit.map((it) => it.leftMinor)), one.currency)} left`,
          })),
        ]}
      />
      {chosen && !fixed ? (
        <label className={styles.hide}>
          <input
            type="checkbox"
            name="titleHidden"
            defaultChecked={draft.titleHidden}
            onChange={() => save.current?.click()}
          />{" "}
          Hide the title from its managers
        </label>
      ) : null}
      <button
        ref={save}
        type="submit"
        name="intent"
        value="payer"
        className={hydrated ? "unseen" : undefined}
        tabIndex={hydrated ? -1 : undefined}
        aria-hidden={hydrated || undefined}
      >
        Save who pays
      </button>
    </div>
  );
}

/** Joins the organization that has verified the domain of the author's address, and lets it pay. */
export function PayWithInstitution({ id, name }: Institution) {
  return (
    <>
      <input type="hidden" name="institution" value={id} />
      <InstitutionOffer
        name={name}
        action={
          <SubmitButton name="intent" value="institution" size="sm" variant="default" pending="Joining">
            Pay with your institution
          </SubmitButton>
        }
      />
    </>
  );
}

/** Where the order is booked, as the organization wants it. */
function CostCenter({ payer: { costCenterRule, costCenterLabel, costCenters } }: { payer: Payer }) {
  if (costCenterRule === "none") return null;
  const about = {
    id: "costCenter",
    name: "costCenter",
    label: costCenterLabel,
    required: costCenterRule === "required",
  };
  return costCenters.length > 0 ? (
    <NativeSelect {...about} data={[{ value: "", label: "Choose" }, ...costCenters]} />
  ) : (
    <TextInput {...about} maxLength={60} autoComplete="off" />
  );
}

/** How an organization pays: with what it has prepaid, on credit, after an approval, or by card. */
export function PayFromBalance({
  payer,
  receipt,
  asked,
}: {
  payer: Payer;
  receipt: PriceReceipt;
  asked: AskedToSpend;
}) {
  const { totalMinor, currency } = receipt;
  const money = (amount: number) => formatMoney(amount, currency);
  const above = aboveLimit(payer.limits, { totalMinor, spentMinor: payer.spentMinor, currency });
  const approved = asked?.state === "approved" && asked.amountMinor >= totalMinor;
  const byCard = (
    <SubmitButton name="intent" value="pay-by-card" variant="subtle" fullWidth pending="Checking the price">
      Pay by card instead
    </SubmitButton>
  );
  if (currency !== payer.currency)
    return (
      <>
        <Notice tone="attention" title={`${payer.name} pays in ${currencyName(payer.currency)}`}>
          Its account is in {currencyName(payer.currency)}, and this order is in {currencyName(currency)}.{" "}
          <a href="#currency">Change the currency</a>, or pay by card.
        </Notice>
        {byCard}
      </>
    );
  if (above && !approved)
    return (
      <>
        <Notice tone="attention" title={asked?.state === "open" ? "Waiting for approval" : above.why}>
          {asked?.state === "open"
            ? `You asked ${payer.name} for ${money(asked.amountMinor)}. We'll tell you when somebody answers.`
            : asked?.state === "declined"
              ? `${payer.name} declined. ${asked.reason}`
              : `This order is ${money(above.overMinor)} above it. A manager of ${payer.name} can approve it.`}
        </Notice>
        {asked?.state === "open" ? null : (
          <>
            <TextInput id="note" name="note" label="Note to the managers (optional)" maxLength={500} />
            <SubmitButton name="intent" value="ask" size="md" fullWidth pending="Asking">
              Ask for approval
            </SubmitButton>
          </>
        )}
        {byCard}
      </>
    );
  const ways = [{ id: "", name: "The balance", leftMinor: payer.balanceMinor }, ...payer.credit];
  const open = ways.filter((way) => way.leftMinor >= totalMinor);
  if (open.length === 0)
    return (
      <>
        <Notice
          tone="attention"
          title={`${payer.name} has ${money(Math.max(...ways.map((way) => way.leftMinor)))} left`}
        >
          This order costs {money(totalMinor)}.{" "}
          {payer.overdue === null
            ? null
            : `Nothing can be ordered on credit while statement ${payer.overdue} is overdue. `}
          Its managers can add funds on <Link to={`/organizations/${payer.id}`}>its page</Link>.
        </Notice>
        {byCard}
      </>
    );
  const [only] = open;
  return (
    <>
      {open.length === 1 ? (
        <>
          <input type="hidden" name="credit" value={only!.id} />
          {only!.id === "" ? null : (
            <p className="small">
              {only!.name}: {money(only!.leftMinor)} left.
            </p>
          )}
        </>
      ) : (
        <NativeSelect
          id="credit"
          name="credit"
          label="Paid with"
          data={open.map((way) => ({ value: way.id, label: `${way.name}: ${money(way.leftMinor)} left` }))}
        />
      )}
      <CostCenter payer={payer} />
      <SubmitButton name="intent" value="pay" size="md" fullWidth pending="Paying">
        {only!.id === "" && open.length === 1
          ? `Pay ${money(totalMinor)} from the balance`
          : `Order for ${money(totalMinor)}`}
      </SubmitButton>
      {byCard}
    </>
  );
}
