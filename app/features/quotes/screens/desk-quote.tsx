import { PricingContext } from "#app/features/pricing/ui/pricing-context.ts";
import { Textarea } from "@mantine/core";
import { Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { includedWords } from "#app/features/pricing/rules/custom-price.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { FileRow } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { type QuoteDesk, quoteDeskAt } from "../rules/desk.ts";
import { QUOTE_REASON_WORDS } from "../rules/quote-flow.ts";
import { type StaffQuote, readQuote } from "../server/read-quote.ts";
import styles from "../ui/quote.module.css";
import { QuoteStatusBadge } from "../ui/quote-status.tsx";
import { CurrentOffer, OfferHistory } from "./desk-quote/offers.tsx";
import { deskQuoteIntents } from "./desk-quote/intents.ts";
import { ReplyForm } from "./desk-quote/reply-form.tsx";
import type { Route } from "./+types/desk-quote";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Quote request ${loaderData.quote.order.number}` : "Quote request");

export const loader = pageLoader(async ({ actor, params, path }: PageRequest<Route.LoaderArgs>) => ({
  quote: await readQuote(actor, params.quoteId, now()),
  desk: quoteDeskAt(path),
}));

export const action = pageAction<Route.ActionArgs>({ intents: deskQuoteIntents() });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A request for a custom quote as staff answer it. On support's desk and under /admin. */
export default function DeskQuote({ loaderData: { quote, desk }, actionData }: Route.ComponentProps) {
  useLive((event) => event.orderId === quote.order.id);
  const answer = useLastAnswer(actionData);
  const isShownInForm = ["decline", "take_back", "send", "ask"].includes(answer?.form ?? "");
  return (
    <PricingContext value={quote.pricing}>
      <Page width="full">
        <PageTitle
          title={quote.order.title || "Untitled manuscript"}
          back={{ label: "Quote requests", to: desk }}
          status={<QuoteStatusBadge status={quote.status} viewer="staff" />}
          lede={<span className="figures number">{quote.order.number}</span>}
        />
        <NextStep quote={quote} />
        {isShownInForm ? null : <ErrorNote problem={answer?.error} />}
        <DoneNote answer={answer} />
        <Columns
          main={
            <div className={styles.stack}>
              <Request quote={quote} />
              {quote.current ? <CurrentOffer quote={quote} offer={quote.current} answer={answer} /> : null}
              {quote.status === "waiting" && quote.mayReply ? (
                quote.current ? (
                  <details>
                    <summary>Prepare another offer instead</summary>
                    <Reply quote={quote} answer={answer} />
                  </details>
                ) : (
                  <Section title="Make an offer">
                    <Reply quote={quote} answer={answer} />
                  </Section>
                )
              ) : null}
              <OfferHistory offers={quote.offers.filter((f) => f.id !== quote.current?.id)} />
              {quote.status === "waiting" && quote.mayReply ? <Decline quote={quote} answer={answer} /> : null}
            </div>
          }
          side={<Side quote={quote} desk={desk} />}
        />
      </Page>
    </PricingContext>
  );
}

const Reply = ({ quote, answer }: { quote: StaffQuote; answer: FormAnswer | undefined }) => (
  <ReplyForm
    key={`${quote.round}:${quote.current?.id ?? ""}`}
    quote={quote}
    answer={answer?.form === "send" || answer?.form === "ask" ? answer : undefined}
  />
);

function NextStep({ quote }: { quote: StaffQuote }) {
  const { current, status } = quote;
  if (status === "waiting" && !quote.mayReply)
    return (
      <WaitingLine
        turn="others"
        who="Your colleagues"
        waitsFor="This is your own request, so somebody else has to answer it."
      />
    );
  if (status === "waiting" && current?.status === "asking")
    return (
      <WaitingLine
        turn="others"
        who={current.editor}
        waitsFor="An editor was asked to agree to an offer."
        by={quote.dueAt}
        note="We promised the author an answer by then."
      />
    );
  if (status === "waiting" && current?.status === "agreed")
    return (
      <WaitingLine
        turn="you"
        who="Any of our staff"
        waitsFor={`${current.editor} has agreed. Send the offer to the author.`}
        by={quote.dueAt}
        note="We promised the author an answer by then."
      />
    );
  if (status === "waiting")
    return (
      <WaitingLine
        turn="you"
        who="Any of our staff"
        waitsFor={quote.round > 1 ? "The author wants another offer." : "Make an offer, or close the request."}
        by={quote.dueAt}
        note="We promised the author an answer by then."
      />
    );
  if (status === "offered" || status === "accepted")
    return (
      <WaitingLine
        turn="others"
        who={`${quote.client.name}, the author`}
        waitsFor={
          status === "offered" ? "Our offer is with the author." : "The author accepted our offer and has to pay."
        }
        by={current?.expiresAt}
        note="The offer expires then."
      />
    );
  return (
    <WaitingLine
      turn={status === "paid" ? "done" : "stopped"}
      waitsFor={
        {
          paid: "The offer is paid. Everything else is on the order's page.",
          declined: "This request was closed without an offer.",
          withdrawn: "The author withdrew this request.",
          expired: "The author didn't pay the offer in time.",
        }[status]
      }
      note={quote.endReason || null}
    />
  );
}

function Request({ quote }: { quote: StaffQuote }) {
  const c = quote.choices;
  const addOns = [
    ...includedWords({ addOns: c.addOns, estimatePdf: false }, quote.pricing),
    ...(c.addOns.secondReader ? ["second reader"] : []),
  ];
  return (
    <Section title="Request">
      <div className={styles.tight}>
        <p className={styles.quoted}>{quote.requirements}</p>
        <KeyValue
          items={[
            { label: "Reason", value: QUOTE_REASON_WORDS[quote.reason] },
            { label: "Wanted by", value: quote.wantedAt ? <Instant at={quote.wantedAt} deadline /> : "No date given" },
            { label: "Service", value: c.service ? SERVICE_LABELS[c.service] : "Not sure yet" },
            { label: "Add-ons", value: addOns.join(", ") },
            {
              label: "Billable words",
              value: <span className="figures">{quote.sum.billable.toLocaleString("en-US")}</span>,
            },
            { label: "Document", value: c.documentType },
            { label: "Field", value: c.field },
            { label: "English", value: c.variant },
            { label: "Style guide", value: c.styleGuide },
          ]}
        />
        {c.instructions ? (
          <div>
            <p className="eyebrow">Instructions for the editor</p>
            <p className={styles.quoted}>{c.instructions}</p>
          </div>
        ) : null}
      </div>
    </Section>
  );
}

function Side({ quote, desk }: { quote: StaffQuote; desk: QuoteDesk }) {
  const isAdminDesk = desk === "/admin/quotes";
  const { id: orderId } = quote.order;
  return (
    <div className={styles.stack}>
      <Sheet title="Author">
        <p>
          <Link
            to={
              isAdminDesk ? href("/admin/clients/:uid", quote.client) : href("/support-desk/people/:uid", quote.client)
            }
          >
            {quote.client.name}
          </Link>
          <br />
          <a href={`mailto:${quote.client.email}`} className="small">
            {quote.client.email}
          </a>
        </p>
        <p>
          <Link
            to={
              isAdminDesk
                ? href("/admin/orders/:orderId", { orderId })
                : href("/support-desk/orders/:orderId", { orderId })
            }
          >
            Order {quote.order.number}
          </Link>
        </p>
      </Sheet>
      <Sheet title="Files">
        <div className={styles.tight}>
          {quote.files.map((file) => (
            <FileRow
              key={file.id}
              name={file.name}
              format={/\.([a-z0-9]{1,4})$/i.exec(file.name)?.[1] ?? "file"}
              sizeBytes={file.bytes}
              words={file.isReference ? null : file.words}
              href={file.href}
              status={file.isReference ? "Reference file" : null}
            />
          ))}
          <Notice tone="info">Every opening is logged, and the author sees it.</Notice>
        </div>
      </Sheet>
    </div>
  );
}

function Decline({ quote, answer }: { quote: StaffQuote; answer: FormAnswer | undefined }) {
  return (
    <ActionForm
      intent="decline"
      label="Close without an offer"
      submit="Close request"
      pending="Closing"
      stops
      answer={answer}
    >
      {({ problem, typed }) => (
        <Textarea
          name="reason"
          label="Reason"
          description={`${quote.client.name} will see it. Their files and choices stay as a draft.`}
          autosize
          minRows={2}
          maxLength={1_000}
          defaultValue={typed.reason ?? ""}
          error={fieldError(problem, "reason")}
        />
      )}
    </ActionForm>
  );
}
