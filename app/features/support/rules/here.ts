import { joinWords } from "#app/platform/rules/text/join-words.ts";
/** Somebody of the staff opened a thread, left it, or began or stopped writing. The event carries the thread's id. */
export const HERE_EVENT = "desk.here";

/** One of the staff who has a thread open. */
export type Here = { name: string; typing: boolean };

const listed = (names: readonly string[]): string => joinWords(names);

/** "Sam Okafor is writing a reply. Ada Lindqvist is here." Null if nobody else is. */
export function hereWords(others: readonly Here[]): string | null {
  const say = (typing: boolean, one: string, several: string): string[] => {
    const names = others.filter((it) => it.typing === typing).map((it) => it.name);
    return names.length === 0 ? [] : [`${listed(names)} ${names.length === 1 ? one : several}.`];
  };
  const words = [...say(true, "is writing a reply", "are writing replies"), ...say(false, "is here", "are here")];
  return words.length > 0 ? words.join(" ") : null;
}
