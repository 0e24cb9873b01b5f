import { useSearchParams } from "react-router";

/** This page's URL with changed parameters, on the first page of its list; null removes one. */
export function useHere(): (more: Readonly<Record<string, string | null>>) => string {
  const [search] = useSearchParams();
  return (more) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ page: null, ...more })) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return `?${next}`;
  };
}
