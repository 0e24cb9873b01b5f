import { announceSuppression } from "#app/features/emails/server/announce-suppression.ts";
import { CHECK_JOB, checkFile } from "#app/features/orders/server/check/check-file.ts";
import { COUNT_JOB } from "#app/features/orders/server/uploads/attach-file.ts";
import { countFile } from "#app/features/orders/server/uploads/count-file.ts";
import { WEBHOOK_JOB, deliverEvent } from "#app/features/integrations/server/webhooks/deliver-event.ts";
import { PUSH_JOB, sendPush } from "#app/features/notifications/server/push/send-push.ts";
import { applyEvent } from "#app/features/payments/server/provider/apply-event.ts";
import { ANSWER_DISPUTE_JOB, answerDispute } from "#app/features/payments/server/disputes/send-evidence.ts";
import { PROVIDER_EVENT_JOB } from "#app/features/payments/server/provider/receive-event.ts";
import { SEND_RETURN_JOB, sendReturn } from "#app/features/payments/server/deposits/return-deposits.ts";
import { SEND_REFUND_JOB } from "#app/features/payments/server/refunds/request-refund.ts";
import { sendRefund } from "#app/features/payments/server/refunds/send-refund.ts";
import { REFUND_TEST_JOB, refundTestPayment } from "#app/features/payments/server/checkout/test-payment.ts";
import { ERASE_JOB } from "#app/features/privacy/server/decide-erasure.ts";
import { erasePerson } from "#app/features/privacy/server/erase-person.ts";
import { makeExport } from "#app/features/privacy/server/make-export.ts";
import { EXPORT_JOB } from "#app/features/privacy/server/request-export.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { REACTION_JOB, runReactionJob } from "#app/platform/server/core/facts.ts";
import type { JobKind } from "#app/platform/server/core/jobs.ts";
import { log } from "#app/platform/server/core/log.ts";
import { SUPPRESSED_JOB } from "#app/platform/server/mail/mail-events.ts";
import { MAIL_JOB, sendMail } from "#app/platform/server/mail/mail.ts";
import { TASK_JOB, runTask } from "#app/platform/server/core/tasks.ts";
import { LONG_TASKS } from "./long-tasks.ts";
import { schedule } from "./schedule.ts";

/** Runs every clock rule for the instant `at`. */
export async function runClock(at: Date): Promise<void> {
  for (const [name, rule] of Object.entries(schedule)) {
    try {
      await rule(at);
    } catch (error) {
      log.error("clock rule failed", error, { rule: name });
    }
  }
}

/** Every kind of job. */
export const JOBS: readonly JobKind[] = [
  { name: REACTION_JOB, run: runReactionJob },
  { name: MAIL_JOB, run: sendMail, retries: 12 },
  { name: SUPPRESSED_JOB, run: (data) => announceSuppression(String(data.suppressionId)) },
  {
    name: PUSH_JOB,
    run: (data) =>
      sendPush(String(data.subscriptionId), typeof data.notificationId === "string" ? data.notificationId : null),
  },
  { name: COUNT_JOB, run: async (data) => void (await countFile(String(data.fileId))) },
  { name: CHECK_JOB, run: (data) => checkFile(String(data.fileId)) },
  { name: PROVIDER_EVENT_JOB, run: (data) => applyEvent(String(data.eventId)) },
  { name: SEND_RETURN_JOB, run: (data) => sendReturn(String(data.returnId)), retries: 12 },
  { name: SEND_REFUND_JOB, run: (data) => sendRefund(String(data.refundId)), retries: 12 },
  { name: ANSWER_DISPUTE_JOB, run: (data) => answerDispute(String(data.disputeId)), retries: 12 },
  { name: REFUND_TEST_JOB, run: (data) => refundTestPayment(String(data.testPaymentId)), retries: 12 },
  { name: WEBHOOK_JOB, run: (data) => deliverEvent(String(data.deliveryId), Number(data.attempt)) },
  { name: EXPORT_JOB, run: (data) => makeExport(String(data.requestId)) },
  { name: ERASE_JOB, run: (data) => erasePerson(String(data.requestId)) },
  { name: TASK_JOB, run: (data) => runTask(LONG_TASKS, String(data.taskId)) },
  { name: "clock", run: () => runClock(now()), retries: 0, everyMinute: true },
];
