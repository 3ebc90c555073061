import { clsx } from 'clsx';
import { useMemo } from 'react';
import { nonce } from '../../../../platform/web/ui/nonce.ts';
import { clean } from './clean.ts';

interface Props {
  html: string;
  title: string;
  /** Phone width. */
  narrow?: boolean;
  className?: string;
}

/** An email as its reader sees it, without images; links do not work. */
export function MailPaper({ html, title, narrow, className }: Props) {
  const document = useMemo(() => documentOf(html), [html]);
  return (
    <div className="rounded-md border border-border bg-sunken p-2">
      <iframe
        // Nothing is allowed: no scripts, no forms, no popups, no origin.
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={document}
        title={title}
        className={clsx(
          'mx-auto block w-full rounded-sm',
          narrow && 'max-w-[375px]',
          className ?? 'h-[min(440px,46dvh)]',
        )}
      />
    </div>
  );
}

/** The page as email clients show it: light in every theme. */
const styles = `:root { color-scheme: light; }
body { margin: 0; padding: 1px 16px; font: 16px/1.5 Helvetica, Arial, sans-serif; color: CanvasText; background: Canvas; overflow-wrap: anywhere; }
a { color: LinkText; text-decoration: underline; }
`;

/** A document around an email; it may load and run nothing, even outside its sandbox. */
function documentOf(html: string): string {
  const { body, css } = clean(html);
  // Without a nonce the page has no CSP either: the development server.
  const [source, attribute] = nonce
    ? [`'nonce-${nonce}'`, ` nonce="${nonce}"`]
    : ["'unsafe-inline'", ''];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}">
<title>Email</title><style${attribute}>${styles}${css}</style></head>
<body>${body}</body></html>`;
}
