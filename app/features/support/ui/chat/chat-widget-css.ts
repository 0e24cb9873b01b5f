/** The chat panel in a shadow root: it inherits the page's color and font variables but not its rules. */
export const CHAT_CSS = `
:host { all: initial; font-family: var(--font-interface); font-size: 1rem; line-height: 1.45; color: var(--ink); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
section {
  position: fixed; right: max(1rem, env(safe-area-inset-right));
  bottom: calc(max(1rem, env(safe-area-inset-bottom)) + 4.25rem); width: min(24rem, calc(100vw - 2rem));
  max-height: min(38rem, calc(100dvh - 6.5rem)); display: flex; flex-direction: column; background: var(--sheet);
  border: 1px solid var(--hairline); border-radius: 8px; box-shadow: var(--shadow-lifted);
  animation: arrive 140ms ease-out; overflow: hidden;
}
@keyframes arrive { from { opacity: 0; transform: translateY(6px); } }
header {
  flex: none; display: flex; align-items: center; justify-content: space-between; gap: 0.5rem;
  padding: 0.75rem 0.5rem 0.75rem 1rem; border-bottom: 1px solid var(--hairline);
}
h2 { margin: 0; font-family: var(--font-display); font-size: 1.1875rem; font-weight: 500; line-height: 1.3; }
.status { margin: 0.125rem 0 0; font-size: 0.875rem; color: var(--ink-soft); }
.status:empty { display: none; }
.close {
  flex: none; width: 2.75rem; height: 2.75rem; margin: -0.375rem 0; border: 0; background: none; color: inherit;
  font-size: 1.5rem; line-height: 1; cursor: pointer; border-radius: 4px;
}
.log {
  flex: 1 1 auto; min-height: 6rem; margin: 0; padding: 0.875rem 1rem; overflow-y: auto;
  overscroll-behavior: contain; display: flex; flex-direction: column; gap: 0.75rem;
}
.line { max-width: 88%; align-self: flex-start; }
.line[data-from="visitor"] { align-self: flex-end; }
.who { margin: 0 0 0.1875rem; font-size: 0.75rem; color: var(--ink-soft); }
.line[data-from="visitor"] .who { text-align: right; }
.body {
  margin: 0; padding: 0.5rem 0.75rem; background: var(--well); border: 1px solid var(--hairline); border-radius: 6px;
  font-size: 0.9375rem; white-space: pre-wrap; overflow-wrap: anywhere;
}
.line[data-from="visitor"] .body { background: var(--press-wash); border-color: transparent; }
form {
  flex: none; display: flex; flex-direction: column; gap: 0.375rem; padding: 0.75rem 1rem 0.875rem;
  border-top: 1px solid var(--hairline); overflow-y: auto;
}
header + [hidden] + form { border-top: 0; }
.about { display: grid; grid-template-columns: 1fr 1fr; gap: 0.25rem 0.75rem; margin-bottom: 0.25rem; }
.about p { grid-column: 1 / -1; margin: 0; font-size: 0.8125rem; color: var(--ink-soft); }
label { display: block; margin-bottom: 0.1875rem; font-size: 0.875rem; font-weight: 550; }
label span { font-weight: 400; color: var(--ink-soft); }
input, textarea {
  display: block; width: 100%; padding: 0.5rem 0.625rem; font: inherit; font-size: 1rem; color: var(--ink);
  background: var(--paper); border: 1px solid var(--rule); border-radius: 4px;
}
textarea { resize: vertical; min-height: 4.5rem; max-height: 12rem; }
[aria-invalid="true"] { border-color: var(--vermilion); }
:focus-visible { outline: 2px solid var(--press); outline-offset: 2px; }
.problem { margin: 0; font-size: 0.875rem; color: var(--vermilion-text); }
.problem:empty { display: none; }
.foot { display: flex; align-items: center; justify-content: space-between; gap: 0.75rem; margin-top: 0.25rem; }
.foot p { margin: 0; font-size: 0.8125rem; color: var(--ink-soft); }
form button {
  flex: none; min-height: 2.75rem; padding: 0 1.25rem; font: inherit; font-weight: 550; color: var(--on-press);
  background: var(--press); border: 0; border-radius: 4px; cursor: pointer;
}
form button:hover { background: var(--press-strong); }
form button:disabled { opacity: 0.6; cursor: default; }
@media (prefers-reduced-motion: reduce) { section { animation: none; } }
`;
