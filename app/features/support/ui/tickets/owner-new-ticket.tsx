import { NativeSelect, TextInput } from "@mantine/core";
import { Composer } from "#app/features/messages/ui/composer.tsx";
import type { ThreadAnswer } from "#app/features/messages/ui/thread.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { OWNER_CATEGORIES, OWNER_CATEGORY_WORDS } from "../../rules/owner-standing.ts";
import { TICKET_LIMITS } from "../../rules/ticket.ts";
import type { FreshTicket } from "../../server/own/read-own-tickets.ts";
import { HINTS } from "./owner-hints.tsx";
import styles from "./owner-new-ticket.module.css";

export type NewTicketAnswer = NonNullable<ThreadAnswer> & { fields?: Readonly<Record<string, string>> };

/** The new-ticket form. The chosen topic decides which hint appears, with or without script. */
export function NewTicket({
  fresh,
  home,
  answer,
}: {
  fresh: FreshTicket;
  home: string;
  answer: NewTicketAnswer | undefined;
}) {
  const { as, orders } = fresh;
  const typed = (name: "subject" | "category" | "orderId", otherwise: string) => answer?.fields?.[name] ?? otherwise;
  const problem = answer?.error;
  return (
    <Page>
      <PageTitle title="New ticket" back={{ label: "Support", to: home }} />
      <Columns
        main={
          <div className={styles.form}>
            <Sheet>
              <Composer
                label="Your message"
                send="Send message"
                intent="open"
                variant="filled"
                minRows={7}
                keepScroll={false}
                messageKey={fresh.key}
                answer={answer ?? null}
                maxLength={TICKET_LIMITS.message}
                before={
                  <div className={styles.fields}>
                    <div>
                      <NativeSelect
                        id="category"
                        name="category"
                        label="Topic"
                        required
                        defaultValue={typed("category", fresh.category)}
                        error={fieldError(problem, "category")}
                        data={[
                          { value: "", label: "Choose a topic" },
                          ...OWNER_CATEGORIES[as].map((value) => ({ value, label: OWNER_CATEGORY_WORDS[as][value]! })),
                        ]}
                      />
                      <div className={styles.hints} aria-live="polite">
                        {Object.entries(HINTS[as]).map(([category, hint]) => (
                          <div key={category} data-for={category}>
                            <b>{hint.title}</b> {hint.words}
                          </div>
                        ))}
                      </div>
                    </div>
                    {orders.length > 0 ? (
                      <NativeSelect
                        id="orderId"
                        name="orderId"
                        label="Order"
                        description="If your question is about an order, support can see it next to your message."
                        defaultValue={typed("orderId", fresh.orderId)}
                        error={fieldError(problem, "orderId")}
                        data={[
                          { value: "", label: "None" },
                          ...orders.map((o) => ({ value: o.id, label: `${o.number}  ${o.title}` })),
                        ]}
                      />
                    ) : null}
                    <TextInput
                      id="subject"
                      name="subject"
                      label="Subject"
                      maxLength={TICKET_LIMITS.subject}
                      required
                      autoComplete="off"
                      defaultValue={typed("subject", "")}
                      error={fieldError(problem, "subject")}
                    />
                  </div>
                }
              />
            </Sheet>
          </div>
        }
        side={
          <Sheet title="What happens next">
            <ol className={styles.then}>
              <li>
                A real person reads your message. If you send it now, we'll answer by{" "}
                <b>
                  <Instant at={fresh.answerBy} deadline />
                </b>
                .
              </li>
              <li>You'll get an email, and the answer appears on the ticket page.</li>
              <li>You can reply there until it's solved.</li>
            </ol>
            <p className="soft small">{fresh.hours}</p>
          </Sheet>
        }
      />
    </Page>
  );
}
