import { Link } from "react-router";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { config } from "#app/platform/server/core/config.ts";
import { ProofMark } from "#app/ui/proof-mark.tsx";
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
  other: { title: "Thank you", text: "We've received your message." },
} as const;

/** Which of the texts above to show. Anything unknown in the address gets the general one. */
const isFor = (value: string | null): keyof typeof WORDS =>
  value === "contact" || value === "editor" ? value : "other";

export function loader({ url }: Route.LoaderArgs) {
  const { siteName, origins } = config();
  return { siteName, origin: origins.site, reason: isFor(url.searchParams.get("for")) };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...pageMeta({
          title: WORDS[loaderData.reason].title,
          path: "/thanks",
          origin: loaderData.origin,
          siteName: loaderData.siteName,
          description: "We've received your message.",
        }),
        { name: "robots", content: "noindex" },
      ]
    : [];

/** Shown after a contact message or an editor application was sent. */
export default function Thanks({ loaderData }: Route.ComponentProps) {
  const { title, text } = WORDS[loaderData.reason];
  return (
    <div className={styles.thanks}>
      <ProofMark kind="check" size={44} strokeWidth={1.4} />
      <h1>{title}</h1>
      <p>{text}</p>
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
