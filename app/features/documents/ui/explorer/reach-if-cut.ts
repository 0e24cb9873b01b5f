/** What scrolls must be reachable by keyboard. The others would only be in the way. */
export function reachIfCut(element: HTMLElement | null): void {
  if (element && element.scrollWidth > element.clientWidth) element.tabIndex = 0;
}
