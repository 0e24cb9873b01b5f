import { Form } from "react-router";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextInput, Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Section, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { DOMAIN_STATE_WORDS, MOST_DOMAINS } from "../../rules/domain.ts";
import type { SpendingLimits } from "../../rules/organization.ts";
import type { DomainOnPage } from "../../server/domains/find-domains.ts";
import { SpendingFields } from "../../ui/limit-fields.tsx";
import styles from "../../ui/organization.module.css";

const TONES = { open: "neutral", asked: "waiting", verified: "done" } as const;

/** The domains of an organization's addresses, how each is proved, and who joins by themselves. */
export function Domains({
  head,
  domains,
  joining,
  ownDomain,
  decidesDomains,
  answer,
}: {
  head: { name: string; currency: string; mayOwn: boolean };
  domains: readonly DomainOnPage[];
  joining: SpendingLimits & { joins: boolean };
  /** The domain of the reader's own verified address. */
  ownDomain: string;
  /** Whether the reader approves domains that wait. */
  decidesDomains: boolean;
  answer: FormAnswer | undefined;
}) {
  if (!head.mayOwn && domains.length === 0) return null;
  const wrong = answer?.form === "joining" && answer.error ? answer : undefined;
  return (
    <Section title="Email domains">
      <div className={styles.fields}>
        {domains.length === 0 ? (
          <EmptyState title="No domains yet" mark="caret">
            Once {head.name} has verified the domain of its email addresses, people with such an address can join
            without an invitation.
          </EmptyState>
        ) : (
          domains.map((one) => (
            <DomainRow
              key={one.id}
              domain={one}
              mayOwn={head.mayOwn}
              isOwnAddress={one.domain === ownDomain}
              decides={decidesDomains}
              answer={answer?.typed?.["domainId"] === one.id ? answer : undefined}
            />
          ))
        )}
        {head.mayOwn && domains.length < MOST_DOMAINS ? (
          <ActionForm intent="add-domain" label="Add a domain" submit="Add domain" pending="Adding" answer={answer}>
            {({ problem, typed }) => (
              <TextInput
                id="domain"
                name="domain"
                label="Domain"
                description="What follows the @ in your addresses, such as example.edu. Subdomains are added separately"
                required
                maxLength={300}
                autoComplete="off"
                spellCheck={false}
                defaultValue={typed["domain"] ?? ""}
                error={fieldError(problem, "domain")}
              />
            )}
          </ActionForm>
        ) : null}
        {head.mayOwn && domains.some((one) => one.state === "verified") ? (
          <Form method="post" className={styles.fields} preventScrollReset noValidate>
            <Sheet>
              <div className={styles.fields}>
                <label>
                  <input
                    type="checkbox"
                    name="joins"
                    defaultChecked={wrong ? wrong.typed?.["joins"] !== undefined : joining.joins}
                  />{" "}
                  People with a verified address at these domains can join as members
                </label>
                <p className={styles.under}>
                  They begin with these limits. With a limit of 0 for a month, a manager approves each of their orders.
                </p>
                <div className={styles.pair}>
                  <SpendingFields
                    id="join"
                    currency={head.currency}
                    now={joining}
                    typed={wrong?.typed ?? {}}
                    problem={wrong?.error}
                  />
                </div>
              </div>
            </Sheet>
            <div>
              <SubmitButton name="intent" value="joining" pending="Saving">
                Save joining
              </SubmitButton>
            </div>
          </Form>
        ) : null}
      </div>
    </Section>
  );
}

function DomainRow({
  domain: { id, domain, state, record, asked, reason, verifiedAt },
  mayOwn,
  isOwnAddress,
  decides,
  answer,
}: {
  domain: DomainOnPage;
  mayOwn: boolean;
  isOwnAddress: boolean;
  decides: boolean;
  answer: FormAnswer | undefined;
}) {
  return (
    <div className={styles.request}>
      <p className={styles.buttons}>
        <b>{domain}</b> <StatusBadge tone={TONES[state]}>{DOMAIN_STATE_WORDS[state]}</StatusBadge>
        {verifiedAt ? (
          <span className="soft">
            since <Instant at={verifiedAt} show="day" />
          </span>
        ) : null}
      </p>
      {state === "open" && reason ? <p>We couldn't approve it: {reason}</p> : null}
      {state !== "verified" && mayOwn ? (
        <div className={styles.fields}>
          <p>Add this TXT record to the domain's DNS, or ask your IT department to, then check it here.</p>
          <KeyValue
            items={[
              { label: "Name", value: <CopyId id={record.host} label="name" /> },
              { label: "Value", value: <CopyId id={record.value} label="value" /> },
            ]}
          />
        </div>
      ) : null}
      {asked && decides ? (
        <>
          <p>
            {asked.by} asked <Instant at={asked.at} />, with the verified address {asked.email}.
          </p>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="domainId" value={id} />
            <SubmitButton name="intent" value="approve-domain" pending="Approving">
              {`Approve ${domain}`}
            </SubmitButton>
          </Form>
          <ActionForm
            intent="decline-domain"
            label="Decline"
            submit="Decline domain"
            pending="Declining"
            stops
            fields={{ domainId: id }}
            answer={answer}
          >
            {({ problem, typed }) => (
              <Textarea
                id={`reason-${id}`}
                name="reason"
                label="Reason (the owner reads it)"
                required
                rows={2}
                maxLength={500}
                defaultValue={typed["reason"] ?? ""}
                error={fieldError(problem, "reason")}
              />
            )}
          </ActionForm>
        </>
      ) : null}
      {mayOwn || (decides && state === "verified") ? (
        <div className={styles.buttons}>
          {mayOwn && state !== "verified" ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="domainId" value={id} />
              <SubmitButton name="intent" value="check-domain" pending="Checking">
                Check record
              </SubmitButton>
            </Form>
          ) : null}
          {mayOwn && state === "open" && isOwnAddress ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="domainId" value={id} />
              <SubmitButton name="intent" value="ask-domain" pending="Asking" variant="default">
                Ask us to approve it
              </SubmitButton>
            </Form>
          ) : null}
          <ConfirmButton
            stops
            title={`Remove ${domain}?`}
            confirm="Remove domain"
            fields={{ intent: "remove-domain", domainId: id }}
            body={<p>Nobody can join with an address there anymore. Members stay.</p>}
          >
            Remove
          </ConfirmButton>
        </div>
      ) : null}
    </div>
  );
}
