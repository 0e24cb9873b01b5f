import { Kysely, PostgresDialect } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PgBoss } from "pg-boss";
import * as closedMonths from "./migrations/0131-closed-months.ts";
import * as revenueAtDelivery from "./migrations/0130-revenue-at-delivery.ts";
import { makeLargeIndexes } from "./large-indexes.ts";
import { type VersionedMigration, findApplied, findNewer, recordingFloor } from "./newer-schema.ts";
import * as foundation from "./migrations/0001-foundation.ts";
import * as accounts from "./migrations/0002-accounts.ts";
import * as refundAttempts from "./migrations/0003-refund-attempts.ts";
import * as secondFactor from "./migrations/0004-second-factor.ts";
import * as contact from "./migrations/0006-contact.ts";
import * as authorAddresses from "./migrations/0092-author-addresses.ts";
import * as picturesInUse from "./migrations/0093-pictures-in-use.ts";
import * as macroUses from "./migrations/0091-macro-uses.ts";
import * as search from "./migrations/0090-search.ts";
import * as blogCms from "./migrations/0072-blog-cms.ts";
import * as impersonation from "./migrations/0088-impersonation.ts";
import * as policyVersions from "./migrations/0106-policy-versions.ts";
import * as audit from "./migrations/0087-audit.ts";
import * as numbers from "./migrations/0094-numbers.ts";
import * as blogLegalApplications from "./migrations/0007-blog-legal-applications.ts";
import * as kycDocuments from "./migrations/0008-kyc-documents.ts";
import * as accountSecurity from "./migrations/0009-account-security.ts";
import * as finance from "./migrations/0010-finance.ts";
import * as conversations from "./migrations/0011-conversations.ts";
import * as changeDecisions from "./migrations/0012-change-decisions.ts";
import * as gateResolutions from "./migrations/0013-gate-resolutions.ts";
import * as documentQueries from "./migrations/0014-document-queries.ts";
import * as certificates from "./migrations/0015-certificates.ts";
import * as reEdits from "./migrations/0016-re-edits.ts";
import * as uploadReservations from "./migrations/0017-upload-reservations.ts";
import * as accountsUnderAttack from "./migrations/0019-accounts-under-attack.ts";
import * as sameName from "./migrations/0019b-same-name.ts";
import * as couponHolds from "./migrations/0020-coupon-holds.ts";
import * as editorRecords from "./migrations/0024-editor-records.ts";
import * as threadIndexes from "./migrations/0025-thread-indexes.ts";
import * as editorsWithDoctorate from "./migrations/0030-editors-with-doctorate.ts";
import * as firstDay from "./migrations/0032-first-day.ts";
import * as refundDecisions from "./migrations/0033-refund-decisions.ts";
import * as kycFiles from "./migrations/0036-kyc-files.ts";
import * as applications from "./migrations/0038-applications.ts";
import * as bankChanges from "./migrations/0037-bank-changes.ts";
import * as people from "./migrations/0046-people.ts";
import * as editorStanding from "./migrations/0045-editor-standing.ts";
import * as editorPages from "./migrations/0041-editor-pages.ts";
import * as knownValues from "./migrations/0042-known-values.ts";
import * as missingIndexes from "./migrations/0043-missing-indexes.ts";
import * as listIndexes from "./migrations/0051-list-indexes.ts";
import * as dateProposals from "./migrations/0048-date-proposals.ts";
import * as handovers from "./migrations/0047-handovers.ts";
import * as dataRequests from "./migrations/0061-data-requests.ts";
import * as orderRetention from "./migrations/0060-order-retention.ts";
import * as excusedHandovers from "./migrations/0058-excused-handovers.ts";
import * as orderHolds from "./migrations/0057-order-holds.ts";
import * as lateOrders from "./migrations/0056-late-orders.ts";
import * as orderReservations from "./migrations/0053-order-reservations.ts";
import * as couponRules from "./migrations/0063-coupon-rules.ts";
import * as withdrawal from "./migrations/0064-withdrawal.ts";
import * as secondReadings from "./migrations/0066-second-readings.ts";
import * as customQuotes from "./migrations/0068-custom-quotes.ts";
import * as savedViews from "./migrations/0052-saved-views.ts";
import * as waitingList from "./migrations/0040-waiting-list.ts";
import * as orderCharges from "./migrations/0070-order-charges.ts";
import * as readingMessages from "./migrations/0081-reading-messages.ts";
import * as chargeEarlyStarts from "./migrations/0080-charge-early-starts.ts";
import * as wordDifferences from "./migrations/0071-word-differences.ts";
import * as discounts from "./migrations/0104-discounts.ts";
import * as orderChanges from "./migrations/0071b-order-changes.ts";
import * as emailHealth from "./migrations/0097-email-health.ts";
import * as revisionVersions from "./migrations/0075-revision-versions.ts";
import * as providerAccount from "./migrations/0110-provider-account.ts";
import * as bankStatements from "./migrations/0111-bank-statements.ts";
import * as disputes from "./migrations/0101-disputes.ts";
import * as payoutLines from "./migrations/0115-payout-lines.ts";
import * as payoutItems from "./migrations/0140-payout-items.ts";
import * as liveOutbox from "./migrations/0143-live-outbox.ts";
import * as pushSubscriptions from "./migrations/0121-push-subscriptions.ts";
import * as taxRegistrations from "./migrations/0133-tax-registrations.ts";
import * as achRuns from "./migrations/0116-ach-runs.ts";
import * as archivedAnnouncements from "./migrations/0120-archived-announcements.ts";
import * as responseToReviewers from "./migrations/0102-response-to-reviewers.ts";
import * as reviews from "./migrations/0049-reviews.ts";
import * as ledgerChecks from "./migrations/0147-ledger-checks.ts";
import * as schemaFloors from "./migrations/0148-schema-floors.ts";
import * as cancelledDocuments from "./migrations/0155-cancelled-documents.ts";
import * as euroPayouts from "./migrations/0160-euro-payouts.ts";
import * as editorSubfields from "./migrations/0170-editor-subfields.ts";
import * as articleLists from "./migrations/0171-article-lists.ts";
import * as legalVersions from "./migrations/0195-legal-versions.ts";
import * as longerHolds from "./migrations/0210-longer-holds.ts";
import * as listedMoney from "./migrations/0240-listed-money.ts";
import * as ledgerSums from "./migrations/0241-ledger-sums.ts";
import * as clientsByLastOrder from "./migrations/0242-clients-by-last-order.ts";
import * as listsByIndex from "./migrations/0243-lists-by-index.ts";
import * as payoutSums from "./migrations/0250-payout-sums.ts";
import * as couponSums from "./migrations/0251-coupon-sums.ts";
import * as ledgerByService from "./migrations/0252-ledger-by-service.ts";
import * as listsOfUses from "./migrations/0253-lists-of-uses.ts";
import * as bankSums from "./migrations/0254-bank-sums.ts";
import * as listsOfFew from "./migrations/0255-lists-of-few.ts";
import * as encryptionChecks from "./migrations/0270-encryption-checks.ts";
import * as companyVatId from "./migrations/0275-company-vat-id.ts";
import * as nationalTax from "./migrations/0276-national-tax.ts";
import * as payoutVat from "./migrations/0277-payout-vat.ts";
import * as longTasks from "./migrations/0280-long-tasks.ts";
import * as bankReportWords from "./migrations/0281-bank-report-words.ts";
import * as leftOut from "./migrations/0290-left-out.ts";
import * as emailThreads from "./migrations/0300-email-threads.ts";
import * as foldedSearch from "./migrations/0310-folded-search.ts";
import * as manuscriptChecks from "./migrations/0320-manuscript-checks.ts";
import * as styleSheets from "./migrations/0321-style-sheets.ts";
import * as apiKeys from "./migrations/0340-api-keys.ts";
import * as calendarFeeds from "./migrations/0342-calendar-feeds.ts";
import * as webhooks from "./migrations/0341-webhooks.ts";
import * as quoteLanguage from "./migrations/0322-quote-language.ts";
import * as bankLayouts from "./migrations/0370-bank-layouts.ts";
import * as organizations from "./migrations/0360-organizations.ts";
import * as credit from "./migrations/0380-credit.ts";
import * as contractPrices from "./migrations/0390-contract-prices.ts";
import * as taxThresholds from "./migrations/0410-tax-thresholds.ts";
import * as bankRules from "./migrations/0400-bank-rules.ts";
import * as manualEntries from "./migrations/0430-manual-entries.ts";
import * as organizationSheets from "./migrations/0470-organization-sheets.ts";
import * as snippets from "./migrations/0471-snippets.ts";
import * as passageFormulas from "./migrations/0485-passage-formulas.ts";
import * as keptFindings from "./migrations/0490-kept-findings.ts";
import * as editorCodes from "./migrations/0480-editor-codes.ts";
import * as accountTypes from "./migrations/0481-account-types.ts";
import * as taxAuthorities from "./migrations/0500-tax-authorities.ts";
import * as taxReturns from "./migrations/0501-tax-returns.ts";
import * as closedAlone from "./migrations/0502-closed-alone.ts";
import * as partsOfBankLines from "./migrations/0503-parts-of-bank-lines.ts";
import * as partners from "./migrations/0515-partners.ts";
import * as valuesOfLines from "./migrations/0506-values-of-lines.ts";
import * as ordersInCurrencies from "./migrations/0507-orders-in-currencies.ts";
import * as alerts from "./migrations/0516-alerts.ts";
import * as emailTemplates from "./migrations/0518-email-templates.ts";
import * as importedAccounts from "./migrations/0519-imported-accounts.ts";
import * as programAccounts from "./migrations/0517-program-accounts.ts";
import * as bankLinesOfRuns from "./migrations/0510-bank-lines-of-runs.ts";
import * as accountHolders from "./migrations/0495-account-holders.ts";
import * as smallPayouts from "./migrations/0496-small-payouts.ts";
import * as runFiles from "./migrations/0497-run-files.ts";
import * as orcid from "./migrations/0525-orcid.ts";
import * as workTimes from "./migrations/0526-work-times.ts";
import * as taxExemptions from "./migrations/0531-tax-exemptions.ts";
import * as organizationDomains from "./migrations/0535-organization-domains.ts";
import * as organizationSignIn from "./migrations/0565-organization-sign-in.ts";
import * as organizationCurrency from "./migrations/0540-organization-currency.ts";
import * as pastOrders from "./migrations/0550-past-orders.ts";
import * as inputTaxInRules from "./migrations/0555-input-tax-in-rules.ts";
import * as courtesyCredit from "./migrations/0570-courtesy-credit.ts";
import * as referrals from "./migrations/0571-referrals.ts";
import * as reverseCharge from "./migrations/0580-reverse-charge.ts";
import * as ticketDesk from "./migrations/0560-ticket-desk.ts";
import * as editorLanguages from "./migrations/0590-editor-languages.ts";
import * as writeOffs from "./migrations/0600-write-offs.ts";
import * as volumeSteps from "./migrations/0610-volume-steps.ts";
import * as preferredEditors from "./migrations/0620-preferred-editors.ts";
import * as lineDisputes from "./migrations/0630-line-disputes.ts";
import * as euSuppliers from "./migrations/0700-eu-suppliers.ts";
import * as recipientTaxOfPayouts from "./migrations/0701-recipient-tax-of-payouts.ts";
import * as organizationsInBankLines from "./migrations/0702-organizations-in-bank-lines.ts";
import * as deposits from "./migrations/0720-deposits.ts";
import * as refundsToBalances from "./migrations/0721-refunds-to-balances.ts";
import * as contractTurnarounds from "./migrations/0730-contract-turnarounds.ts";
import * as sharedQuotes from "./migrations/0350-shared-quotes.ts";
import * as policyProfiles from "./migrations/0330-policy-profiles.ts";
import * as attestedSubmissions from "./migrations/0336-attested-submissions.ts";
import * as declarations from "./migrations/0337-declarations.ts";

