/**
 * Lets a browser translate a page without breaking it. Translators put `<font>` elements in the place of text nodes, or
 * around them. React keeps the nodes it made: it would fail to remove them ("NotFoundError"), and would write new
 * figures into nodes that nobody sees.
 * So a node that was replaced is remembered with what's shown instead, removing or inserting finds that, and new text
 * returns to the page. The translator then translates it again.
 * Imported by pages that are worked with, so that it runs before they hydrate; pages that are read don't load it.
 */
function surviveTranslation(): void {
  const shown = new WeakMap<Node, Element>();
  const isFont = (node: Node | null): node is Element => node?.nodeName === "FONT";
  // Called with the node as `this`, as the browser's own methods are.
  // oxlint-disable-next-line typescript/unbound-method -- see above
  const { insertBefore, removeChild, appendChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")!;

  /** The child of `parent` that shows this node: itself, the `<font>` around it, or the one in its place. */
  const inside = <T extends Node>(parent: Node, node: T): T => {
    let child: Node | null = node;
    while (child && child.parentNode !== parent) child = isFont(child.parentNode) ? child.parentNode : null;
    const font = shown.get(node);
    return (child ?? (font?.parentNode === parent ? font : node)) as T;
  };
  /** A node that's put somewhere shows itself again. */
  const takeBack = (node: Node): void => {
    shown.get(node)?.remove();
    shown.delete(node);
  };

  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    removeChild.call(this, inside(this, child));
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    takeBack(node);
    return insertBefore.call(this, node, before && inside(this, before)) as T;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    takeBack(node);
    return appendChild.call(this, node) as T;
  };
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Text, value: string | null) {
      nodeValue.set!.call(this, value);
      const font = shown.get(this);
      shown.delete(this);
      font?.replaceWith(this);
    },
  });

  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const node of removedNodes) {
        const font = node instanceof Text && [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (font && !node.isConnected) shown.set(node, font);
      }
  }).observe(document, { childList: true, subtree: true });
}

if (typeof document !== "undefined") surviveTranslation();
