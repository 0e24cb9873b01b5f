/**
 * Cleans pasted HTML: removes what Word, Google Docs, and web pages put around a text, and converts their lists and
 * footnotes to ours. The editor's schema drops every other tag and attribute, and the server checks the result.
 */
export function cleanPasted(html: string): string {
  // Word hides its lists' numbers in comments, and parts in conditional ones. Styles go before parsing: the browser
  // reports each.
  const bare = html
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/<!\[[\s\S]*?\]>/g, "")
    .replaceAll(/<(style|script|xml)\b[\s\S]*?<\/\1\s*>/gi, "");
  const page = new DOMParser().parseFromString(bare, "text/html");
  const { body } = page;
  for (const gone of body.querySelectorAll(
    "style, script, meta, link, title, xml, o\\:p, iframe, object, template, noscript",
  )) {
    if (gone.tagName === "O:P" && gone.textContent?.trim()) gone.replaceWith(gone.textContent);
    else gone.remove();
  }
  unwrapGoogle(body);
  footnotesOf(page);
  listsOf(page);
  for (const heading of body.querySelectorAll("h1")) rename(page, heading, "h2");
  for (const heading of body.querySelectorAll("h5, h6")) rename(page, heading, "h4");
  styledSpans(page);
  for (const empty of body.querySelectorAll("p, span")) {
    if (!empty.textContent?.replaceAll("\u00a0", " ").trim() && !empty.querySelector("img, br, sup")) empty.remove();
  }
  return body.innerHTML;
}

/** Google Docs wraps all it copies in a <b> that isn't bold. */
function unwrapGoogle(body: HTMLElement): void {
  for (const wrap of body.querySelectorAll<HTMLElement>("b"))
    if (wrap.id.startsWith("docs-internal-guid") || wrap.style.fontWeight === "normal")
      wrap.replaceWith(...wrap.childNodes);
}

function rename(page: Document, element: Element, tag: string): void {
  const made = page.createElement(tag);
  made.append(...element.childNodes);
  element.replaceWith(made);
}

/** Bold and italics that are only styles. */
function styledSpans(page: Document): void {
  for (const span of page.body.querySelectorAll<HTMLElement>("span[style]")) {
    const { fontWeight, fontStyle, verticalAlign } = span.style;
    const tags = [
      ...(fontWeight === "bold" || Number(fontWeight) >= 600 ? ["strong"] : []),
      ...(fontStyle === "italic" ? ["em"] : []),
      ...(verticalAlign === "super" ? ["sup"] : verticalAlign === "sub" ? ["sub"] : []),
    ];
    for (const tag of tags) {
      const made = page.createElement(tag);
      made.append(...span.childNodes);
      span.append(made);
    }
  }
}

/** Word's footnotes: a link in the text, and the note at the end. */
function footnotesOf(page: Document): void {
  for (const link of page.body.querySelectorAll<HTMLAnchorElement>('a[href*="_ftn"], a[href*="_edn"]')) {
    const name = /#(_(?:ftn|edn)\d+)$/.exec(link.getAttribute("href") ?? "")?.[1];
    if (
      !name ||
      link.closest('[style*="mso-element:footnote"], [style*="mso-element: footnote"], [id^="ftn"], [id^="edn"]')
    )
      continue;
    const note = page.getElementById(name.slice(1)) ?? page.querySelector(`a[name="${name}"]`)?.closest("div, p");
    const words = note?.textContent
      ?.replaceAll(/\s+/g, " ")
      .replace(/^\s*\[?\d+\]?\s*/, "")
      .trim();
    if (!words) continue;
    const mark = page.createElement("sup");
    mark.dataset["footnote"] = words;
    mark.textContent = "*";
    (link.closest("sup") ?? link).replaceWith(mark);
  }
  for (const note of page.body.querySelectorAll('div[style*="mso-element:footnote"], div[id^="ftn"], div[id^="edn"]'))
    note.remove();
}

/** Word's lists are paragraphs with a level and a bullet as text. */
function listsOf(page: Document): void {
  let lists: { level: number; list: Element }[] = [];
  let last: Element | null = null;
  for (const item of page.body.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list:"]')) {
    const style = item.getAttribute("style") ?? "";
    const level = Number(/mso-list:[^;]*level(\d)/.exec(style)?.[1] ?? 1);
    const bullet = item.querySelector<HTMLElement>('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
    const words = item.textContent ?? "";
    const said = (bullet?.textContent ?? /^\s*(?:[·•o§\-–]|\(?[0-9a-z]{1,3}[.)])\s+/i.exec(words)?.[0] ?? "").trim();
    const tag = /[0-9a-z][.)]/i.test(said) ? "ol" : "ul";
    bullet?.remove();
    if (!bullet && said) {
      const first = page.createTreeWalker(item, NodeFilter.SHOW_TEXT).nextNode();
      if (first?.nodeValue) first.nodeValue = first.nodeValue.replace(/^\s*(?:[·•o§\-–]|\(?[0-9a-z]{1,3}[.)])\s+/i, "");
    }
    const follows = last !== null && item.previousElementSibling === last;
    if (!follows) lists = [];
    lists = lists.filter((of) => of.level <= level);
    let current = lists.at(-1);
    if (!current || current.level < level) {
      const list = page.createElement(tag);
      const parent = current?.list.lastElementChild;
      if (parent) parent.append(list);
      else item.before(list);
      current = { level, list };
      lists.push(current);
    }
    const line = page.createElement("li");
    const text = page.createElement("p");
    text.append(...item.childNodes);
    line.append(text);
    current.list.append(line);
    last = lists[0]!.list;
    item.remove();
  }
}
