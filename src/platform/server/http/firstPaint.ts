import { fastifyCookie } from '@fastify/cookie';
import { chosenTheme, schemes, storedStyles } from '../../contract/cookies.ts';
import { readStyles } from './styles.ts';

const isFixed = (theme: string | undefined): theme is keyof typeof schemes =>
  Object.hasOwn(schemes, theme ?? '');

/**
 * Returns what lets a page be painted as soon as its HTML is here. Someone who has the style sheet stored has the scripts
 * of the head, too. For all others the page contains the styles of what it shows, and its head waits for nothing: the
 * scripts and the style sheet follow at the end, before the entry runs.
 */
export function readFirstPaint(webDir: string, index: string) {
  const [link, href] = /<link rel="stylesheet" crossorigin href="([^"]+)">/.exec(index) ?? [];
  const stylesFor = href && readStyles(webDir, href);
  if (!link || !stylesFor) return (template: string) => template;
  return (template: string, content = '', cookieHeader = ''): string => {
    const cookies = fastifyCookie.parse(cookieHeader);
    if (cookies[storedStyles] === href) return template;
    const theme = cookies[chosenTheme];
    const late: string[] = [];
    const style = `<style nonce="__NONCE__" data-part>${stylesFor(template, content)}</style>`;
    const html = template
      .replaceAll(/<script src="[^"]+"><\/script>/g, (script) => {
        // Only the browser knows how dark the system is.
        if (theme === 'auto' && script.includes('theme')) return script;
        late.push(script);
        return '';
      })
      .replace(link, () => style)
      .replace('</body>', () => `${late.join('')}${link}</body>`);
    if (!isFixed(theme)) return html;
    const look = `data-theme="${theme}" data-scheme="${schemes[theme]}"`;
    return html.replace('data-theme="light" data-scheme="light"', look);
  };
}
