import { Link, redirect } from "react-router";
import { pageMeta } from "#app/platform/rules/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/page-handle.ts";
import { config } from "#app/platform/server/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/structured-data.tsx";
import { readCertificateId } from "#app/features/documents/rules/certificate.ts";
import { verifyPath } from "../rules/certificate-facts.ts";
import styles from "../ui/certificate.module.css";
import type { Route } from "./+types/verify";

export const handle = { readOnly: true } satisfies PageHandle;

export function loader({ request }: Route.LoaderArgs) {
  const { siteName, origins } = config();
  const typed = new URL(request.url).searchParams.get("id");
  const id = typed === null ? null : readCertificateId(typed);
  if (id) throw redirect(verifyPath(id));
  return { siteName, origin: origins.site, wrong: typed !== null };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Check a certificate of editing",
        path: "/integrity/verify",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "Type a certificate’s id to see what was edited and how far, or scan its code to compare a file with the edited text in your own browser.",
      })
    : [];

/** Where somebody who holds a certificate begins: its id, and what the code on it is for. */
export default function Verify({ loaderData }: Route.ComponentProps) {
  const { siteName, origin, wrong } = loaderData;
  return (
    <article className={styles.page}>
      <StructuredData
        data={[
          {
            "@type": "WebPage",
            name: "Check a certificate of editing",
            url: `${origin}/integrity/verify`,
            isPartOf: { "@id": `${origin}/#website` },
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Academic integrity", path: "/integrity" },
            { name: "Check a certificate", path: "/integrity/verify" },
          ]),
        ]}
      />
      <header className={styles.head}>
        <h1>Check a certificate of editing</h1>
        <p className={styles.soft}>
          It says what {siteName} did to a text and how far, and it is bound to that text: a file can be compared with
          it, sentence by sentence.
        </p>
      </header>
      <section className={styles.part} aria-labelledby="by-id">
        <h2 id="by-id">With its id</h2>
        <form method="get" action="/integrity/verify" className={styles.ask}>
          {/* Short on purpose: a whole address, which holds the key, does not fit and is never sent. */}
          <label>
            Id on the certificate
            <input
              name="id"
              required
              maxLength={16}
              placeholder="7K3MQ-X9T2B"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              aria-invalid={wrong || undefined}
              aria-describedby={wrong ? "wrong" : undefined}
            />
          </label>
          <button type="submit">Show the certificate</button>
        </form>
        {wrong ? (
          <p id="wrong" className={styles.wrong}>
            This is no id of a certificate. It has ten letters and digits, such as 7K3MQ-X9T2B. To use the certificate’s
            address, open it in the address bar of your browser.
          </p>
        ) : null}
        <p className={styles.soft}>You see what it says and whether it still stands.</p>
      </section>
      <section className={styles.part} aria-labelledby="by-code">
        <h2 id="by-code">With its code</h2>
        <p>
          Scan the QR code, or open the address below it. The same page opens, and now it has the key: drop the thesis
          or the article that you were sent, and it says how much of it is the edited text and which sentences are not.
        </p>
        <p>The file is read in your own browser. It is not uploaded, and neither is anything in it.</p>
      </section>
      <section className={styles.part} aria-labelledby="what">
        <h2 id="what">What it can show, and what not</h2>
        <p>
          It shows that a human editor edited the language of this very text, how many changes there were of each kind,
          and that none was made out of sight. It does not show who wrote the text, or that what it says is right.
        </p>
        <p>
          Sentences of eight words or more are compared, whatever the layout, the quotation marks and the file’s format.
          A sentence in which a word, a capital or a comma was changed afterwards is another sentence.
        </p>
        <p>
          We keep no sentence of a certified text for this, only a number made of each with a key. The key stands on the
          certificate alone, in the part of its address that browsers keep to themselves. A certificate is made only
          when an author asks for it, and its author can revoke it at any time.
        </p>
        <p>
          More on <Link to="/integrity">what editing may do and what stays with the author</Link>.
        </p>
      </section>
    </article>
  );
}