/** Listed by hand, for bundling and to show their order at a glance. */
const MIGRATIONS: Record<string, VersionedMigration> = {
  "0001-foundation": foundation,
  "0002-accounts": accounts,
  "0003-refund-attempts": refundAttempts,
  "0004-second-factor": secondFactor,
  "0006-contact": contact,
  "0007-blog-legal-applications": blogLegalApplications,
  "0008-kyc-documents": kycDocuments,
  "0009-account-security": accountSecurity,
  "0010-finance": finance,
  "0011-conversations": conversations,
  "0012-change-decisions": changeDecisions,
  "0013-gate-resolutions": gateResolutions,
  "0014-document-queries": documentQueries,
  "0015-certificates": certificates,
  "0016-re-edits": reEdits,
  "0017-upload-reservations": uploadReservations,
  "0019-accounts-under-attack": accountsUnderAttack,
  "0019b-same-name": sameName,
  "0020-coupon-holds": couponHolds,
  "0024-editor-records": editorRecords,
  "0025-thread-indexes": threadIndexes,
  "0030-editors-with-doctorate": editorsWithDoctorate,
  "0032-first-day": firstDay,
  "0033-refund-decisions": refundDecisions,
  "0036-kyc-files": kycFiles,
  "0037-bank-changes": bankChanges,
  "0038-applications": applications,
  "0040-waiting-list": waitingList,
  "0041-editor-pages": editorPages,
  "0042-known-values": knownValues,
  "0043-missing-indexes": missingIndexes,
  "0045-editor-standing": editorStanding,
  "0046-people": people,
  "0051-list-indexes": listIndexes,
  "0047-handovers": handovers,
  "0052-saved-views": savedViews,
  "0053-order-reservations": orderReservations,
  "0060-order-retention": orderRetention,
  "0063-coupon-rules": couponRules,
  "0056-late-orders": lateOrders,
  "0064-withdrawal": withdrawal,
  "0057-order-holds": orderHolds,
  "0061-data-requests": dataRequests,
  "0058-excused-handovers": excusedHandovers,
  "0066-second-readings": secondReadings,
  "0068-custom-quotes": customQuotes,
  "0048-date-proposals": dateProposals,
  "0049-reviews": reviews,
  "0070-order-charges": orderCharges,
  "0071-word-differences": wordDifferences,
  "0072-blog-cms": blogCms,
  "0106-policy-versions": policyVersions,
  "0087-audit": audit,
  "0094-numbers": numbers,
  "0075-revision-versions": revisionVersions,
  "0088-impersonation": impersonation,
  "0090-search": search,
  "0091-macro-uses": macroUses,
  "0092-author-addresses": authorAddresses,
  "0093-pictures-in-use": picturesInUse,
  "0071b-order-changes": orderChanges,
  "0104-discounts": discounts,
  "0097-email-health": emailHealth,
  "0080-charge-early-starts": chargeEarlyStarts,
  "0081-reading-messages": readingMessages,
  "0101-disputes": disputes,
  "0115-payout-lines": payoutLines,
  "0116-ach-runs": achRuns,
  "0120-archived-announcements": archivedAnnouncements,
  "0110-provider-account": providerAccount,
  "0102-response-to-reviewers": responseToReviewers,
  "0121-push-subscriptions": pushSubscriptions,
  "0130-revenue-at-delivery": revenueAtDelivery,
  "0131-closed-months": closedMonths,
  "0140-payout-items": payoutItems,
  "0143-live-outbox": liveOutbox,
  "0133-tax-registrations": taxRegistrations,
  "0111-bank-statements": bankStatements,
  "0147-ledger-checks": ledgerChecks,
  "0148-schema-floors": schemaFloors,
  "0155-cancelled-documents": cancelledDocuments,
  "0160-euro-payouts": euroPayouts,
  "0170-editor-subfields": editorSubfields,
  "0171-article-lists": articleLists,
  "0195-legal-versions": legalVersions,
  "0210-longer-holds": longerHolds,
  "0240-listed-money": listedMoney,
  "0241-ledger-sums": ledgerSums,
  "0242-clients-by-last-order": clientsByLastOrder,
  "0243-lists-by-index": listsByIndex,
  "0250-payout-sums": payoutSums,
  "0251-coupon-sums": couponSums,
  "0252-ledger-by-service": ledgerByService,
  "0253-lists-of-uses": listsOfUses,
  "0254-bank-sums": bankSums,
  "0255-lists-of-few": listsOfFew,
  "0270-encryption-checks": encryptionChecks,
  "0275-company-vat-id": companyVatId,
  "0276-national-tax": nationalTax,
  "0277-payout-vat": payoutVat,
  "0280-long-tasks": longTasks,
  "0281-bank-report-words": bankReportWords,
  "0290-left-out": leftOut,
  "0300-email-threads": emailThreads,
  "0310-folded-search": foldedSearch,
  "0320-manuscript-checks": manuscriptChecks,
  "0321-style-sheets": styleSheets,
  "0322-quote-language": quoteLanguage,
  "0370-bank-layouts": bankLayouts,
  "0360-organizations": organizations,
  "0380-credit": credit,
  "0390-contract-prices": contractPrices,
  "0400-bank-rules": bankRules,
  "0410-tax-thresholds": taxThresholds,
  "0430-manual-entries": manualEntries,
  "0470-organization-sheets": organizationSheets,
  "0471-snippets": snippets,
  "0480-editor-codes": editorCodes,
  "0485-passage-formulas": passageFormulas,
  "0490-kept-findings": keptFindings,
  "0481-account-types": accountTypes,
  "0500-tax-authorities": taxAuthorities,
  "0501-tax-returns": taxReturns,
  "0502-closed-alone": closedAlone,
  "0503-parts-of-bank-lines": partsOfBankLines,
  "0515-partners": partners,
  "0506-values-of-lines": valuesOfLines,
  "0507-orders-in-currencies": ordersInCurrencies,
  "0516-alerts": alerts,
  "0517-program-accounts": programAccounts,
  "0518-email-templates": emailTemplates,
  "0519-imported-accounts": importedAccounts,
  "0510-bank-lines-of-runs": bankLinesOfRuns,
  "0495-account-holders": accountHolders,
  "0496-small-payouts": smallPayouts,
  "0497-run-files": runFiles,
  "0525-orcid": orcid,
  "0526-work-times": workTimes,
  "0531-tax-exemptions": taxExemptions,
  "0535-organization-domains": organizationDomains,
  "0540-organization-currency": organizationCurrency,
  "0550-past-orders": pastOrders,
  "0555-input-tax-in-rules": inputTaxInRules,
  "0560-ticket-desk": ticketDesk,
  "0565-organization-sign-in": organizationSignIn,
  "0590-editor-languages": editorLanguages,
  "0570-courtesy-credit": courtesyCredit,
  "0571-referrals": referrals,
  "0580-reverse-charge": reverseCharge,
  "0600-write-offs": writeOffs,
  "0610-volume-steps": volumeSteps,
  "0620-preferred-editors": preferredEditors,
  "0630-line-disputes": lineDisputes,
  "0700-eu-suppliers": euSuppliers,
  "0701-recipient-tax-of-payouts": recipientTaxOfPayouts,
  "0702-organizations-in-bank-lines": organizationsInBankLines,
  "0720-deposits": deposits,
  "0721-refunds-to-balances": refundsToBalances,
  "0730-contract-turnarounds": contractTurnarounds,
  "0350-shared-quotes": sharedQuotes,
  "0330-policy-profiles": policyProfiles,
  "0336-attested-submissions": attestedSubmissions,
  "0337-declarations": declarations,
  "0340-api-keys": apiKeys,
  "0341-webhooks": webhooks,
  "0342-calendar-feeds": calendarFeeds,
};

