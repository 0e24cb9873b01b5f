import { TextInput } from "@mantine/core";
import { Form, Link } from "react-router";
import { FUNNEL } from "#app/features/backoffice/rules/numbers.ts";
import type { PartnerFigures } from "#app/features/backoffice/rules/partner-figures.ts";
import { monthWords } from "#app/features/backoffice/rules/books.ts";
import { type PartnerView, readPartner } from "#app/features/backoffice/server/partners/read-partners.ts";
import type { ContractState } from "#app/features/pricing/rules/contract-price.ts";
import { discountFields } from "#app/features/pricing/rules/discount-form.ts";
import { StandingBadge } from "#app/features/pricing/ui/standing-badge.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { DAY, after, formatLongDay } from "#app/platform/rules/core/time.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { suggestOrganizations } from "#app/features/organizations/server/find-organization.ts";
import { type KeyMade, keyIntents, keyTyped } from "#app/features/integrations/server/keys/key-intents.ts";
import { listKeys } from "#app/features/integrations/server/keys/list-keys.ts";
import { Keys } from "#app/features/integrations/ui/keys.tsx";
import { PARTNER_KIND_WORDS } from "../rules/partner.ts";
import {
  decidePartnerDiscount,
  endPartnerDiscount,
  proposePartnerDiscount,
} from "#app/features/pricing/server/agree-partner-discounts.ts";
import { changePartner, endPartner } from "../server/change-partners.ts";
import { PartnerFields, partnerIn, partnerTyped } from "../ui/partner-fields.tsx";
import styles from "../ui/partners.module.css";
import type { Route } from "./+types/admin-partner";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageTitle(matches, loaderData?.name ?? "Partner");

export const loader = pageLoader(async ({ actor, params }: PageRequest<Route.LoaderArgs>) => {
  const partner = await readPartner(actor, params.partnerId);
  return { ...partner, keys: await listKeys(partner.programUid), organizations: await suggestOrganizations() };
});

