/** A speech bubble containing the proofreader's dots. */
export function BubbleIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="26"
      height="26"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M12 4c5 0 8.5 3.1 8.5 7.2s-3.5 7.2-8.5 7.2c-1 0-2-.13-2.9-.37L5 20l.9-3.3C4.4 15.4 3.5 13.4 3.5 11.2 3.5 7.1 7 4 12 4Z" />
      <g fill="currentColor" stroke="none">
        <circle cx="8.3" cy="11.3" r="1.15" />
        <circle cx="12" cy="11.3" r="1.15" />
        <circle cx="15.7" cy="11.3" r="1.15" />
      </g>
    </svg>
  );
}
