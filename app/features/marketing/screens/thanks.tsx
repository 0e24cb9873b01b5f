import { Link } from "react-router";
import { pageMeta } from "#app/platform/rules/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/page-handle.ts";
import { config } from "#app/platform/server/config.ts";
import { ProofMark } from "#app/ui/proof-mark.tsx";
import styles from "./thanks.module.css";
import type { Route } from "./+types/thanks";

export const handle = { readOnly: true } satisfies PageHandle;

const WORDS = {
  contact: {
    title: "Your message has arrived",
    text: "Somebody at the support desk reads it and answers by e-mail, to the address you gave. The letter has a link to write back, without an account. If nothing comes, look among unwanted mail.",
  },
  editor: {
    title: "Your application has been sent",
    text: "Staff read it and decide. You are told by e-mail, to the address of your account.",
  },
  other: { title: "Thank you", text: "It has arrived." },
} as const;

/** What the visitor is thanked for: one of the words above, whatever the address says. */
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
          description: "What was sent has arrived.",
        }),
        { name: "robots", content: "noindex" },
      ]
    : [];

/** After something was sent in. */
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
            <Link to="/order/new">Get a price for a manuscript</Link>
          </li>
        )}
        <li>
          <Link to="/integrity">What an editor may change, and what not</Link>
        </li>
        <li>
          <Link to="/">Back to the first page</Link>
        </li>
      </ul>
    </div>
  );
}
