import type {
  AuthAccountTable,
  AuthDeviceTable,
  AuthPasskeyTable,
  AuthRateLimitTable,
  AuthSessionTable,
  ImpersonationsTable,
  ImportRowsTable,
  ImportedAccountsTable,
  AuthTwoFactorTable,
  AuthUsedCodeTable,
  AuthUserTable,
  AuthVerificationTable,
  ClientEditorsTable,
  LegalAcceptancesTable,
  LegalTextsTable,
  LegalVersionsTable,
  PersonNotesTable,
  SavedViewsTable,
  UsersTable,
} from "./schema/accounts.ts";
import type { OrderPoliciesTable, PolicyProfileVersionsTable } from "./schema/policy-profiles.ts";
import type { StyleEntriesTable } from "./schema/style-sheets.ts";
import type {
  AccountStatementsTable,
  CreditLinesTable,
  LineDisputesTable,
  WriteOffsTable,
  OrganizationDomainsTable,
  OrganizationInvitationsTable,
  OrganizationMembersTable,
  OrganizationRemovalsTable,
  PreferredEditorsTable,
  OrganizationSignInTable,
  SignInAttemptsTable,
  TaxExemptionsTable,
  OrganizationsTable,
  SpendingRequestsTable,
  TopUpsTable,
} from "./schema/organizations.ts";
import type {
  ApiKeysTable,
  ApiRequestsTable,
  CalendarFeedsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
  WebhookEventsTable,
} from "./schema/integrations.ts";
import type {
  BlogAuthorRedirectsTable,
  BlogAuthorsTable,
  BlogDraftsTable,
  BlogEditingTable,
  BlogImagesTable,
  BlogPostsTable,
  BlogPreviewsTable,
  BlogRedirectsTable,
  BlogTagsTable,
  BlogVersionsTable,
} from "./schema/blog.ts";
import type {
  ApplicationFilesTable,
  EditorApplicationsTable,
  EditorPagesTable,
  SnippetsTable,
  EditorsTable,
  EditorSubfieldsTable,
  KycDetailsTable,
  KycDocumentsTable,
  KycFilesTable,
  KycRequestsTable,
} from "./schema/editors.ts";
import type {
  EditorRecordsTable,
  FieldWaitsTable,
  InvitesTable,
  MatchJudgementsTable,
  ReadingInvitesTable,
} from "./schema/matching.ts";
import type {
  AttachmentsTable,
  MessagesTable,
  ReadingMessagesTable,
  OrderThreadsTable,
  ThreadReadsTable,
} from "./schema/messages.ts";
import type {
  BankChangesTable,
  BankDetailsTable,
  EarningSumsTable,
  EarningsTable,
  PayoutRunsTable,
  PayoutItemsTable,
  PayoutSumsTable,
  PayoutsTable,
  BankReportsTable,
  RateImportsTable,
  ReferenceRatesTable,
  BankReportLinesTable,
  BankReportWordsTable,
} from "./schema/payouts.ts";
import type {
  AccountDiscountsTable,
  ContractPricesTable,
  CouponSumsTable,
  CouponUsesTable,
  CouponsTable,
  SalesTable,
} from "./schema/discounts.ts";
import type { PartnerDiscountsTable, PartnersTable } from "./schema/partners.ts";
import type {
  ChargeEarlyStartsTable,
  CourtesyCreditsTable,
  DepositReturnsTable,
  DepositsTable,
  EarlyStartsTable,
  GiftsTable,
  PaymentPayersTable,
  PaymentsTable,
  ProviderEventsTable,
  RefundRequestsTable,
  DisputesTable,
  ReferralLinksTable,
  ReferralsTable,
  RefundsTable,
  SharedQuotesTable,
} from "./schema/payments.ts";
import type {
  InvoicesTable,
  JournalEntriesTable,
  JournalLinesTable,
  LedgerDaysTable,
  LedgerFoldingTable,
  LedgerMovesTable,
  LedgerPartiesTable,
  LedgerServiceFoldingTable,
  LedgerServicesTable,
  NumberSeriesTable,
  ClosedBalancesTable,
  ClosedMonthsTable,
  ManualEntriesTable,
  MonthClosingsTable,
} from "./schema/ledger.ts";
import type {
  LedgerChecksTable,
  BankLayoutsTable,
  BankLinesTable,
  BankRulesTable,
  BankSumsTable,
  BankStagedLinesTable,
  BankStatementsTable,
  MoneyDifferencesTable,
  ReconciliationsTable,
  ProviderBalancesTable,
  ProviderPayoutsTable,
  ProviderReadsTable,
  ProviderTransactionsTable,
} from "./schema/reconciliation.ts";
import type {
  AnnouncementsTable,
  NotificationPreferencesTable,
  PushSubscriptionsTable,
  NotificationReadsTable,
  NotificationsTable,
} from "./schema/notifications.ts";
import type {
  CompanyTable,
  DailyNumbersTable,
  NumbersRollupTable,
  EmailTemplateVersionsTable,
  PolicyVersionsTable,
  SetupStepsTable,
  ShopTable,
  TaxRegistrationsTable,
  TaxReturnsTable,
  TaxThresholdAlertsTable,
  TestPaymentsTable,
} from "./schema/operator.ts";
import type {
  DateProposalsTable,
  LateDecisionsTable,
  OrderHoldsTable,
  OrderChangesTable,
  OrderChargesTable,
  WordDifferencesTable,
} from "./schema/order-changes.ts";
import type {
  FileViewsTable,
  FilesTable,
  KeptFindingsTable,
  ManuscriptChecksTable,
  RevisionVersionsTable,
  UploadReservationsTable,
} from "./schema/order-files.ts";
import type {
  PriceViewsTable,
  OrderNotesTable,
  WorkTimesTable,
  OrderProblemsTable,
  OrderReservationsTable,
  OrdersTable,
  PastOrdersTable,
  RatingsTable,
} from "./schema/orders.ts";
import type { CustomQuotesTable, QuoteOffersTable } from "./schema/quotes.ts";
import type {
  DemoClockTable,
  DemoWorldTable,
  EncryptionChecksTable,
  FactsTable,
  HeldEmailsTable,
  InboundEmailsTable,
  LiveOutboxTable,
  MailEventsTable,
  MailReplyAddressesTable,
  MailSuppressionsTable,
  MailTable,
  TasksTable,
} from "./schema/platform.ts";
import type { DataRequestsTable } from "./schema/privacy.ts";
import type {
  ContactMessagesTable,
  DeskPresenceTable,
  MacroUsesTable,
  MacrosTable,
  SupportTicketsView,
  TicketMessagesTable,
  TicketTagsTable,
  TicketsTable,
} from "./schema/support.ts";
import type {
  CertificatesTable,
  ChangeDecisionsTable,
  DocumentQueriesTable,
  GateResolutionsTable,
  QaReviewsTable,
  ReadingFilesTable,
  SecondReadingsTable,
  SubmissionFilesTable,
  SubmissionsTable,
  OrderHandoversTable,
} from "./schema/work.ts";

