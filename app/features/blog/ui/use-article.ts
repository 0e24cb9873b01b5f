import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { AskError, ask } from "#app/platform/browser/core/ask.ts";
import { useSaveSoon } from "#app/platform/browser/core/save-soon.ts";
import { useLiveEvents } from "#app/platform/browser/live/live.ts";
import type { PostContent } from "../rules/content.ts";
import type { Editing } from "../server/note-editing.ts";
import type { Saved } from "../server/save-post.ts";
import type { EditorHandle } from "./editor/article-editor.tsx";

/** The pause in typing after which text is saved, and the longest that text stays unsaved without a pause. */
const PAUSE_MS = 1_000;
const LONGEST_MS = 8_000;
const BEAT_MS = 20_000;

/**
 * An article that is being edited: what was typed, saved a second after a pause, and who else has it open.
 * @param post the article as loaded with the page @param handle the text's editor, once it has loaded
 */
export function useArticle(
  post: { id: string; version: number; content: PostContent },
  handle: RefObject<EditorHandle | null>,
) {
  const [content, setContent] = useState(post.content);
  const [others, setOthers] = useState<string[]>([]);
  const [version, setVersion] = useState(post.version);
  const [newer, setNewer] = useState<number | null>(null);
  const live = useRef({ content: post.content, version: post.version, dirty: false, conflict: false });
  const path = `/api/blog-posts/${post.id}`;

  const { state, problem, saver } = useSaveSoon(
    post.id,
    {
      isUnsaved: () => live.current.dirty,
      // Another version must not be overwritten unseen. On leaving the page, its reader has been asked.
      isHeld: (leaving) => live.current.conflict || leaving,
      send: async () => {
        const it = live.current;
        it.content = { ...it.content, document: handle.current?.read() ?? it.content.document };
        it.dirty = false;
        try {
          const saved = await ask<Saved>(path, { version: it.version, content: it.content });
          it.version = saved.version;
          setVersion(saved.version);
          setNewer(null);
        } catch (error) {
          it.dirty = true;
          it.conflict = error instanceof AskError && error.code === "changed";
          throw error;
        }
      },
    },
    PAUSE_MS,
    LONGEST_MS,
  );
  /** Saves any unsaved text. @param over the version to overwrite, although it isn't the one that was opened */
  const save = useCallback(
    (over?: number): Promise<boolean> => {
      if (over !== undefined) Object.assign(live.current, { version: over, dirty: true, conflict: false });
      return saver.now();
    },
    [saver],
  );

  const changed = useCallback(() => {
    live.current.dirty = true;
    saver.touch();
  }, [saver]);

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
      live.current = { content: of.content, version: of.version, dirty: false, conflict: false };
      saver.reset();
      handle.current?.load(of.content.document);
      setContent(of.content);
      setVersion(of.version);
      setNewer(null);
    },
    [handle, saver],
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
      await saver.settled();
      setNewer(current > live.current.version ? current : null);
    } catch {
      // Not knowing who else is here isn't worth an error. The next save reports conflicts.
    }
  }, [path, saver]);
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
    };
  }, []);

  const isDirty = useCallback(() => live.current.dirty, []);
  const versionNow = useCallback(() => live.current.version, []);
  const isConflict = state === "stopped" && problem?.code === "changed";
  return {
    content,
    version,
    versionNow,
    state,
    problem,
    isConflict,
    others,
    newer,
    set,
    changed,
    save,
    load,
    keepMine,
    isDirty,
  };
}
