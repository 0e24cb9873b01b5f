import { useMemo } from "react";
import { NO_TAX } from "#app/features/tax/rules/tax-rule.ts";
import { Form, Link, useRevalidator } from "react-router";
import { formatBillable, formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import { Checkbox } from "#app/ui/fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { whyBillable } from "../../rules/draft/draft-sum.ts";
import { otherLanguage } from "../../rules/draft/language.ts";
import { barredServices } from "../../rules/draft/policy-choice.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import { MAX_FILES } from "../../rules/draft/file-limits.ts";
import type { DraftOnPage, DraftPage } from "../../server/drafts/read-draft-page.ts";
import { PolicySheet } from "../../ui/order-policy.tsx";
import { CheckSummary } from "../../ui/check/check-summary.tsx";
import { DraftFiles } from "../../ui/draft/draft-files.tsx";
import { DropManuscript } from "../../ui/draft/drop-manuscript.tsx";
import { OnlyEnglish } from "../../ui/draft/not-english.tsx";
import { SaveLine } from "../../ui/draft/save-line.tsx";
import { useDraft } from "../../ui/draft/use-draft.ts";
import { useOffers } from "../../ui/draft/use-offers.ts";
import { useServerQuote } from "../../ui/draft/use-server-quote.ts";
import styles from "../order-new.module.css";
import { Offers } from "./offers.tsx";

/** A draft with files: their word counts, and the price of editing them. */
export function Priced({
  draft,
  page,
  answered,
}: {
  draft: DraftOnPage;
  page: DraftPage;
  answered: ProblemData | undefined;
}) {
  const session = useSession();
  const saved = useDraft(draft);
  const { choices, change } = saved;
  const sources = draft.files.filter(isManuscript);
  const quote = useServerQuote(draft.id, choices, page);
  const barred = useMemo(() => barredServices({ documentType: choices.documentType }, page.policy), [choices, page]);
  const offers = useOffers(draft.files, choices, quote.capacity, quote.coupon, page.standing, NO_TAX, barred);
  const listed = useOffers(draft.files, choices, null, quote.coupon, page.standing, NO_TAX, barred);
  const { sum } = offers;
  const { revalidate } = useRevalidator();
  const counted = sources.filter((f) => f.state === "counted").length;
  const why = whyBillable(sum, choices);
  return (
    <>
      {draft.status !== "draft" ? (
        <Notice tone="info" title={`Order ${draft.number} already has a price.`}>
          If you change it here, we'll recalculate the price.{" "}
          <Link to={`/order/new/form?order=${draft.id}`}>Go to the order form</Link>
        </Notice>
      ) : null}
      <div className={styles.columns} data-priced={counted > 0 || undefined}>
        <div className={styles.stack}>
          <Form method="post" className={styles.stack}>
            <input type="hidden" name="intent" value="sections" />
            <input type="hidden" name="orderId" value={draft.id} />
            <div className={styles.summary}>
              <p className={styles.total}>
                {counted > 0 ? (
                  <>
                    {formatBillable(sum.billable)}
                    {counted > 1 ? ` in ${counted} files` : ""}
                  </>
                ) : (
                  "Nothing to edit yet"
                )}
                {why ? <small className={styles.why}>{why}</small> : null}
              </p>
              <SaveLine
                state={saved.state}
                problem={saved.problem}
                fromElsewhere={saved.fromElsewhere}
                orderId={draft.id}
                from="/order/new"
              />
            </div>
            <DraftFiles
              orderId={draft.id}
              files={sources}
              choices={choices}
              onExclude={(next) => change({ excluded: next })}
            />
            {sum.references > 0 ? (
              <>
                <input type="hidden" name="asksReferences" value="1" />
                <Checkbox
                  name="referencesChecked"
                  checked={choices.referencesChecked ?? false}
                  onChange={(event) => change({ referencesChecked: event.currentTarget.checked })}
                  label={`Check the reference list too (${formatWords(sum.references)}, billed at half)`}
                />
              </>
            ) : null}
            <noscript>
              <button type="submit">Update price</button>
            </noscript>
          </Form>
          {sources.length < MAX_FILES ? (
            <DropManuscript orderId={draft.id} size="small" onArrived={() => void revalidate()} />
          ) : (
            <p className="soft small">
              An order can have up to {MAX_FILES} files to edit. Remove one to add another, or start another order.
            </p>
          )}
        </div>
        <div className={styles.stack}>
          {page.buyer.registered ? (
            <p className="soft small">Prices don't include tax. If tax applies, you'll see it before you pay.</p>
          ) : null}
          {counted > 0 ? (
            <OnlyEnglish language={otherLanguage(sources)} orderId={draft.id} saveNow={saved.saveNow}>
              <Offers
                draft={draft}
                choices={choices}
                change={change}
                saveNow={saved.saveNow}
                quote={quote}
                standing={page.standing}
                offers={offers}
                listed={listed.matrix}
                variantFound={sources.map((f) => f.receipt?.variant).find((v) => v)}
                answered={answered}
              />
            </OnlyEnglish>
          ) : null}
          {page.policy ? <PolicySheet policy={page.policy} /> : null}
          <CheckSummary checks={draft.checks} files={sources} orderId={session ? draft.id : null} />
        </div>
      </div>
    </>
  );
}