export type * from "./schema/accounts.ts";
export type * from "./schema/organizations.ts";
export type * from "./schema/blog.ts";
export type * from "./schema/editors.ts";
export type * from "./schema/matching.ts";
export type * from "./schema/messages.ts";
export type * from "./schema/reconciliation.ts";
export type * from "./schema/ledger.ts";
export type * from "./schema/discounts.ts";
export type * from "./schema/partners.ts";
export type * from "./schema/payouts.ts";
export type * from "./schema/payments.ts";
export type * from "./schema/notifications.ts";
export type * from "./schema/operator.ts";
export type * from "./schema/order-changes.ts";
export type * from "./schema/order-files.ts";
export type * from "./schema/orders.ts";
export type * from "./schema/platform.ts";
export type * from "./schema/policy-profiles.ts";
export type * from "./schema/quotes.ts";
export type * from "./schema/integrations.ts";
export type * from "./schema/style-sheets.ts";
export type * from "./schema/support.ts";
export type * from "./schema/work.ts";

/** The database's tables, with the types of their jsonb and status columns. */
export interface Database {
  data_requests: DataRequestsTable;
  order_problems: OrderProblemsTable;
  order_reservations: OrderReservationsTable;
  refund_requests: RefundRequestsTable;
  order_notes: OrderNotesTable;
  work_times: WorkTimesTable;
  saved_views: SavedViewsTable;
  company: CompanyTable;
  shop: ShopTable;
  tax_registrations: TaxRegistrationsTable;
  tax_returns: TaxReturnsTable;
  tax_threshold_alerts: TaxThresholdAlertsTable;
  setup_steps: SetupStepsTable;
  daily_numbers: DailyNumbersTable;
  numbers_rollup: NumbersRollupTable;
  test_payments: TestPaymentsTable;
  announcements: AnnouncementsTable;
  notification_preferences: NotificationPreferencesTable;
  push_subscriptions: PushSubscriptionsTable;
  order_threads: OrderThreadsTable;
  macro_uses: MacroUsesTable;
  macros: MacrosTable;
  tickets: TicketsTable;
  ticket_tags: TicketTagsTable;
  desk_presence: DeskPresenceTable;
  supportTickets: SupportTicketsView;
  ticket_messages: TicketMessagesTable;
  attachments: AttachmentsTable;
  thread_reads: ThreadReadsTable;
  contact_messages: ContactMessagesTable;
  legal_acceptances: LegalAcceptancesTable;
  legal_texts: LegalTextsTable;
  legal_versions: LegalVersionsTable;
  editor_applications: EditorApplicationsTable;
  application_files: ApplicationFilesTable;
  blog_author_redirects: BlogAuthorRedirectsTable;
  blog_authors: BlogAuthorsTable;
  blog_posts: BlogPostsTable;
  blog_drafts: BlogDraftsTable;
  blog_versions: BlogVersionsTable;
  blog_images: BlogImagesTable;
  blog_redirects: BlogRedirectsTable;
  blog_tags: BlogTagsTable;
  blog_previews: BlogPreviewsTable;
  blog_editing: BlogEditingTable;
  policy_versions: PolicyVersionsTable;
  email_template_versions: EmailTemplateVersionsTable;
  policy_profile_versions: PolicyProfileVersionsTable;
  order_policies: OrderPoliciesTable;
  users: UsersTable;
  editors: EditorsTable;
  editor_subfields: EditorSubfieldsTable;
  editor_records: EditorRecordsTable;
  editor_pages: EditorPagesTable;
  snippets: SnippetsTable;
  field_waits: FieldWaitsTable;
  bank_details: BankDetailsTable;
  files: FilesTable;
  manuscript_checks: ManuscriptChecksTable;
  kept_findings: KeptFindingsTable;
  style_entries: StyleEntriesTable;
  organizations: OrganizationsTable;
  organization_members: OrganizationMembersTable;
  organization_invitations: OrganizationInvitationsTable;
  organization_domains: OrganizationDomainsTable;
  organization_removals: OrganizationRemovalsTable;
  preferred_editors: PreferredEditorsTable;
  organization_sign_in: OrganizationSignInTable;
  sign_in_attempts: SignInAttemptsTable;
  tax_exemptions: TaxExemptionsTable;
  top_ups: TopUpsTable;
  deposits: DepositsTable;
  deposit_returns: DepositReturnsTable;
  gifts: GiftsTable;
  spending_requests: SpendingRequestsTable;
  contract_prices: ContractPricesTable;
  partners: PartnersTable;
  partner_discounts: PartnerDiscountsTable;
  credit_lines: CreditLinesTable;
  line_disputes: LineDisputesTable;
  write_offs: WriteOffsTable;
  account_statements: AccountStatementsTable;
  api_keys: ApiKeysTable;
  api_requests: ApiRequestsTable;
  webhook_endpoints: WebhookEndpointsTable;
  calendar_feeds: CalendarFeedsTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  upload_reservations: UploadReservationsTable;
  orders: OrdersTable;
  past_orders: PastOrdersTable;
  date_proposals: DateProposalsTable;
  order_charges: OrderChargesTable;
  revision_versions: RevisionVersionsTable;
  late_decisions: LateDecisionsTable;
  word_differences: WordDifferencesTable;
  order_holds: OrderHoldsTable;
  order_changes: OrderChangesTable;
  custom_quotes: CustomQuotesTable;
  quote_offers: QuoteOffersTable;
  order_handovers: OrderHandoversTable;
  submissions: SubmissionsTable;
  submission_files: SubmissionFilesTable;
  gate_resolutions: GateResolutionsTable;
  document_queries: DocumentQueriesTable;
  qa_reviews: QaReviewsTable;
  second_readings: SecondReadingsTable;
  reading_files: ReadingFilesTable;
  reading_messages: ReadingMessagesTable;
  reading_invites: ReadingInvitesTable;
  ratings: RatingsTable;
  messages: MessagesTable;
  client_editors: ClientEditorsTable;
  person_notes: PersonNotesTable;
  invites: InvitesTable;
  match_judgements: MatchJudgementsTable;
  payments: PaymentsTable;
  shared_quotes: SharedQuotesTable;
  payment_payers: PaymentPayersTable;
  early_starts: EarlyStartsTable;
  charge_early_starts: ChargeEarlyStartsTable;
  provider_events: ProviderEventsTable;
  refunds: RefundsTable;
  disputes: DisputesTable;
  provider_transactions: ProviderTransactionsTable;
  provider_payouts: ProviderPayoutsTable;
  provider_reads: ProviderReadsTable;
  provider_balances: ProviderBalancesTable;
  bank_statements: BankStatementsTable;
  bank_lines: BankLinesTable;
  bank_sums: BankSumsTable;
  bank_staged_lines: BankStagedLinesTable;
  bank_layouts: BankLayoutsTable;
  bank_rules: BankRulesTable;
  tasks: TasksTable;
  money_differences: MoneyDifferencesTable;
  reconciliations: ReconciliationsTable;
  closed_months: ClosedMonthsTable;
  month_closings: MonthClosingsTable;
  manual_entries: ManualEntriesTable;
  closed_balances: ClosedBalancesTable;
  journal_entries: JournalEntriesTable;
  journal_lines: JournalLinesTable;
  ledger_checks: LedgerChecksTable;
  ledger_days: LedgerDaysTable;
  ledger_folding: LedgerFoldingTable;
  ledger_moves: LedgerMovesTable;
  ledger_parties: LedgerPartiesTable;
  ledger_service_folding: LedgerServiceFoldingTable;
  ledger_services: LedgerServicesTable;
  number_series: NumberSeriesTable;
  invoices: InvoicesTable;
  coupons: CouponsTable;
  coupon_sums: CouponSumsTable;
  coupon_uses: CouponUsesTable;
  sales: SalesTable;
  account_discounts: AccountDiscountsTable;
  courtesy_credits: CourtesyCreditsTable;
  referral_links: ReferralLinksTable;
  referrals: ReferralsTable;
  earnings: EarningsTable;
  earning_sums: EarningSumsTable;
  payout_runs: PayoutRunsTable;
  payouts: PayoutsTable;
  payout_items: PayoutItemsTable;
  payout_sums: PayoutSumsTable;
  bank_reports: BankReportsTable;
  rate_imports: RateImportsTable;
  reference_rates: ReferenceRatesTable;
  bank_report_lines: BankReportLinesTable;
  bank_report_words: BankReportWordsTable;
  facts: FactsTable;
  notifications: NotificationsTable;
  notification_reads: NotificationReadsTable;
  mail: MailTable;
  encryption_checks: EncryptionChecksTable;
  mail_events: MailEventsTable;
  mail_suppressions: MailSuppressionsTable;
  mail_reply_addresses: MailReplyAddressesTable;
  inbound_emails: InboundEmailsTable;
  held_emails: HeldEmailsTable;
  file_views: FileViewsTable;
  price_views: PriceViewsTable;
  certificates: CertificatesTable;
  change_decisions: ChangeDecisionsTable;
  kyc_documents: KycDocumentsTable;
  bank_changes: BankChangesTable;
  kyc_files: KycFilesTable;
  kyc_requests: KycRequestsTable;
  kyc_details: KycDetailsTable;
  live_outbox: LiveOutboxTable;
  demo_clock: DemoClockTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  impersonations: ImpersonationsTable;
  import_rows: ImportRowsTable;
  imported_accounts: ImportedAccountsTable;
  auth_account: AuthAccountTable;
  auth_verification: AuthVerificationTable;
  auth_rate_limit: AuthRateLimitTable;
  auth_two_factor: AuthTwoFactorTable;
  auth_passkey: AuthPasskeyTable;
  auth_used_code: AuthUsedCodeTable;
  auth_device: AuthDeviceTable;
  demo_world: DemoWorldTable;
}
