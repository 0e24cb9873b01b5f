import { Link } from "react-router";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { config } from "#app/platform/server/core/config.ts";
import { KEPT_AFTER_ERASURE } from "#app/features/privacy/rules/data-request.ts";
import { ProofMark } from "#app/ui/content/proof-mark.tsx";
import styles from "./thanks.module.css";
import type { Route } from "./+types/thanks";

export const handle = { readOnly: true } satisfies PageHandle;

const WORDS = {
  contact: {
    title: "We've received your message",
    text: "Our support team will reply to the email address you gave. You can use the link in that email to write back, even without an account. If you don't hear from us, check your spam folder.",
  },
  editor: {
    title: "We've received your application",
    text: "Our team will review it and email you a decision at your account's address.",
  },
  closed: {
    title: "Your account is closed",
    text: "We've removed your sign-in, name, and email address, and we're deleting the files of your orders now. We've emailed you a confirmation. You can create a new account at any time.",
  },
  other: { title: "Thank you", text: "We've received your message." },
} as const;

/** Which of the texts above to show. Anything unknown in the address gets the general one. */
const isFor = (value: string | null): keyof typeof WORDS =>
  value === "contact" || value === "editor" || value === "closed" ? value : "other";

export function loader({ url }: Route.LoaderArgs) {
  const { siteName, origins } = config();
  const reason = isFor(url.searchParams.get("for"));
  const wasEditor = url.searchParams.has("editor");
  return {
    siteName,
    origin: origins.site,
    reason,
    kept: reason === "closed" ? KEPT_AFTER_ERASURE.filter((it) => it.for !== "editor" || wasEditor) : [],
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...pageMeta({
          title: WORDS[loaderData.reason].title,
          path: "/thanks",
          origin: loaderData.origin,
          siteName: loaderData.siteName,
          description: WORDS[loaderData.reason].text,
        }),
        { name: "robots", content: "noindex" },
      ]
    : [];

/** Shown after sending a contact message or an editor application, and after closing an account. */
export default function Thanks({ loaderData }: Route.ComponentProps) {
  const { title, text } = WORDS[loaderData.reason];
  return (
    <div className={styles.thanks}>
      <ProofMark kind="check" size={44} strokeWidth={1.4} />
      <h1>{title}</h1>
      <p>{text}</p>
      {loaderData.kept.length > 0 ? (
        <section>
          <h2>What we have to keep</h2>
          <dl>
            {loaderData.kept.map((it) => (
              <div key={it.what}>
                <dt>{it.what}</dt>
                <dd>
                  {it.why} {it.until}.
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      <ul>
        {loaderData.reason === "editor" ? (
          <li>
            <Link to="/editor-agreement">Read the editor agreement</Link>
          </li>
        ) : (
          <li>
            <Link to="/order/new">Get a quote</Link>
          </li>
        )}
        <li>
          <Link to="/integrity">What an editor may and may not change</Link>
        </li>
        <li>
          <Link to="/">Home</Link>
        </li>
      </ul>
    </div>
  );
}
