import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";

/** What operators can be alerted to, and what each alert says about itself. */
export const ALERTS = {
  "alert.first_order": "The first order that's ever paid",
  "alert.no_editor": "A paid order still has no editor after much of its matching time",
  "alert.dispute": "A payment is disputed",
  "alert.job_failed": "Background work failed for good and needs a person",
  "alert.difference": "The provider, the ledger, and the bank disagree",
  "alert.low_capacity": "Editors of a subfield have less time next week than authors ordered last week",
} as const;
export type AlertType = keyof typeof ALERTS;
export const ALERT_TYPES = Object.keys(ALERTS) as [AlertType, ...AlertType[]];

/** How a webhook's messages look. `events` are for programs, the others are alerts for people. */
export const WEBHOOK_FORMATS = ["events", "slack", "teams", "email"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];
export const ALERT_FORMATS = ["slack", "teams", "email"] as const;
export type AlertFormat = (typeof ALERT_FORMATS)[number];
export const ALERT_FORMAT_WORDS: Readonly<Record<AlertFormat, string>> = {
  slack: "Slack",
  teams: "Microsoft Teams",
  email: "Email",
};

/** The address of an alert by email. The message goes to the address of its owner's account at that time. */
export const OWN_EMAIL = "mailto:own-address";

/** Whether somebody gets alerts: decided when a channel is made, and again before each alert is sent. */
export const mayHaveAlerts = (actor: Actor): actor is Person => may(actor, "operations");

/** An alert in words. `path` is its page in the app. */
export type Alert = { title: string; text: string; path: string };

/**
 * How long an alert waits because its reader doesn't want any now, in milliseconds; 0 outside quiet hours.
 * @param hours local hours from 0 to 23; the same twice, or null, is no quiet time
 */
export function quietMs(
  hours: { quietFrom: number | null; quietTo: number | null },
  at: Date,
  timeZone: string,
): number {
  const { quietFrom, quietTo } = hours;
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return 0;
  const [hour, minute] = wallClock(at, timeZone).slice(11, 16).split(":").map(Number) as [number, number];
  const isQuiet = quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
  if (!isQuiet) return 0;
  return ((quietTo - hour + 24) % 24) * HOUR - minute * MINUTE;
}

/** "10 PM", "12 AM". */
export const hourWords = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "AM" : "PM"}`;

/** An alert as Slack's incoming webhooks take it. The text is what notifications show. */
export const slackMessage = ({ title, text }: Alert, url: string, from: string) => ({
  text: `${title}: ${text}`,
  blocks: [
    { type: "header", text: { type: "plain_text", text: title.slice(0, 150) } },
    { type: "section", text: { type: "plain_text", text: text.slice(0, 3_000) } },
    {
      type: "actions",
      elements: [{ type: "button", text: { type: "plain_text", text: `Open ${from}`.slice(0, 75) }, url }],
    },
  ],
});

/** The same as Teams's workflows take it: an adaptive card in a message. */
export const teamsMessage = ({ title, text }: Alert, url: string, from: string) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: [
          { type: "TextBlock", size: "Medium", weight: "Bolder", text: title, wrap: true },
          { type: "TextBlock", text, wrap: true },
        ],
        actions: [{ type: "Action.OpenUrl", title: `Open ${from}`, url }],
      },
    },
  ],
});
