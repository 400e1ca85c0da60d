// Highlights elements of the table for a lesson. It uses a style sheet, so that elements stay highlighted when the table renders them
// again.

/** Highlights all elements that match a selector. Returns a function that removes the highlight. */
export function spotlight(selector: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:is(${selector}) { outline: 3px dashed var(--ivory); outline-offset: 4px; animation: spotlight 1.4s ease-in-out infinite; }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
