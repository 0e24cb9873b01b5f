import { accountsFactWords } from "#app/features/accounts/rules/fact-words.ts";
import { backofficeFactWords } from "#app/features/backoffice/rules/fact-words.ts";
import { blogFactWords } from "#app/features/blog/rules/fact-words.ts";
import { certificatesFactWords } from "#app/features/certificates/rules/fact-words.ts";
import { companyFactWords } from "#app/features/company/rules/fact-words.ts";
import { editorsFactWords } from "#app/features/editors/rules/fact-words.ts";
import { emailsFactWords } from "#app/features/emails/rules/fact-words.ts";
import { integrationsFactWords } from "#app/features/integrations/rules/fact-words.ts";
import { matchingFactWords } from "#app/features/matching/rules/fact-words.ts";
import { messagesFactWords } from "#app/features/messages/rules/fact-words.ts";
import { notificationsFactWords } from "#app/features/notifications/rules/fact-words.ts";
import { organizationsFactWords } from "#app/features/organizations/rules/fact-words.ts";
import { ordersFactWords } from "#app/features/orders/rules/fact-words.ts";
import { paymentsFactWords } from "#app/features/payments/rules/fact-words.ts";
import { payoutsFactWords } from "#app/features/payouts/rules/fact-words.ts";
import { policyProfilesFactWords } from "#app/features/policy-profiles/rules/fact-words.ts";
import { policyFactWords } from "#app/features/policy/rules/fact-words.ts";
import { quotesFactWords } from "#app/features/quotes/rules/fact-words.ts";
import { partnersFactWords } from "#app/features/partners/rules/fact-words.ts";
import { pricingFactWords } from "#app/features/pricing/rules/fact-words.ts";
import { privacyFactWords } from "#app/features/privacy/rules/fact-words.ts";
import { supportFactWords } from "#app/features/support/rules/fact-words.ts";
import { taxFactWords } from "#app/features/tax/rules/fact-words.ts";
import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";

// MAP 5: every fact -> what it says in the timeline, the audit trail, a support thread, the bell, and email.
// A kind that no feature declares doesn't compile.
export const factWords: FactWordsTable = {
  ...companyFactWords,
  ...policyFactWords,
  ...accountsFactWords,
  ...organizationsFactWords,
  ...taxFactWords,
  ...editorsFactWords,
  ...pricingFactWords,
  ...partnersFactWords,
  ...policyProfilesFactWords,
  ...ordersFactWords,
  ...certificatesFactWords,
  ...matchingFactWords,
  ...quotesFactWords,
  ...messagesFactWords,
  ...paymentsFactWords,
  ...payoutsFactWords,
  ...supportFactWords,
  ...notificationsFactWords,
  ...emailsFactWords,
  ...blogFactWords,
  ...integrationsFactWords,
  ...privacyFactWords,
  ...backofficeFactWords,
};
