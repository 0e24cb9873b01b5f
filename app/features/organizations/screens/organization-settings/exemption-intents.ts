import { type FormRequest, intent } from "#app/platform/server/requests/page-frame.ts";
import { decideExemption, endExemption, sendExemption } from "#app/features/tax/server/exemptions.ts";

type Args = { params: { id: string } };
const decided =
  (approve: boolean) =>
  ({ text }: FormRequest<Args>): Parameters<typeof decideExemption>[1] => ({
    exemptionId: text("exemptionId"),
    approve,
    reason: text("reason"),
  });

/** What the forms about an organization's tax certificates do. */
export const exemptionIntents = {
  "send-exemption": async ({ actor, params, form, text }: FormRequest<Args>) => {
    const file = form.get("file");
    await sendExemption(actor, {
      organizationId: params.id,
      place: text("place"),
      certificate: text("certificate"),
      lastDay: text("lastDay"),
      bytes: file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
    });
    return { done: "Sent. We check it, and tell you when it counts." };
  },
  "approve-exemption": intent({
    command: decideExemption,
    input: decided(true),
    done: "Approved. It counts for prices from now on, quotes that are held included.",
  }),
  "decline-exemption": intent({
    command: decideExemption,
    input: decided(false),
    done: "Declined. The organization is told.",
  }),
  "end-exemption": intent({
    command: endExemption,
    input: ({ text }: FormRequest<Args>) => ({ exemptionId: text("exemptionId") }),
    done: "Ended. Orders already paid keep their tax.",
  }),
};
