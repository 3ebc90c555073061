/** What may stand in a mail that is shown; anything else gives way to what is in it. */
const kept = new Set(
  (
    'a abbr b blockquote br caption center code col colgroup dd div dl dt em font h1 h2 h3 h4 h5 h6 hr i ' +
    'li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
);
/** What goes with everything in it. */
const dropped =
  'script,style,title,head,iframe,frame,frameset,object,embed,applet,template,svg,math,audio,video,' +
  'canvas,form input,input,button,select,textarea,link,meta,base,portal,xmp,plaintext,noembed,noframes';
const keptAttributes = new Set(
  (
    'align valign width height bgcolor border cellpadding cellspacing colspan rowspan ' +
    'color size face dir lang title role alt'
  ).split(' '),
);
const marker = 'data-paper';
const aside = 'data-paper-';
/** What makes a browser fetch something. */
const fetching = /url\(|image-set\(|src\(|@import|@font-face/i;

export interface Cleaned {
  body: string;
  css: string;
}

/**
 * A mail without anything that could run, fetch or lead anywhere. Its styles come apart, because a page of ours
 * takes none that stand on the element. The frame it is shown in forbids all that a second time.
 */
export function clean(html: string): Cleaned {
  const { rest, sheets } = takeStyles(html);
  // A document nobody shows: nothing in it runs or loads.
  const { body } = new DOMParser().parseFromString(rest, 'text/html');
  const rules = sheets.map(sheetOf);
  for (const picture of body.querySelectorAll('img')) {
    picture.replaceWith(`[${picture.getAttribute('alt') || 'Picture'}]`);
  }
  for (const element of body.querySelectorAll(dropped)) element.remove();
  for (const [at, element] of [...body.querySelectorAll('*')].entries()) {
    if (!kept.has(element.localName)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    const style = declarationsOf(element.getAttribute(`${aside}style`) ?? '');
    strip(element);
    if (!style) continue;
    element.setAttribute(marker, String(at));
    rules.push(`[${marker}="${at}"]{${style}}`);
  }
  // Within a style element only this sign could end it.
  return { body: body.innerHTML, css: rules.join('\n').replaceAll('<', '\\3c ') };
}

const styleStart = /<style\b[^<>]*>/gi;
const styleEnd = /<\/style\s{0,20}>/gi;
const tag = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

/**
 * Parsing alone would already report what the page does not allow: styles, handlers, another base for addresses.
 * What is missed here is reported and left out all the same; nothing else depends on it.
 */
function takeStyles(html: string): { rest: string; sheets: string[] } {
  const sheets: string[] = [];
  const outside: string[] = [];
  let at = 0;
  for (;;) {
    styleStart.lastIndex = at;
    const start = styleStart.exec(html);
    styleEnd.lastIndex = styleStart.lastIndex;
    const end = start && styleEnd.exec(html);
    outside.push(html.slice(at, end ? start.index : undefined));
    if (!end) break;
    sheets.push(html.slice(styleStart.lastIndex, end.index));
    at = styleEnd.lastIndex;
  }
  const rest = outside
    .join('')
    .replace(/<base\b/gi, '<x-base')
    .replace(tag, (whole) =>
      whole.replace(/([\s"'/])(style|on\w{1,40})(?=\s{0,20}=)/gi, `$1${aside}$2`),
    );
  return { rest, sheets };
}

function strip(element: Element): void {
  const address = element.getAttribute('href');
  for (const { name } of [...element.attributes]) {
    if (!keptAttributes.has(name)) element.removeAttribute(name);
  }
  // Where it would lead is told, not followed.
  if (address) element.setAttribute('title', address);
}

function declarationsOf(text: string): string {
  const { style } = document.createElement('i');
  style.cssText = text;
  for (const name of [...style]) {
    if (fetching.test(style.getPropertyValue(name))) style.removeProperty(name);
  }
  return style.cssText;
}

function sheetOf(text: string): string {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules]
    .map(({ cssText }) => cssText)
    .filter((rule) => !fetching.test(rule))
    .join('\n');
}
