import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { FEEDS } from "./calendar-feed.ts";
import type {} from "./facts.ts";

export const integrationsFactWords = {
  "api_key.created": {
    audit: { title: "API key created", detail: (f) => [f.data.of ?? null, f.data.name, f.data.scopes.join(", ")] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        evenOwn: true,
        only: (f) => f.data.of === undefined,
        title: () => "A new API key was created",
        body: (f) =>
          `The key “${f.data.name}” can act for you. If this wasn't you, revoke it and change your password.`,
        letter: (f) => [
          `An API key called “${f.data.name}” was created for your account. Programs that have it can act for you.`,
          "If you created it, you don't need to do anything. If you didn't, revoke the key and change your password right away.",
        ],
        link: () => "/profile/api-keys",
        button: "Review API keys",
      },
      {
        to: "subject",
        severity: 1,
        email: true,
        evenOwn: true,
        only: (f) => f.data.of !== undefined,
        title: (f) => `A new API key of ${f.data.of}`,
        body: (f, a) =>
          `${a.name(f.actorId)} created “${f.data.name}”. Programs that have it can act for ${f.data.of}.`,
        letter: (f, a) => [
          `${a.name(f.actorId)} created an API key called “${f.data.name}”. Programs that have it can act for ${f.data.of}.`,
          "If you don't know about it, revoke the key.",
        ],
        link: (f) => f.data.page ?? "/profile/api-keys",
        button: "Review API keys",
      },
    ],
  },
  "calendar.changed": {
    audit: {
      title: "Calendar link changed",
      detail: (f) => [FEEDS[f.data.calendar].title, f.data.what === "made" ? "created" : "removed"],
    },
    timeline: null,
    notices: [],
  },
  "webhook.changed": {
    audit: {
      title: "Webhook changed",
      detail: (f) => [
        f.data.host,
        {
          created: "added",
          changed: "changed",
          rotated: "new secret",
          paused: "paused",
          resumed: "resumed",
          removed: "removed",
        }[f.data.what],
      ],
    },
    timeline: null,
    notices: [],
  },
  "webhook.failing": {
    audit: { title: "Webhook paused after failures", detail: (f) => [f.data.host, `${f.data.failures} in a row`] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => `Your webhook at ${f.data.host} is paused`,
        body: (f) =>
          `${f.data.host} didn't accept our last ${f.data.failures === 1 ? "event" : `${f.data.failures} events`}. Fix it, then resume the webhook.`,
        letter: (f) => [
          `${f.data.host} didn't accept our last ${f.data.failures === 1 ? "event" : `${f.data.failures} attempts to send events`}, so we paused your webhook.`,
          "The page of your webhooks lists what was answered. When it's fixed, resume the webhook: we'll then send what was held.",
        ],
        link: (f) => (f.data.alerts ? "/admin/alerts" : "/profile/webhooks"),
        button: "Review webhooks",
      },
    ],
  },
  "api_key.revoked": {
    audit: { title: "API key revoked", detail: (f) => [f.data.name] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;