export const action = pageAction<Route.ActionArgs, KeyMade>({
  intents: {
    change: async ({ actor, params, form, text }) => {
      await changePartner(actor, {
        partnerId: params.partnerId,
        ...partnerIn(text),
        endsAt: discountFields(form, "partner").days().endsAt,
      });
      return { done: "Partner changed." };
    },
    propose: intent({
      command: proposePartnerDiscount,
      input: ({ params, text }) => ({ partnerId: params.partnerId, percent: percentIn(text("percent")) }),
      done: "Discount proposed. Nothing changes before another admin agrees.",
    }),
    agree: intent({
      command: decidePartnerDiscount,
      input: ({ text }) => ({ discountId: text("discountId"), approve: true }),
      done: "Agreed. Orders that are priced from now on get the discount.",
    }),
    decline: intent({
      command: decidePartnerDiscount,
      input: ({ text }) => ({ discountId: text("discountId"), approve: false }),
      done: "Declined. Nothing changed.",
    }),
    "end-discount": intent({
      command: endPartnerDiscount,
      input: ({ text }) => ({ discountId: text("discountId") }),
      done: "Discount ended. Prices that are held keep it.",
    }),
    end: intent({
      command: endPartner,
      input: ({ params }) => ({ partnerId: params.partnerId }),
      done: "Partnership ended. The link leads to the home page now.",
    }),
    ...keyIntents<Route.ActionArgs>(({ params }) => ({ kind: "partner", id: params.partnerId })),
  },
  typed: (asked) => ({ ...keyTyped(asked), ...partnerTyped(asked) }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const percentIn = (typed: string): number => {
  const digits = typed.trim().replace(/%$/, "").trimEnd();
  return /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN;
};

/** A partner: its link, its discount, and what came of them. */
export default function AdminPartner({ loaderData: partner, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("partner."));
  const last = useLastAnswer(actionData);
  // Once another admin has decided, what was said about the proposal is no longer so.
  const isDecided = last?.form === "propose" && !partner.discounts.some((one) => one.state === "proposed");
  const answer = isDecided && !last.error ? undefined : last;
  return (
    <Page width="full">
      <PageTitle
        title={partner.name}
        crumbs={[{ label: "Partners", to: "/admin/partners" }]}
        lede={PARTNER_KIND_WORDS[partner.kind].label}
        actions={<StandingBadge state={partner.state} />}
      />
      <div className={styles.notes}>
        {answer?.form.endsWith("-key") ? null : <DoneNote answer={answer} />}
        {answer?.form === "change" || answer?.form === "propose" || answer?.form.endsWith("-key") ? null : (
          <ErrorNote problem={answer?.error} />
        )}
      </div>
      <Section title="Details">
        <Details partner={partner} organizations={partner.organizations} answer={answer} />
      </Section>
      {partner.isEnded ? null : (
        <Section title="Link and calculator">
          <p>
            <CopyId id={partner.link} label="link" />
          </p>
          <p>
            Orders that start on this page are the partner&apos;s. So is what else a device orders on the day it opens
            the link. There are no cookies.
          </p>
          <label className={styles.label}>
            Calculator for the partner&apos;s own page
            <textarea className={styles.code} readOnly value={partner.embed} rows={3} />
          </label>
        </Section>
      )}
      <Section title="API keys">
        <p>
          With a key, a program of the partner&apos;s sees prices with the agreed discount and what the link brought, by
          month. It orders nothing. Send the key in a safe way. It ends with the partnership.
        </p>
      </Section>
      <Keys
        kind="partner"
        keys={partner.keys}
        about={`A key lets a program of ${partner.name}'s read prices and figures.`}
        mayCreate={!partner.isEnded}
        answer={answer}
      />
      <Section title="Discount">
        <Discount partner={partner} answer={answer} />
      </Section>
      <Section
        title="By month"
        aside={partner.reportedMonth ? `Last report sent: ${monthWords(partner.reportedMonth)}` : undefined}
      >
        <Figures
          caption="Figures by month"
          first="Month"
          rows={partner.months}
          when={monthWords}
          empty="What the link brings appears here, within five minutes."
        />
      </Section>
      <Section title="Last 28 days" aside={<a href={csvOf(partner)}>Download CSV</a>}>
        <Figures
          caption="Figures by day"
          first="Day (UTC)"
          rows={partner.days}
          when={formatLongDay}
          empty="The link brought nothing in the last 28 days."
        />
      </Section>
    </Page>
  );
}

const csvOf = ({ id, span }: PartnerView): string => `/api/csv/partners/${id}?${new URLSearchParams(span)}`;

function Details({
  partner,
  organizations,
  answer,
}: {
  partner: PartnerView;
  organizations: readonly { id: string; name: string }[];
  answer: FormAnswer | undefined;
}) {
  const { organization } = partner;
  return (
    <>
      <KeyValue
        items={[
          { label: "Contact", value: partner.contactName },
          { label: "Monthly report to", value: partner.contactEmail || "nobody" },
          organization && {
            label: "Organization",
            value: <Link to={`/organizations/${organization.id}`}>{organization.name}</Link>,
          },
          { label: "First day", value: <Instant at={partner.startsAt} show="day" /> },
          { label: "Last day", value: partner.endsAt ? formatLongDay(lastDayOf(partner.endsAt)) : "No end" },
          partner.endedAt ? { label: "Ended", value: <Instant at={partner.endedAt} /> } : null,
        ]}
      />
      {partner.isEnded ? null : (
        <div className={styles.row}>
          <ActionForm intent="change" label="Change details" submit="Save changes" pending="Saving" answer={answer}>
            {({ problem, typed }) => (
              <PartnerFields
                organizations={organizations}
                problem={problem}
                typed={{
                  name: partner.name,
                  kind: partner.kind,
                  contactName: partner.contactName,
                  contactEmail: partner.contactEmail,
                  organizationId: organization?.name ?? "",
                  endsOn: partner.endsAt ? lastDayOf(partner.endsAt) : "",
                  ...typed,
                }}
              />
            )}
          </ActionForm>
          <ConfirmButton
            stops
            variant="default"
            title={`End the partnership with ${partner.name}?`}
            confirm="End partnership"
            fields={{ intent: "end" }}
            body={
              <p>
                Its link leads to the home page, and its discount ends. Prices that are held keep it. It can&apos;t be
                undone.
              </p>
            }
          >
            End partnership
          </ConfirmButton>
        </div>
      )}
    </>
  );
}

/** The inclusive last day of a moment after it. */
const lastDayOf = (endsAt: Date): string => dayOf(after(endsAt, -DAY));

const STATES: Record<ContractState, { tone: StatusTone; words: string }> = {
  proposed: { tone: "waiting", words: "Needs a second admin" },
  active: { tone: "done", words: "Agreed" },
  declined: { tone: "stopped", words: "Declined" },
  ended: { tone: "stopped", words: "Ended" },
};

function Discount({ partner, answer }: { partner: PartnerView; answer: FormAnswer | undefined }) {
  const { discounts, limits, isEnded } = partner;
  return (
    <>
      <p>
        Percent off the price list, agreed by two admins. An order gets only its largest discount, and editors are paid
        on the list price.
      </p>
      {discounts.length > 0 ? (
        <ul className={styles.list}>
          {discounts.map((one) => (
            <li key={one.id} className={styles.row}>
              <b>{one.percent}%</b>
              <StatusBadge tone={STATES[one.state].tone}>{STATES[one.state].words}</StatusBadge>
              <span className="soft">
                <Instant at={one.decidedAt ?? one.proposedAt} show="day" />
              </span>
              {one.state === "proposed" ? (
                <Form method="post" className={styles.row} preventScrollReset>
                  <input type="hidden" name="discountId" value={one.id} />
                  {one.isMine ? null : (
                    <SubmitButton name="intent" value="agree" pending="Agreeing" size="compact-sm">
                      Agree
                    </SubmitButton>
                  )}
                  <SubmitButton name="intent" value="decline" pending="Declining" variant="default" size="compact-sm">
                    {one.isMine ? "Take back" : "Decline"}
                  </SubmitButton>
                </Form>
              ) : null}
              {one.state === "active" ? (
                <ConfirmButton
                  stops
                  variant="default"
                  size="compact-sm"
                  title={`End the discount of ${one.percent}%?`}
                  confirm="End discount"
                  fields={{ intent: "end-discount", discountId: one.id }}
                  body={<p>New orders cost the list price. Prices that are held keep it.</p>}
                >
                  End
                </ConfirmButton>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {isEnded ? null : (
        <ActionForm intent="propose" label="Propose a discount" submit="Propose" pending="Proposing" answer={answer}>
          {({ problem, typed }) => (
            <TextInput
              name="percent"
              label="Discount (%)"
              description={[`Of the list price, up to ${limits.maxPercent}%`, limits.floor].filter(Boolean).join(". ")}
              required
              inputMode="numeric"
              maxLength={4}
              defaultValue={typed["percent"] ?? ""}
              error={fieldError(problem, "percent")}
            />
          )}
        </ActionForm>
      )}
    </>
  );
}

function Figures({
  caption,
  first,
  rows,
  when,
  empty,
}: {
  caption: string;
  first: string;
  rows: readonly PartnerFigures[];
  when: (text: string) => string;
  empty: string;
}) {
  return (
    <DataTable<PartnerFigures>
      caption={caption}
      rows={rows}
      rowKey={(r) => r.when}
      columns={[
        { key: "when", header: first, narrow: "title", cell: (r) => when(r.when) },
        ...FUNNEL.map(({ key, label }) => ({
          key,
          header: label,
          align: "end" as const,
          cell: (r: PartnerFigures) => r[key].toLocaleString("en-US"),
        })),
        {
          key: "paidMinor",
          header: "Paid, without tax",
          align: "end",
          cell: (r) => <Money minor={r.paidMinor} currency={CURRENCY} />,
        },
        {
          key: "discountMinor",
          header: "Discount",
          align: "end",
          cell: (r) => <Money minor={r.discountMinor} currency={CURRENCY} />,
        },
      ]}
      empty={<EmptyState title="Nothing yet">{empty}</EmptyState>}
    />
  );
}
