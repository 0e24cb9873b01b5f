import type { SVGProps } from "react";

const STROKES = {
  /** Insert here. */
  caret: <path d="M4.5 18.5 L12 5.5 L19.5 18.5" />,
  /** Delete: the looped d of "deleatur". */
  dele: (
    <path d="M3.5 15.5 C8 17 12.6 14.6 15 10.2 C16.8 6.9 16.4 3.6 14.3 3.8 C11.8 4 10.4 9.4 11.6 13.8 C12.8 18.4 17 21.6 20.5 19.2" />
  ),
  /** Stet ("let it stand"): dots under a deletion. */
  stet: (
    <>
      <path d="M4 8.5 H20" />
      <path d="M5 16.5 h.01 M9.67 16.5 h.01 M14.33 16.5 h.01 M19 16.5 h.01" strokeWidth="3" />
    </>
  ),
  /** Transpose. */
  transpose: <path d="M3 16 V11.5 C3 7.2 12 7.2 12 12 C12 16.8 21 16.8 21 12.5 V8" />,
  /** New paragraph. */
  paragraph: <path d="M13 20 V4.5 M17.5 20 V4.5 M20 4.5 H10.2 A4.35 4.35 0 0 0 10.2 13.2 H13" />,
  /** Seen and done. */
  check: <path d="M4.5 13 L9.8 18.5 L19.5 5.5" />,
} as const;

export type ProofMarkKind = keyof typeof STROKES;

/**
 * A proofreading mark in the current text color.
 * @param label its meaning if it's the only content; without one it's decorative
 */
export function ProofMark({
  kind,
  size = 24,
  label,
  ...rest
}: { kind: ProofMarkKind; size?: number; label?: string } & Omit<SVGProps<SVGSVGElement>, "kind">) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...rest}
    >
      {STROKES[kind]}
    </svg>
  );
}
