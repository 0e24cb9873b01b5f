import type { ReactNode } from "react";
import { Link, isRouteErrorResponse, useLocation } from "react-router";
import { isChunkError } from "#app/platform/browser/core/chunks.ts";
import { useRequestId } from "#app/platform/browser/core/request-id.ts";
import { Button } from "../button.tsx";
import { ProofMark, type ProofMarkKind } from "../content/proof-mark.tsx";
import styles from "./error-page.module.css";

function Frame({
  mark,
  code,
  title,
  children,
  action,
}: {
  mark: ProofMarkKind;
  code?: string;
  title: string;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <div className={styles.mark} aria-hidden>
        <ProofMark kind={mark} size={72} strokeWidth={1.25} />
        {code ? <span className="figures">{code}</span> : null}
      </div>
      <h1>{title}</h1>
      <div className={styles.words}>{children}</div>
      <div className={styles.actions}>{action}</div>
    </div>
  );
}

const goHome = (
  <Button component={Link} to="/">
    Go Home
  </Button>
);

/** 404, with the deletion mark. */
export function NotFound({ message, advice }: { message?: string; advice?: string }) {
  const { pathname } = useLocation();
  return (
    <Frame mark="dele" code="404" title={message ?? "We couldn't find this page."} action={goHome}>
      <p>{advice ?? "Check the address for typos."}</p>
      <p className={styles.address}>
        <del>{pathname}</del>
      </p>
    </Frame>
  );
}

/** 403: signed in but not allowed. */
export function Forbidden({ message, advice }: { message?: string; advice?: string }) {
  return (
    <Frame mark="stet" code="403" title={message ?? "You don't have access to this page."} action={goHome}>
      <p>{advice || "It belongs to another person or role. If you think you should have access, contact support."}</p>
    </Frame>
  );
}

/** All other errors. */
export function SomethingWrong({ message, advice }: { message?: string; advice?: string }) {
  const id = useRequestId();
  return (
    <Frame
      mark="transpose"
      title={message ?? "Something went wrong."}
      action={
        <>
          <Button onClick={() => window.location.reload()}>Refresh the page</Button>
          <Button component={Link} to="/" reloadDocument variant="default">
            Go Home
          </Button>
        </>
      }
    >
      <p>
        {advice ?? "Please refresh the page. If it happens again, contact support and tell us what you were doing."}
      </p>
      {id ? (
        <p className={styles.reference} data-request-id={id}>
          Reference: {id}
        </p>
      ) : null}
    </Frame>
  );
}

/** A script that failed to load twice. */
export function ScriptMissing() {
  return (
    <Frame
      mark="caret"
      title="We couldn't load part of this page."
      action={
        <>
          <Button onClick={() => window.location.reload()}>Reload page</Button>
          <Button component={Link} to="/" reloadDocument variant="default">
            Go Home
          </Button>
        </>
      }
    >
      <p>
        We reloaded the page automatically, but the same part was missing. Your connection may be weak, or the site was
        just updated. Your saved work isn't affected.
      </p>
    </Frame>
  );
}

/**
 * The router's last-resort page without a frame. In production, server errors have no message or stack.
 */
export function UnexpectedError({ error }: { error: unknown }) {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return (
    <div className={styles.unexpected}>
      <h1>Unexpected Application Error!</h1>
      <p>{message}</p>
      {stack ? (
        <pre role="region" aria-label="Stack trace" tabIndex={0}>
          {stack}
        </pre>
      ) : null}
      <a href="/">Go Home</a>
    </div>
  );
}

/** The page for anything a route threw: a Problem's own message, or a generic one. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isChunkError(error)) return <ScriptMissing />;
  if (!isRouteErrorResponse(error)) return <SomethingWrong />;
  const problem = (typeof error.data === "object" ? error.data : null) as { message?: string; advice?: string } | null;
  const words = {
    ...(problem?.message ? { message: problem.message } : {}),
    ...(problem?.advice ? { advice: problem.advice } : {}),
  };
  if (error.status === 404) return <NotFound {...words} />;
  if (error.status === 401 || error.status === 403) return <Forbidden {...words} />;
  return error.status < 500 || error.status === 503 ? <SomethingWrong {...words} /> : <SomethingWrong />;
}
