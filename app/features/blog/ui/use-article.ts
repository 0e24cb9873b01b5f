import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { AskError, ask } from "#app/platform/browser/core/ask.ts";
import { useLiveEvents } from "#app/platform/browser/live/live.ts";
import type { PostContent } from "../rules/content.ts";
import type { Editing } from "../server/note-editing.ts";
import type { Saved } from "../server/save-post.ts";
import type { EditorHandle } from "./editor/article-editor.tsx";

/** The pause in typing after which text is saved, and the longest that text stays unsaved without a pause. */
const PAUSE_MS = 1_000;
const LONGEST_MS = 8_000;
const RETRY_MS = 5_000;
const BEAT_MS = 20_000;

export type SaveState =
  | { kind: "saved" | "unsaved" | "saving"; words?: undefined }
  /** The server can't be reached. Saving is tried again automatically. */
  | { kind: "waiting"; words: string }
  | { kind: "refused" | "conflict"; words: string };

/**
 * An article that is being edited: what was typed, saved a second after a pause, and who else has it open.
 * @param post the article as loaded with the page @param handle the text's editor, once it has loaded
 */
export function useArticle(
  post: { id: string; version: number; content: PostContent },
  handle: RefObject<EditorHandle | null>,
) {
  const [content, setContent] = useState(post.content);
  const [state, setState] = useState<SaveState>({ kind: "saved" });
  const [others, setOthers] = useState<string[]>([]);
  const [version, setVersion] = useState(post.version);
  const [newer, setNewer] = useState<number | null>(null);
  const live = useRef({ content: post.content, version: post.version, dirty: false, conflict: false, since: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef<Promise<boolean>>(undefined);
  const retry = useRef<() => void>(() => {});
  const path = `/api/blog-posts/${post.id}`;

  /** Saves any unsaved text. @returns whether the server has all of it */
  const save = useCallback(
    async (over?: number): Promise<boolean> => {
      clearTimeout(timer.current);
      await saving.current;
      const it = live.current;
      if (!it.dirty && over === undefined) return true;
      if (it.conflict && over === undefined) return false;
      const run = async (): Promise<boolean> => {
        const sent: PostContent = { ...it.content, document: handle.current?.read() ?? it.content.document };
        it.content = sent;
        it.dirty = false;
        setState({ kind: "saving" });
        try {
          const saved = await ask<Saved>(path, { version: over ?? it.version, content: sent });
          it.version = saved.version;
          it.conflict = false;
          it.since = 0;
          setVersion(saved.version);
          setNewer(null);
          setState({ kind: it.dirty ? "unsaved" : "saved" });
          return true;
        } catch (error) {
          it.dirty = true;
          const of = error instanceof AskError ? error : null;
          const words = of ? `${of.message} ${of.advice}` : "Something went wrong.";
          if (of?.code === "changed") {
            it.conflict = true;
            setState({ kind: "conflict", words: of.message });
          } else if (of && of.status >= 400 && of.status < 500 && of.status !== 429)
            setState({ kind: "refused", words });
          else {
            setState({ kind: "waiting", words: "Not saved yet: we can't reach the server. Your text is still here." });
            timer.current = setTimeout(() => retry.current(), RETRY_MS);
          }
          return false;
        }
      };
      saving.current = run();
      return saving.current;
    },
    [handle, path],
  );

  useEffect(() => {
    retry.current = () => void save();
  }, [save]);

  const changed = useCallback(() => {
    const it = live.current;
    it.dirty = true;
    if (it.conflict) return;
    setState((was) => (was.kind === "saving" || was.kind === "unsaved" ? was : { kind: "unsaved" }));
    const now = Date.now();
    it.since ||= now;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), Math.min(PAUSE_MS, Math.max(0, it.since + LONGEST_MS - now)));
  }, [save]);

  const set = useCallback(
    (some: Partial<PostContent>) => {
      live.current.content = { ...live.current.content, ...some };
      setContent(live.current.content);
      changed();
    },
    [changed],
  );

  /** Shows another version, such as a colleague's. */
  const load = useCallback(
    (of: { version: number; content: PostContent }) => {
      clearTimeout(timer.current);
      live.current = { content: of.content, version: of.version, dirty: false, conflict: false, since: 0 };
      handle.current?.load(of.content.document);
      setContent(of.content);
      setVersion(of.version);
      setNewer(null);
      setState({ kind: "saved" });
    },
    [handle],
  );

  /** Stores what was typed as a version before a colleague's text replaces it. */
  const keepMine = useCallback(async () => {
    const { content: typed, version: of } = live.current;
    await ask(path, {
      version: of,
      content: { ...typed, document: handle.current?.read() ?? typed.document },
      keep: true,
    });
  }, [handle, path]);

  const beat = useCallback(async () => {
    try {
      const { others: there, version: current } = await ask<Editing>(`${path}/editing`, {});
      setOthers(there);
      await saving.current;
      setNewer(current > live.current.version ? current : null);
    } catch {
      // Not knowing who else is here isn't worth an error. The next save reports conflicts.
    }
  }, [path]);
  useEffect(() => {
    const first = setTimeout(() => void beat());
    const every = setInterval(() => void beat(), BEAT_MS);
    const leave = () =>
      navigator.sendBeacon(`${path}/editing`, new Blob(['{"leaves":true}'], { type: "application/json" }));
    addEventListener("pagehide", leave);
    return () => {
      clearTimeout(first);
      clearInterval(every);
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [beat, path]);
  useLiveEvents((event) => {
    if (event.kind === "blog.saved" || event.kind === "blog.editing" || event.kind === "reconnected") void beat();
  });

  // Ask before leaving the site with unsaved text. Within the product, it's saved on leaving the page.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (live.current.dirty) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => {
      removeEventListener("beforeunload", warn);
      clearTimeout(timer.current);
    };
  }, []);

  const isDirty = useCallback(() => live.current.dirty, []);
  const versionNow = useCallback(() => live.current.version, []);
  return { content, version, versionNow, state, others, newer, set, changed, save, load, keepMine, isDirty };
}
