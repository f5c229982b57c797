const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as HTML, also for attributes in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** A text as HTML, with `code` in backticks and [links](/path). */
export const prose = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((\/[^)\s]*)\)/g, '<a href="$2">$1</a>');

/** A whole HTML document below /docs/ that runs no script. `style` is the path of its style sheet. */
export const documentOf = (title: string, style: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Footfall</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body>
<header>
<nav aria-label="Footfall"><a href="/docs/">API</a> <a href="/docs/problems/">Problems</a> <a href="/openapi.json">OpenAPI</a> <a href="/console/">Console</a></nav>
</header>
<main>
${main}
</main>
</body>
</html>
`;
