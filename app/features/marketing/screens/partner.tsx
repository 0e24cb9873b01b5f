import { Form, redirect } from "react-router";
import { DropManuscript } from "#app/features/orders/ui/draft/drop-manuscript.tsx";
import { SERVICES, SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { PARTNER_KIND_WORDS } from "#app/features/partners/rules/partner.ts";
import { type PartnerPage, readPartnerPage } from "../server/read-partner-page.ts";
import styles from "./partner.module.css";
import type { Route } from "./+types/partner";

export const loader = pageLoader(async ({ params, search }: PageRequest<Route.LoaderArgs>) => {
  const page = await readPartnerPage(params.code, search);
  if (!page) throw redirect("/");
  return { ...page, siteName: config().siteName };
});

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `Editing for ${loaderData.name}` },
        // It's for a partner's own readers, and repeats what other pages say.
        { name: "robots", content: "noindex" },
      ]
    : [];

/** What a partner's link opens: its discount, the prices with it, and the place to drop a manuscript. */
export default function Partner({ loaderData: page }: Route.ComponentProps) {
  const { code, name, kind, percent, siteName } = page;
  const { people } = PARTNER_KIND_WORDS[kind];
  return (
    <Page>
      <PageTitle
        title={`Editing for ${name}`}
        lede={
          percent === null
            ? `${siteName} edits manuscripts for the ${people} of ${name}. Upload yours to see its price and due date. You don't need an account.`
            : `${name} and ${siteName} agreed on ${percent}% off for its ${people}. It applies to every order that starts on this page, without a code. If another discount is larger, you get that one.`
        }
      />
      <div className={styles.stack}>
        <DropManuscript then="/order/new" partner={code} />
        <Section title="Prices">
          <Prices page={page} />
        </Section>
      </div>
    </Page>
  );
}

function Prices({ page: { asked, prices, percent, taxed } }: { page: PartnerPage }) {
  return (
    <>
      <Form method="get" preventScrollReset className={styles.form} aria-label="Price calculator">
        <TextInput
          name="words"
          label="Words"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          defaultValue={asked.typed}
          error={asked.words === null ? "Enter a whole number of words, up to 1,000,000." : undefined}
        />
        <NativeSelect
          name="service"
          label="Service"
          defaultValue={asked.service}
          data={SERVICES.map((value) => ({ value, label: SERVICE_LABELS[value] }))}
        />
        <Button type="submit" variant="default">
          Show prices
        </Button>
      </Form>
      {asked.words === null ? null : prices.length === 0 ? (
        <p>We don't offer this service for {formatWords(asked.words)}.</p>
      ) : (
        <table className={styles.prices}>
          <caption>
            {SERVICE_LABELS[asked.service]} of {formatWords(asked.words)}, by turnaround
          </caption>
          <tbody>
            {prices.map(({ turnaround, totalMinor, listMinor }) => (
              <tr key={turnaround}>
                <th scope="row">{TURNAROUND_LABELS[turnaround]}</th>
                <td className="figures">
                  {totalMinor < listMinor ? (
                    <s>
                      <span className="unseen">List price </span>
                      {formatMoney(listMinor, CURRENCY)}
                    </s>
                  ) : null}
                  <b>{formatMoney(totalMinor, CURRENCY)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.small}>
        {percent === null ? "" : "Editors are paid on the list price. "}
        {taxed ? "If tax applies, you'll see it before you pay. " : ""}
        Your order's price counts the words of your files, section by section.
      </p>
    </>
  );
}
