import { nonce } from '../../../../platform/web/ui/nonce.ts';
import { clean } from './clean.ts';

/** The page as email clients show it: light in every theme. */
const paper = `:root { color-scheme: light; }
body { margin: 0; padding: 1px 16px; font: 16px/1.5 Helvetica, Arial, sans-serif; color: CanvasText; background: Canvas; overflow-wrap: anywhere; }
a { color: LinkText; text-decoration: underline; }
`;

/** A document around an email; it may load and run nothing, even outside its sandbox. */
export function documentOf(html: string): string {
  const { body, css } = clean(html);
  // Without a nonce the page has no CSP either: the development server.
  const [source, attribute] = nonce
    ? [`'nonce-${nonce}'`, ` nonce="${nonce}"`]
    : ["'unsafe-inline'", ''];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}">
<title>Email</title><style${attribute}>${paper}${css}</style></head>
<body>${body}</body></html>`;
}
