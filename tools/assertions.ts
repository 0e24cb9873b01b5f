/**
 * What screens, emails, and documents say as a fact about somebody's file, money, or order, with the test of what
 * measures it. A sentence that is no longer said, or a test that's gone, fails the check.
 */
const said = (says: string, file: string, test: [file: string, name: string]) => ({
  says,
  in: `app/features/${file}`,
  test: { file: `app/features/${test[0]}.test.ts`, test: test[1] },
});

export const ASSERTIONS: readonly { says: string; in: string; test: { file: string; test: string } }[] = [
  // Single sign-on
  said("We store it encrypted and never show it", "organizations/screens/organization-sign-in/provider-forms.tsx", [
    "organizations/server/single-sign-on/single-sign-on",
    "keeps the client secret encrypted, and forgets it when the organization closes",
  ]),
  said("Owners keep their other ways to sign in", "organizations/screens/organization-sign-in.tsx", [
    "organizations/server/single-sign-on/single-sign-on",
    "required: members can't use a password, owners can, and joining takes a proof",
  ]),
  // University policies
  said("services that it rules out can't", "marketing/screens/integrity.tsx", [
    "orders/server/policy/policy",
    "is refused for what the policy rules out, with the reason at the field",
  ]),
  said("your order keeps the", "marketing/screens/integrity.tsx", [
    "orders/server/policy/policy",
    "keeps its version, and a draft follows the newest one",
  ]),
  said("We read the whole page on", "marketing/screens/policy-profile.tsx", [
    "backoffice/server/policy-profiles/profiles",
    "takes two people and a page that was read, and students are offered it at once",
  ]),
  said("We keep the name and the time with your order", "orders/screens/order-form/policy-choice.tsx", [
    "orders/server/policy/policy",
    "asks for the supervisor's consent where the policy does, and keeps it as evidence",
  ]),
  // The gate, for each format
  said("Every edit is tracked.", "orders/rules/work/edit-formats.ts", [
    "documents/rules/gate/gate-surface",
    "finds every planted fault, says what it is, and refuses changed content",
  ]),
  said("With its changes rejected, the copy matches the manuscript", "orders/rules/work/edit-formats.ts", [
    "documents/rules/gate/gate-surface",
    "passes the document itself, and copies with tracked edits and save noise",
  ]),
  said(
    "Changed formulas, citations, labels, commands, and files are listed below",
    "orders/rules/work/edit-formats.ts",
    [
      "documents/rules/gate/latex/gate-latex",
      "lists changed formulas, citations, labels, numbers, code, and commands, with their sections",
    ],
  ),
  said("We found no changes in the pages.", "orders/rules/work/edit-formats.ts", [
    "documents/server/pdf/gate-pdf",
    "passes if only annotations were added, and lists them with page, kind, author, words, and comment",
  ]),
  said("We can't compare this copy with the manuscript.", "orders/rules/work/edit-formats.ts", [
    "orders/server/work/formats",
    "a format that can't be compared is reviewed, and nothing else is said of it",
  ]),
  said("we found no changed", "orders/ui/delivery/finding-sheet.tsx", [
    "documents/rules/gate/gate-findings",
    "lists exactly the numbers that were edited",
  ]),
  said("Your own tracked changes", "orders/ui/delivery/finding-sheet.tsx", [
    "documents/rules/gate/pending-changes",
    "pass as they are, and show each change that was accepted or rejected",
  ]),
  // The certificate
  said("Every change to the text was tracked.", "certificates/rules/statement.ts", [
    "documents/rules/gate/gate",
    "passes when every edit is tracked, and counts them",
  ]),
  said("This certificate is genuine and valid.", "certificates/screens/verify-certificate.tsx", [
    "certificates/server/certificates",
    "of an earlier delivery is superseded when a revision gets its own",
  ]),
  // Money
  said("and they haven't reported progress.", "payments/rules/refund-table.ts", [
    "payments/rules/refund",
    "the share done names what measured it",
  ]),
  said("for this order after you opened the page.", "payments/server/refunds/check-refunds-seen.ts", [
    "payments/server/refunds/refund-decisions",
    "the second one learns who did and confirms again",
  ]),
  said("is on hold until the author's bank decides on a dispute.", "payouts/rules/cutoff.ts", [
    "payouts/rules/cutoff",
    "names the disputes that hold earnings back, and pays the others",
  ]),
  said("Your bank gets the name", "payouts/screens/editor-payouts/bank-details.tsx", [
    "payouts/rules/pain001",
    "unspellable",
  ]),
  said("Every payment and refund is in the ledger, to the cent.", "backoffice/screens/admin-home.tsx", [
    "backoffice/server/money/finance",
    "the overview counts to-do items and matches the ledger",
  ]),
  // What is waiting
  said("You're all caught up", "backoffice/screens/admin-home.tsx", [
    "backoffice/server/policy/policy",
    "a proposal is on the to-do list of the admins who may approve it, and of nobody else",
  ]),
  said("Your order is late, and we're sorry.", "orders/rules/waiting/waiting.ts", [
    "orders/rules/work/client-decision",
    "a very late order asks its author to wait or take a refund, until they choose to wait or it's delivered",
  ]),
];
