const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Wraps the HTML of an email in a document, unless it is one: screen readers need its language, and phones the
 * viewport.
 */
export function asDocument(subject: string, html: string): string {
  if (/<html[\s>]/i.test(html)) return html;
  const title = subject.replace(/[&<>]/g, (sign) => signs[sign] ?? sign);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body style="margin: 0;">
${html}
</body>
</html>
`;
}
