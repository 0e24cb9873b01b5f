import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { useFold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { SharedOnPage } from "../server/shared-quotes/read-shared.ts";
import styles from "./share-quote.module.css";

/**
 * Shares the quote, so that somebody else can pay, as a part of the form that pays it: sharing asks for the same. With
 * a quote that's shared already, its link and what can be done with it.
 */
export function ShareQuote({
  shared,
  error,
  submit = "Create link",
}: {
  shared: SharedOnPage | null;
  error: (field: string) => string | undefined;
  submit?: string;
}) {
  const problem = error("showTitle") ?? error("shareEmail");
  const { details, target } = useFold("share", (shared?.open ?? false) || problem !== undefined);
  return (
    <details className={styles.share} {...details}>
      <summary>Share this quote</summary>
      <div className={styles.body} {...target}>
        {shared?.open ? (
          <Link shared={shared} emailError={error("shareEmail")} />
        ) : (
          <p>
            {shared
              ? `Quote ${shared.number} is no longer valid, because the order has changed. Share it again to get a new link.`
              : "Get a formal quote and a link for a colleague or your finance office. They can pay by card without an account, and add a PO number."}
          </p>
        )}
        <fieldset className={styles.choice} aria-describedby={error("showTitle") ? "showTitle-error" : undefined}>
          <legend>Show the manuscript's title?</legend>
          {(["yes", "no"] as const).map((value) => (
            <label key={value}>
              <input
                type="radio"
                id={value === "yes" ? "showTitle" : undefined}
                name="showTitle"
                value={value}
                defaultChecked={shared?.open && shared.showTitle === (value === "yes")}
              />{" "}
              {value === "yes" ? "Yes" : "No"}
            </label>
          ))}
          {error("showTitle") ? (
            <p id="showTitle-error" className={styles.error}>
              {error("showTitle")}
            </p>
          ) : null}
        </fieldset>
        <div className={styles.buttons}>
          <SubmitButton name="intent" value="share" variant="default" pending="One moment">
            {shared?.open ? "Save choice" : submit}
          </SubmitButton>
          {shared?.open ? (
            <SubmitButton name="intent" value="unshare" variant="default" pending="Taking it back">
              Take quote back
            </SubmitButton>
          ) : null}
        </div>
      </div>
    </details>
  );
}

function Link({ shared, emailError }: { shared: SharedOnPage; emailError: string | undefined }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(shared.url).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <>
      <input type="hidden" name="sharedQuoteId" value={shared.id} />
      <p>
        Quote <b>{shared.number}</b> is valid until <Instant at={shared.validUntilAt} show="day" books />.{" "}
        {shared.opened ? "It was opened." : "It hasn't been opened yet."} If you change the order, it can't be paid
        anymore.
      </p>
      <TextInput
        id="shareUrl"
        label="Link"
        readOnly
        defaultValue={shared.url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.buttons}>
        <Button type="button" variant="default" onClick={() => void copy()}>
          {copied ? "Link copied" : "Copy link"}
        </Button>
        <a href={shared.pdf}>Download PDF</a>
      </div>
      <TextInput
        id="shareEmail"
        name="shareEmail"
        type="email"
        label="Send it to"
        description="We'll send one email with the link, in your name."
        autoComplete="off"
        maxLength={254}
        error={emailError}
      />
      <div>
        <SubmitButton name="intent" value="shareEmail" variant="default" pending="Sending">
          Send quote
        </SubmitButton>
      </div>
    </>
  );
}
