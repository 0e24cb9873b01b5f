import { Link } from "react-router";
import { Prose, ProseHead, ProsePart } from "#app/features/marketing/ui/prose.tsx";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { API_BASE, API_DOCS } from "#app/platform/rules/requests/api-error.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { type FieldRow, readReference } from "../server/api/reference.ts";
import styles from "./api-reference.module.css";
import type { Route } from "./+types/api-reference";

export const handle = { readOnly: true } satisfies PageHandle;

export const loader = () => readReference();

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "API reference",
        path: API_DOCS,
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description: `Prices, orders, files, messages, invoices, and webhooks of ${loaderData.siteName}, for your own programs.`,
      })
    : [];

const anchor = (name: string): string => name.toLowerCase().replaceAll(" ", "-");

type Reference = ReturnType<typeof readReference>;

/** How other programs use the product. Sent without script. */
export default function ApiReference({ loaderData }: Route.ComponentProps) {
  const { groups, schemas, app, base } = loaderData;
  return (
    <Prose>
      <StructuredData
        data={[
          {
            "@type": "WebPage",
            name: "API reference",
            url: `${loaderData.origin}${API_DOCS}`,
            isPartOf: { "@id": `${loaderData.origin}/#website` },
          },
          breadcrumbs(loaderData.origin, [
            { name: loaderData.siteName, path: "/" },
            { name: "API reference", path: API_DOCS },
          ]),
        ]}
      />
      <ProseHead title="API reference">
        <p>
          Price manuscripts, place orders, and download edited files from your own programs, at <code>{base}</code>.
        </p>
      </ProseHead>
      <nav aria-label="On this page" className={styles.toc}>
        <a href="#first">Your first order</a>
        <a href="#keys">Keys</a>
        <a href="#requests">Requests</a>
        <a href="#errors">Errors</a>
        <a href="#limits">Limits</a>
        <a href="#uploads">Uploads</a>
        <a href="#webhooks">Webhooks</a>
        {groups.map(({ name }) => (
          <a key={name} href={`#of-${anchor(name)}`}>
            {name}
          </a>
        ))}
        <a href="#objects">Objects</a>
        <a href={`${API_BASE}/openapi.json`}>OpenAPI document</a>
      </nav>
      <First {...loaderData} />
      <ProsePart title="Keys" id="keys">
        <p>
          <Link to={`${app}/profile/api-keys`}>Create a key</Link> with the scopes that your program needs, and send it
          with every request: <code>Authorization: Bearer stet_…</code>. A key acts for you as a client, so it can do
          what you can do on the pages of your orders, and nothing else. Keep it out of source code and browsers.
        </p>
        <Rows rows={loaderData.scopes.map(({ name, says }) => [name, says])} head={["Scope", "What it allows"]} />
      </ProsePart>
      <Requests {...loaderData} />
      <Webhooks {...loaderData} />
      {groups.map((group) => (
        <ProsePart key={group.name} title={group.name} id={`of-${anchor(group.name)}`} wide>
          {group.routes.map((route) => (
            <Endpoint key={route.id} it={route} />
          ))}
        </ProsePart>
      ))}
      <ProsePart title="Objects" id="objects" wide>
        {schemas.map(({ name, says, fields }) => (
          <section key={name} id={`object-${name}`} className={styles.endpoint}>
            <h3>{name}</h3>
            {says ? <p>{says}</p> : null}
            <Fields rows={fields} />
          </section>
        ))}
      </ProsePart>
    </Prose>
  );
}

const First = ({ first }: Reference) => (
  <ProsePart title="Your first order" id="first" wide>
    <ol className={styles.steps}>
      {first.map(({ title, curl }) => (
        <li key={title}>
          {title}
          <Code>{curl}</Code>
        </li>
      ))}
    </ol>
    <p className={styles.text}>
      <code>{"{id}"}</code> is the order&apos;s id, which the first answer contains. Counting a manuscript takes
      seconds. Between paying and downloading, <a href="#webhooks">webhooks</a> tell you what happens.
    </p>
  </ProsePart>
);

