import { type FormRequest, intent } from "#app/platform/server/requests/page-frame.ts";
import { addDomain, askForDomain, checkDomain, decideDomain, removeDomain } from "../../server/domains/claim-domain.ts";
import { saveJoining } from "../../server/domains/join-by-domain.ts";

type Args = { params: { id: string } };
const domainIn = ({ params, text }: FormRequest<Args>) => ({ organizationId: params.id, domainId: text("domainId") });
const decided =
  (approve: boolean) =>
  (asked: FormRequest<Args>): Parameters<typeof decideDomain>[1] => ({
    ...domainIn(asked),
    approve,
    reason: asked.text("reason"),
  });

/** What the forms about an organization's domains do. */
export const domainIntents = {
  "add-domain": intent({
    command: addDomain,
    input: ({ params, text }: FormRequest<Args>) => ({ organizationId: params.id, domain: text("domain") }),
    done: ({ domain }) => `${domain} added. Prove it to let people join.`,
  }),
  "check-domain": intent({
    command: checkDomain,
    input: domainIn,
    done: ({ domain }) => `${domain} is verified.`,
  }),
  "ask-domain": intent({ command: askForDomain, input: domainIn, done: "Approval requested. We'll tell you." }),
  "approve-domain": intent({ command: decideDomain, input: decided(true), done: "Domain approved." }),
  "decline-domain": intent({ command: decideDomain, input: decided(false), done: "Domain declined." }),
  "remove-domain": intent({ command: removeDomain, input: domainIn, done: "Domain removed. Members stay." }),
  joining: intent({
    command: saveJoining,
    input: ({ params, form, text }: FormRequest<Args>) => ({
      organizationId: params.id,
      joins: form.has("joins"),
      month: text("month"),
      order: text("order"),
    }),
    done: "Saved. It applies to people who join from now on.",
  }),
};
