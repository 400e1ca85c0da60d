// Highlights elements of the table for a lesson. A style sheet of its own reaches them even when the table
// draws them again.

/** Highlights all elements of a selector. Returns a function that stops it. */
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