const Requests = ({ limits, version }: Reference) => (
  <>
    <ProsePart title="Requests" id="requests">
      <p>
        Bodies and answers are JSON. Amounts are in minor units, such as cents, and instants are in UTC. Every write
        needs an <code>Idempotency-Key</code> header with a random value: repeat a request with the same key, and
        it&apos;s done once and answered the same for a day. The same key with another body is refused.
      </p>
      <p>
        Lists are newest first. Ask for up to {limits.listMost} rows with <code>limit</code> ({limits.listUsual} without
        it), and for the next page with <code>starting_after</code> and the last id. <code>has_more</code> says whether
        there is one.
      </p>
      <p>
        Versions are dates. Send <code>API-Version: {version}</code> to keep the one you wrote your program for. New
        fields, events, and endpoints can appear in it at any time.
      </p>
    </ProsePart>
    <ProsePart title="Errors" id="errors">
      <p>Every refused request is answered in one form:</p>
      <Code>{`{"error": {
  "type": "conflict_error",
  "code": "price_changed",
  "message": "The price is now $160.00 (it was $150.00). …",
  "param": null,
  "doc_url": "…"
}}`}</Code>
      <Rows
        head={["Status", "Type"]}
        rows={[
          ["400, 413, 422", "invalid_request_error: correct the request. param names what's wrong."],
          ["401", "authentication_error: the key is missing, unknown, expired, or revoked."],
          ["403", "permission_error: the key doesn't have the scope, or a link has expired."],
          ["404, 410", "not_found_error: there's no such thing, it isn't yours, or it was deleted."],
          ["409", "conflict_error: it isn't possible in its present state."],
          ["429", "rate_limit_error: wait as long as Retry-After says."],
          ["500, 503", "api_error: our fault. Repeat the request with the same Idempotency-Key."],
        ]}
      />
    </ProsePart>
    <ProsePart title="Limits" id="limits">
      <p>
        Your keys may send {limits.requests} requests a minute together. Every answer says how many are left, in{" "}
        <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code>, and <code>RateLimit-Reset</code> (in seconds).
      </p>
    </ProsePart>
    <ProsePart title="Uploads" id="uploads">
      <p>
        Files of up to {limits.fileMb} MB are uploaded by the tus protocol (tus.io), at <code>/uploads</code>. One
        request is enough, as above. A client library can also send parts and continue after a lost connection. The
        metadata is <code>orderId</code>, <code>filename</code>, and <code>purpose</code>: <code>source</code> for a
        file to edit, or <code>reference</code>. Links to files work for {limits.link} without a key.
      </p>
    </ProsePart>
  </>
);

const Webhooks = ({ limits, events, app }: Reference) => (
  <ProsePart title="Webhooks" id="webhooks">
    <p>
      <Link to={`${app}/profile/webhooks`}>Add a webhook</Link>, and we send events to your address as they happen.
      Answer with a 2xx status within {limits.answerSeconds} seconds. Otherwise we try again, up to {limits.attempts}{" "}
      times in {limits.hours} hours, and pause a webhook that keeps failing. An event can arrive twice or out of order:
      its id is in <code>webhook-id</code>.
    </p>
    <p>
      Events are signed by Standard Webhooks (standardwebhooks.com): <code>webhook-signature</code> is <code>v1,</code>{" "}
      and the HMAC-SHA256 of <code>webhook-id.webhook-timestamp.body</code>, in base64, with your secret after{" "}
      <code>whsec_</code> decoded from base64. There&apos;s a library for most languages. For {limits.overlapHours}{" "}
      hours after you make a new secret, there are two signatures.
    </p>
    <Code>{`{"type": "order.delivered",
 "timestamp": "2026-11-27T21:26:00.000Z",
 "api_version": "2026-11-27",
 "data": {"order": {"id": "ord_…", "number": "S-10023", "status": "delivered", "due_at": "…", …}}}`}</Code>
    <p>
      Events say which order, and its status, dates, and amounts. They never contain what somebody wrote: ask the API
      for that. We keep them for {limits.eventDays} days, and you can send each again.
    </p>
    <Rows head={["Event", "When"]} rows={events.map(({ name, says }) => [name, says])} />
  </ProsePart>
);

type RouteView = Reference["groups"][number]["routes"][number];

function Endpoint({ it }: { it: RouteView }) {
  return (
    <section className={styles.endpoint} id={it.id}>
      <h3>{it.summary}</h3>
      <p className={styles.line}>
        <code>
          <b>{it.method}</b> {it.path}
        </code>{" "}
        <span className="soft">{it.scope ? `Scope ${it.scope}` : "Any key"}</span>
      </p>
      {it.notes ? <p>{it.notes.replaceAll("`", "")}</p> : null}
      <Fields rows={it.query} />
      <Fields rows={it.body} />
      <p>
        {it.takes ? (
          <>
            Takes <ObjectLink name={it.takes} />.{" "}
          </>
        ) : null}
        Answers {it.status} with {it.answers ? <ObjectLink name={it.answers} /> : "a PDF"}.
        {it.errors.length > 0 ? ` Errors: ${it.errors.join(", ")}.` : ""}
      </p>
      <Code>{it.curl}</Code>
    </section>
  );
}

const ObjectLink = ({ name }: { name: string }) => {
  const one = name.replace(/List$/, "");
  return name === one ? (
    <a href={`#object-${name}`}>{name}</a>
  ) : (
    <>
      a list (<code>data</code>, <code>has_more</code>) of{" "}
      <a href={`#object-${one === "Price" ? "OrderPrice" : one}`}>{one}</a>
    </>
  );
};

const Code = ({ children }: { children: string }) => (
  <pre className={styles.code}>
    <code>{children}</code>
  </pre>
);

const Fields = ({ rows }: { rows: readonly FieldRow[] }) =>
  rows.length === 0 ? null : (
    <dl className={styles.fields}>
      {rows.map((row) => (
        <div key={row.name}>
          <dt>
            <code>{row.name}</code> {row.needed ? null : <span className="soft">optional</span>}
          </dt>
          <dd>
            {row.type}
            {row.says ? `. ${row.says}` : ""}
          </dd>
        </div>
      ))}
    </dl>
  );

const Rows = ({ head, rows }: { head: readonly [string, string]; rows: readonly (readonly string[])[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, says]) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td>{says}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