/** The most time that a migration waits for any table, blocking everybody behind it. Then it yields and retries. */
const LOCK_WAIT_MS = 3_000;
const PAUSE_MS = 500;
const TRIES = 200;
/** A lock timeout or a deadlock. */
const isRetryable = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "55P03" || error.code === "40P01");

/** A newer version's migrations count as applied, and this version ignores them. */
const APPLIED: Migration = { up: () => Promise.reject(new Error("A migration that isn't known can't be applied")) };

/**
 * Applies all pending migrations. Safe if several processes start at once (the first holds the lock, the rest find
 * nothing to do) and while an older or newer version is serving.
 * @param databaseUrl PostgreSQL connection string @param names only these migrations, to match a backup's database
 * @param also more migrations, for tests
 * @throws the database's own error if a migration fails, which is rolled back. RangeError for an unknown name.
 * OutdatedVersion if a newer version removed something this one uses.
 */
export async function migrate(
  databaseUrl: string,
  names?: readonly string[],
  also: Readonly<Record<string, VersionedMigration>> = {},
): Promise<void> {
  const known = { ...MIGRATIONS, ...also };
  const unknown = names?.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) throw new RangeError(unknown);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, options: `-c lock_timeout=${LOCK_WAIT_MS}` });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const all = new Set(Object.keys(known));
  const getMigrations = async () => {
    const own = (names ?? [...all]).map((name) => [name, recordingFloor(name, known[name]!)] as const);
    const newer = await findNewer(db, await findApplied(db), all);
    return Object.fromEntries([...own, ...newer.map((name) => [name, APPLIED] as const)]);
  };
  /** Most starts change nothing. The migrator would describe every table of the database to find that out. */
  const isCurrent = async () => {
    const applied = await findApplied(db);
    await findNewer(db, applied, all);
    return [...all].every((name) => applied.includes(name));
  };
  try {
    for (let tried = 1; names !== undefined || !(await isCurrent()); tried++) {
      // Parallel changes land in any order, so a database with a later migration still gets an earlier one.
      const { error } = await new Migrator({
        db,
        provider: { getMigrations },
        allowUnorderedMigrations: true,
      }).migrateToLatest();
      if (!error) break;
      if (tried >= TRIES || !isRetryable(error)) throw error;
      await sleep(PAUSE_MS);
    }
  } finally {
    await db.destroy();
  }
  // A backup's tables are filled first.
  if (names === undefined)
    await makeLargeIndexes(databaseUrl, Object.assign({}, ...Object.values(known).map((it) => it.largeIndexes)));
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  await boss.stop({ graceful: false });
}
