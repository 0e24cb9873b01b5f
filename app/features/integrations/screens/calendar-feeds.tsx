import { Form } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { FEEDS, FEED_KINDS, mayHaveFeed } from "../rules/calendar-feed.ts";
import { listFeeds, makeFeed, removeFeed } from "../server/calendar/feeds.ts";
import styles from "../ui/integrations.module.css";
import type { Route } from "./+types/calendar-feeds";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Calendar links");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  const uid = uidOf(actor);
  if (uid === null) throw refused("Sign in to see your calendars.");
  const made = await listFeeds(uid);
  return {
    feeds: FEED_KINDS.filter((kind) => mayHaveFeed(actor, kind)).map((kind) => ({
      kind,
      link: made.find((one) => one.kind === kind) ?? null,
    })),
  };
});

const byKind = ({ text }: { text: (name: string) => string }) => ({ kind: text("kind") });

export const action = pageAction<Route.ActionArgs>({
  intents: {
    make: intent({ command: makeFeed, input: byKind, done: "Link created." }),
    remove: intent({ command: removeFeed, input: byKind, done: "Link removed. Calendars that use it stop updating." }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Links with which somebody's calendar program shows due dates. */
export default function CalendarFeeds({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <Page width="reading">
      <PageTitle title="Calendar links" lede="See due dates in Google Calendar, Outlook, or Apple Calendar." />
      <DoneNote answer={answer} />
      <ErrorNote problem={answer?.error} />
      {loaderData.feeds.map(({ kind, link }) => (
        <Section key={kind} title={FEEDS[kind].title} id={kind}>
          <p className={styles.what}>{FEEDS[kind].says}</p>
          {link ? (
            <>
              <p className={styles.secret}>
                <CopyId id={link.url} label="link" />
              </p>
              <p className={styles.what}>
                Add this link to your calendar as a subscription (“From URL”). Anyone who has it can see these dates.{" "}
                {link.lastReadAt ? (
                  <>
                    Last read <Instant at={link.lastReadAt} />.
                  </>
                ) : (
                  "Not read yet."
                )}
              </p>
              <ConfirmButton
                size="xs"
                variant="default"
                title="Remove this link?"
                body="Calendars that use it stop updating. You can create a new link afterward."
                confirm="Remove link"
                fields={{ intent: "remove", kind }}
                stops
              >
                Remove link
              </ConfirmButton>
            </>
          ) : (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="kind" value={kind} />
              <SubmitButton name="intent" value="make" variant="default" pending="Creating">
                Create link
              </SubmitButton>
            </Form>
          )}
        </Section>
      ))}
    </Page>
  );
}
