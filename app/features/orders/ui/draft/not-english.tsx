import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { AskQuote } from "./ask-quote.tsx";

/** The author's word that a manuscript is in English, in the address, so that reloading keeps it. */
const IS_ENGLISH = "english";

/** Instead of prices, for a manuscript that seems to be in another language, until its author says that it isn't. */
export function OnlyEnglish({
  language,
  orderId,
  saveNow,
  children,
}: {
  /** Null for a manuscript in English, or one too short to tell. */
  language: string | null;
  orderId: string;
  saveNow: () => Promise<boolean>;
  /** The prices. */
  children: ReactNode;
}) {
  const [search] = useSearchParams();
  if (language === null || search.has(IS_ENGLISH)) return children;
  const anyway = new URLSearchParams(search);
  anyway.set(IS_ENGLISH, "1");
  return (
    <Notice tone="info" title={`This manuscript seems to be in ${language}.`}>
      We edit English. <AskQuote orderId={orderId} why="language" saveNow={saveNow} />, and we'll tell you what we can
      do. If it is in English, <Link to={`?${anyway}`}>see the prices</Link>.
    </Notice>
  );
}
