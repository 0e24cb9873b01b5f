import { earnAvailable, earnPartDone, earnPending, reduceEarning } from "#app/features/payouts/server/earn-order.ts";
import { goOnMatching, searchAgain, withdrawInvites } from "#app/features/matching/server/follow-orders.ts";
import { notify as tell } from "#app/features/notifications/server/notify.ts";
import { finishSubmission } from "#app/features/orders/server/finish-submission.ts";
import { closeOpenCheckout } from "#app/features/payments/server/close-checkout.ts";
import { compensateLateness } from "#app/features/payments/server/compensate-lateness.ts";
import { recogniseRevenue } from "#app/features/payments/server/recognise-revenue.ts";
import type { FactKind } from "#app/platform/rules/fact.ts";
import type { Reaction, ReactionTable } from "#app/platform/server/facts.ts";

// MAP 3: every fact -> what follows from it. Each name is a job of its own: done once, again until it succeeds.
// A kind without an entry does not compile. Who is told of a fact stands in features/notifications/rules/notices.ts.
const notify: Record<string, Reaction> = { notify: tell };

export const reactions: ReactionTable = {
  "account.opened": { ...notify },
  "account.verified": { ...notify },
  "order.quoted": { ...notify },
  "order.reopened": { ...notify, closeOpenCheckout },
  "order.expired": { ...notify, closeOpenCheckout },
  "order.withdrawn": { ...notify, closeOpenCheckout },
  "order.paid": { ...notify, goOnMatching },
  "order.assigned": { ...notify, withdrawInvites },
  "order.started": { ...notify },
  "order.released": { ...notify, searchAgain },
  "order.progress": { ...notify },
  "order.paused": { ...notify },
  "order.resumed": { ...notify },
  "order.gate_stopped": { ...notify },
  "order.submitted": { ...notify, finishSubmission },
  "order.sent_to_qa": { ...notify },
  "order.changes_required": { ...notify },
  "order.delivered": { ...notify, compensateLateness, earnPending },
  "order.accepted": { ...notify, earnAvailable, recogniseRevenue },
  "order.accept_reminder": { ...notify },
  "order.revision_requested": { ...notify },
  "order.revision_started": { ...notify },
  "order.rated": { ...notify },
  "order.cancelled": { ...notify, earnPartDone, withdrawInvites },
  "order.refunded": { ...notify, withdrawInvites },
  "order.compensated": { ...notify, reduceEarning },
  "order.closed": { ...notify },
  "order.held": { ...notify, withdrawInvites },
  "order.unheld": { ...notify, goOnMatching },
  "order.unstarted": { ...notify },
  "order.idle": { ...notify },
  "order.unsubmitted": { ...notify },
  "order.overdue": { ...notify },
  "order.date_moved": { ...notify, goOnMatching },
  "message.posted": { ...notify },
  "query.asked": { ...notify },
  "query.answered": { ...notify },
  "query.reminded": { ...notify },
  "invite.sent": { ...notify },
  "invite.accepted": { ...notify },
  "invite.declined": { ...notify, goOnMatching },
  "invite.expired": { ...notify, goOnMatching },
  "invite.lost": { ...notify },
  "matching.support_told": { ...notify },
  "matching.client_offered": { ...notify },
  "payment.started": { ...notify },
  "payment.failed": { ...notify },
  "payment.succeeded": { ...notify },
  "payment.surplus": { ...notify },
  "refund.requested": { ...notify },
  "refund.succeeded": { ...notify },
  "refund.failed": { ...notify },
  "invoice.issued": { ...notify },
  "earning.pending": { ...notify },
  "earning.available": { ...notify },
  "earning.reversed": { ...notify },
  "payout_run.prepared": { ...notify },
  "payout_run.approved": { ...notify },
  "payout_run.sent": { ...notify },
  "payout_run.settled": { ...notify },
  "payout_run.cancelled": { ...notify },
  "payout.paid": { ...notify },
  "bank.changed": { ...notify },
  "bank.confirmed": { ...notify },
} satisfies Record<FactKind, Record<string, Reaction>>;
