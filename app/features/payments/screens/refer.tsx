import { Form } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { FAULT_WORDS, type ReferralState } from "../rules/courtesy/referral.ts";
import { makeReferralLink, readReferrals } from "../server/courtesy/referrals.ts";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/refer";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Refer a colleague");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => ({
  ...(await readReferrals(actor, now())),
  origin: config().origins.app,
}));

export const action = pageAction<Route.ActionArgs>({
  intents: {
    link: intent({ command: makeReferralLink, input: () => ({}), done: "Your link is ready." }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const STATES: Readonly<Record<ReferralState, { words: string; tone: StatusTone }>> = {
  joined: { words: "No order that counts yet", tone: "waiting" },
  earned: { words: "Credit earned", tone: "done" },
  refused: { words: "No credit", tone: "stopped" },
};

const dollars = (cents: number) => formatMoney(cents, CURRENCY);

/** A client's link for colleagues, and what came of it. */
export default function Refer({ loaderData, actionData }: Route.ComponentProps) {
  const { terms, whyNoLink, code, joined, by, origin } = loaderData;
  const answer = useLastAnswer(actionData);
  useLive((event) => /^(referral|courtesy)\./.test(event.kind));
  if (whyNoLink !== null)
    return (
      <Page width="reading">
        <PageTitle title="Refer a colleague" />
        <Notice tone="info" title="You have no link">
          {whyNoLink}
        </Notice>
      </Page>
    );
  return (
    <Page width="reading">
      <PageTitle
        title="Refer a colleague"
        lede={
          terms.isOn
            ? `You get ${dollars(terms.referrerMinor)} of courtesy credit for a colleague who's new here, and they get ${dollars(terms.friendMinor)}.`
            : "We don't take new referrals at the moment."
        }
      />
      <DoneNote answer={answer} />
      <ErrorNote problem={answer?.error} />
      {code ? (
        <TextInput
          label="Your link"
          description="Send it to a colleague. They join with it once they have an account."
          readOnly
          value={`${origin}/order/invited/${code}`}
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : terms.isOn ? (
        <Form method="post" preventScrollReset>
          <SubmitButton name="intent" value="link" pending="Making your link">
            Get your link
          </SubmitButton>
        </Form>
      ) : null}
      <Section title="When you get it">
        <p>
          Once their first order of at least {dollars(terms.leastOrderMinor)} is accepted and its revision window is
          over. They have to pay for it themselves, by card. It doesn&apos;t count if they use your card, your address,
          or a device that you&apos;ve signed in on. At most {terms.mostPerYear} people a year can join with your link.
        </p>
      </Section>
      {by ? (
        <Notice tone="info" title="You joined with a colleague's link">
          {by.state === "joined"
            ? "You get your credit once your own first order counts."
            : by.why
              ? `There's no credit for it. ${FAULT_WORDS[by.why]}`
              : "You've got your credit."}
        </Notice>
      ) : null}
      <Section title="Who joined">
        {joined.length === 0 ? (
          <p className="soft">Nobody has joined with your link yet. You&apos;ll see them here, without their names.</p>
        ) : (
          <ul className={styles.credits}>
            {joined.map(({ id, state, why, joinedAt, decidedAt }) => (
              <li key={id}>
                <StatusBadge tone={STATES[state].tone}>{STATES[state].words}</StatusBadge> Joined{" "}
                <Instant at={joinedAt} show="day" />
                {decidedAt ? (
                  <>
                    , decided <Instant at={decidedAt} show="day" />
                  </>
                ) : null}
                {why ? <small>{FAULT_WORDS[why]}</small> : null}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  );
}
