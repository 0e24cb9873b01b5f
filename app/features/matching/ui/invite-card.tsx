import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Form, useFetcher, useNavigate, useRevalidator, href } from "react-router";
import { AskError } from "#app/platform/browser/core/ask.ts";
import { call } from "#app/platform/browser/core/call.ts";
import { useTimeZone, useNow } from "#app/platform/browser/core/now.ts";
import { useSite } from "#app/platform/browser/core/session.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { HOUR, formatDuration } from "#app/platform/rules/core/time.ts";
import { PACE_ORDERS } from "#app/features/orders/rules/work/work-time.ts";
import {
  SERVICE_LABELS,
  TURNAROUND_LABELS,
  type Service,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import {
  DOCUMENT_TYPE_LABELS,
  ENGLISH_VARIANT_LABELS,
  STYLE_GUIDE_LABELS,
  type DocumentType,
  type EnglishVariant,
  type StyleGuide,
  subfieldLabel,
} from "#app/features/pricing/rules/taxonomy.ts";
import type { RuleLine } from "#app/features/policy-profiles/rules/profile.ts";
import { RuleLines } from "#app/features/policy-profiles/ui/rule-lines.tsx";
import { Countdown, Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, type ShownProblem } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { InviteCard as Card } from "../server/list-invites.ts";
import styles from "./invite-card.module.css";

/** Results of the invites page's forms. `about` is the card. */
export type InviteAnswer = { about?: string; error?: ShownProblem; sample?: string; done?: string };

const words = new Intl.NumberFormat("en-US");

/**
 * An invite: pay, time to answer, deadline, contents, and accept or decline.
 * @param answer the last result, if it was about this card
 * @param beneath whether a section heading is above the cards
 */
export function InviteCard({
  card,
  answer,
  beneath = false,
  keys = false,
}: {
  card: Card;
  answer: InviteAnswer | undefined;
  beneath?: boolean;
  /** Whether the page's keys are for this card. */
  keys?: boolean;
}) {
  const Heading = beneath ? "h3" : "h2";
  const pay = formatMoney(card.payMinor, card.currency);
  const perThousand =
    card.words > 0 ? formatMoney(Math.round((card.payMinor * 1_000) / card.words), card.currency) : null;
  const heading = `invite-${card.key}`;
  const taking = useTaking(card);
  return (
    <article className={styles.card} aria-labelledby={heading}>
      <header className={styles.head}>
        <div className={styles.pay}>
          <p className={`${styles.amount} figures`}>{pay}</p>
          <Pace card={card} />
          {perThousand ? (
            <p className={styles.soft}>
              <span className="figures">{perThousand}</span> per 1,000 words
            </p>
          ) : null}
        </div>
        <div className={styles.what}>
          <Heading id={heading}>
            {label(SERVICE_LABELS, card.service as Service)},{" "}
            <span className="figures">{words.format(card.words)}</span> words
          </Heading>
          <p className={styles.soft}>
            {subfieldLabel(card.field)} · {card.number}
          </p>
        </div>
        {card.expiresAt ? (
          <p className={styles.left}>
            <span className={styles.soft}>Expires in</span>
            <b>
              <Countdown to={card.expiresAt} late="over" />
            </b>
          </p>
        ) : (
          <p className={styles.left}>
            <span className={styles.soft}>Open pool</span>
            <b>First to accept</b>
          </p>
        )}
      </header>
      <div className={styles.body}>
        <KeyValue
          items={[
            { label: "Your deadline", value: <Deadline at={card.editorDueAt} /> },
            card.revision
              ? { label: "Work", value: "A revision of another editor's delivery" }
              : card.doneWords > 0
                ? {
                    label: "Already edited",
                    value: `${words.format(card.doneWords)} of ${words.format(card.words)} words. Your pay is for the rest.`,
                  }
                : null,
            card.letterWords === null
              ? null
              : {
                  label: "Response to reviewers",
                  value: `Reply letter of ${words.format(card.letterWords)} words, included in your pay`,
                },
            { label: "Files", value: filesLine(card) },
            { label: "Extras", value: card.extras.length > 0 ? card.extras.join("; ") : null },
            { label: "Turnaround", value: label(TURNAROUND_LABELS, card.turnaround as Turnaround) },
            { label: "Document", value: label(DOCUMENT_TYPE_LABELS, card.documentType as DocumentType) },
            { label: "English", value: label(ENGLISH_VARIANT_LABELS, card.variant as EnglishVariant) },
            { label: "Style guide", value: label(STYLE_GUIDE_LABELS, card.styleGuide as StyleGuide) },
          ]}
        />
        <Sections sections={card.sections} />
      </div>
      {card.rule ? <Rule lines={card.rule} /> : null}
      <section className={styles.rule} aria-label="Instructions">
        <p className="eyebrow">Instructions</p>
        <Instructions card={card} />
      </section>
      {card.sampleOffered && card.inviteId ? <Sample card={card} answer={answer} keys={keys} /> : null}
      {answer?.error && !answer.sample ? (
        <div className={styles.problem}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      {taking.problem ? (
        <div className={styles.problem}>
          <ErrorNote problem={taking.problem} />
        </div>
      ) : null}
      <Form
        method="post"
        preventScrollReset
        className={styles.answers}
        aria-label={`Answer invite ${card.number}`}
        onSubmit={taking.onSubmit}
      >
        <SubmitButton
          {...(card.inviteId ? { name: "accept", value: card.inviteId } : { name: "take", value: card.orderId })}
          pending="Accepting"
          busy={taking.busy}
          {...(keys ? { "data-accept": "" } : {})}
        >{`Accept for ${pay}`}</SubmitButton>
        {card.inviteId ? (
          <SubmitButton
            name="decline"
            value={card.inviteId}
            variant="default"
            pending="Declining"
            {...(keys ? { "data-page-key": "d" } : {})}
          >
            Decline
          </SubmitButton>
        ) : null}
      </Form>
    </article>
  );
}

/** With script, accepting uses a call that responds right away; without, the form. */
function useTaking(card: Card) {
  const { integrity } = useSite();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ShownProblem | null>(null);
  const take = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { orderId } = await call<{ orderId: string }>(
        "acceptInvite",
        card.inviteId ? { inviteId: card.inviteId } : { orderId: card.orderId },
        integrity,
      );
      await navigate(href("/editor/orders/:orderId", { orderId }));
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblem({ message: error.message, advice: error.advice });
      // Someone else accepted; the list says so too.
      if (error.status === 409) void revalidate();
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    if (pressed?.getAttribute("name") === "decline") return;
    event.preventDefault();
    if (!busy) void take();
  };
  return { busy, problem, onSubmit };
}

const label = <K extends string>(labels: Readonly<Record<K, string>>, key: K): string => labels[key] ?? key;

const FORMAT: Record<Card["files"][number]["format"], string> = {
  docx: "Word",
  doc: "Word 2003 or older",
  odt: "OpenDocument",
  rtf: "RTF",
  txt: "plain text",
  md: "Markdown",
  pdf: "PDF, edited as annotations",
  tex: "LaTeX",
  "tex-zip": "LaTeX project",
};

/** "2 files: Word with 14 tracked changes, LaTeX; 1 file for reference" */
function filesLine({ files, referenceFiles }: Card): string {
  const edited = files.map(({ format, trackedChanges, comments }) => {
    const has = [
      trackedChanges > 0 ? count(trackedChanges, "tracked change") : "",
      comments > 0 ? count(comments, "comment") : "",
    ].filter(Boolean);
    return `${FORMAT[format]}${has.length > 0 ? ` with ${joinWords(has)}` : ""}`;
  });
  const several = files.length === 1 ? "" : `${files.length} files: `;
  const more = referenceFiles > 0 ? `; ${count(referenceFiles, "file")} for reference` : "";
  return `${several}${edited.join(", ")}${more}`;
}

/** How long the work takes and what an hour of it pays, at the editor's own pace as far as it's measured. */
function Pace({ card: { payMinor, currency, hours, ownPace } }: { card: Card }) {
  if (hours === null || hours <= 0) return null;
  const shown = ownPace ? formatDuration(hours * HOUR) : `${roughly(hours)} h`;
  const hourly = formatMoney(Math.round(payMinor / hours), currency);
  return (
    <p className={styles.soft}>
      About <span className="figures">{shown}</span> at {ownPace ? "your" : "the usual"} pace,{" "}
      <b className="figures">{hourly}/h</b>
      {ownPace ? null : (
        <>
          <br />
          Your pace appears after {PACE_ORDERS.fewest} orders that you time.
        </>
      )}
    </p>
  );
}

/** The usual pace is an estimate, so it's rounded to half hours. */
const roughly = (hours: number): number => (hours < 10 ? Math.max(0.5, Math.round(hours * 2) / 2) : Math.round(hours));

/** An invite in one line, which opens. */
export const FoldedInvite = ({ card, answer }: { card: Card; answer: InviteAnswer | undefined }) => (
  <details className={styles.folded} open={answer !== undefined || undefined}>
    <summary>
      <b className="figures">{formatMoney(card.payMinor, card.currency)}</b>
      <span>
        {label(SERVICE_LABELS, card.service as Service)}, {count(card.words, "word")}, {subfieldLabel(card.field)}
      </span>
      <span className={`${styles.soft} figures`}>{card.number}</span>
      <span className={styles.soft}>
        due <Instant at={card.editorDueAt} />
      </span>
      <span className={styles.soft}>
        {card.expiresAt ? (
          <>
            expires in <Countdown to={card.expiresAt} late="over" />
          </>
        ) : (
          "first to accept"
        )}
      </span>
    </summary>
    <InviteCard card={card} answer={answer} beneath />
  </details>
);

function Instructions({ card: { instructions, instructionWords } }: { card: Card }) {
  if (instructionWords === 0) return <p className={styles.soft}>The author gave no instructions.</p>;
  const length = count(instructionWords, "word");
  return instructions === null ? (
    <p className={styles.soft}>The author gave instructions ({length}). You see them once you've accepted the order.</p>
  ) : (
    <p className={styles.instructions}>{instructions}</p>
  );
}

function Deadline({ at }: { at: Date }) {
  const zone = useTimeZone();
  const left = at.getTime() - useNow(30_000).getTime();
  return (
    <>
      <b>
        <Instant at={at} />
      </b>
      <span className={styles.under}>
        {zone.replaceAll("_", " ")} time
        {left > 0 ? (
          <>
            , <span className="figures">{formatDuration(left)}</span> from now
          </>
        ) : null}
      </span>
    </>
  );
}

function Sections({ sections }: { sections: Card["sections"] }) {
  if (sections.length === 0) return null;
  return (
    <table className={styles.sections}>
      <caption className="unseen">Words by section</caption>
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col">Words</th>
        </tr>
      </thead>
      <tbody>
        {sections.map((s, i) => (
          <tr key={`${i}${s.title}`}>
            <th scope="row">{s.title}</th>
            <td className="figures">{words.format(s.words)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The sample is requested by POST because each view is logged; it then stays in the card. */
/** What the author's university lets an editor change. */
const Rule = ({ lines }: { lines: readonly RuleLine[] }) => (
  <section className={styles.rule} aria-label="University policy">
    <p className={styles.soft}>The author's university has a policy on editing:</p>
    <RuleLines lines={lines} />
  </section>
);

function Sample({ card, answer, keys }: { card: Card; answer: InviteAnswer | undefined; keys: boolean }) {
  const fetcher = useFetcher<InviteAnswer>();
  // Without script, the page itself responds.
  const said = fetcher.data ?? (answer?.sample ? answer : undefined);
  if (said?.sample)
    return (
      <figure className={styles.sample}>
        <figcaption>A sample of the body. It's confidential, and every view is logged.</figcaption>
        <blockquote className="reading">{said.sample}</blockquote>
      </figure>
    );
  return (
    <div className={styles.ask}>
      <fetcher.Form method="post">
        <input type="hidden" name="sample" value={card.inviteId ?? ""} />
        <Button
          type="submit"
          variant="subtle"
          size="compact-md"
          aria-disabled={fetcher.state !== "idle" || undefined}
          {...(keys ? { "data-page-key": "s" } : {})}
        >
          {fetcher.state === "idle" ? "Show sample" : "Loading sample…"}
        </Button>
      </fetcher.Form>
      {said?.error ? (
        <ErrorNote problem={said.error} />
      ) : (
        <span className={styles.soft}>Confidential. Every view is logged.</span>
      )}
    </div>
  );
}
