/** Allowed elements; any other element is replaced by its children. */
const allowed = new Set(
  (
    'a abbr b blockquote br caption center code col colgroup dd div dl dt em font h1 h2 h3 h4 h5 h6 hr i ' +
    'li ol p pre s small span strong sub sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
);
/** Removed with their content. */
const dropped =
  'script,style,title,head,iframe,frame,frameset,object,embed,applet,template,svg,math,audio,video,' +
  'canvas,form input,input,button,select,textarea,link,meta,base,portal,xmp,plaintext,noembed,noframes';
const allowedAttributes = new Set(
  (
    'align valign width height bgcolor border cellpadding cellspacing colspan rowspan ' +
    'color size face dir lang title role alt'
  ).split(' '),
);
const marker = 'data-paper';
const renamedPrefix = 'data-paper-';
/** CSS that makes a browser load something. */
const loadsResource = /url\(|image-set\(|src\(|@import|@font-face/i;

export interface Cleaned {
  body: string;
  css: string;
}

/**
 * Removes everything from an email that could run, load or navigate. Styles are extracted, because our CSP
 * forbids inline styles. The frame it is shown in forbids all of this a second time.
 */
export function clean(html: string): Cleaned {
  const { rest, sheets } = takeStyles(html);
  // A document that is never displayed: nothing in it runs or loads.
  const { body } = new DOMParser().parseFromString(rest, 'text/html');
  const rules = sheets.map(sheetOf);
  for (const image of body.querySelectorAll('img')) {
    image.replaceWith(`[${image.getAttribute('alt') || 'Image'}]`);
  }
  for (const element of body.querySelectorAll(dropped)) element.remove();
  for (const [at, element] of [...body.querySelectorAll('*')].entries()) {
    if (!allowed.has(element.localName)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    const style = declarationsOf(element.getAttribute(`${renamedPrefix}style`) ?? '');
    strip(element);
    if (!style) continue;
    element.setAttribute(marker, String(at));
    rules.push(`[${marker}="${at}"]{${style}}`);
  }
  // Only this character could end the style element.
  return { body: body.innerHTML, css: rules.join('\n').replaceAll('<', '\\3c ') };
}

const styleStart = /<style\b[^<>]*>/gi;
const styleEnd = /<\/style\s{0,20}>/gi;
const tag = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

/**
 * Parsing alone would already cause CSP reports for styles, handlers and base URLs. Anything missed here is only
 * reported and removed all the same; nothing else depends on it.
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
    .replace(tag, (match) =>
      match.replace(/([\s"'/])(style|on\w{1,40})(?=\s{0,20}=)/gi, `$1${renamedPrefix}$2`),
    );
  return { rest, sheets };
}

function strip(element: Element): void {
  const address = element.getAttribute('href');
  for (const { name } of [...element.attributes]) {
    if (!allowedAttributes.has(name)) element.removeAttribute(name);
  }
  // Links show their URL but do not work.
  if (address) element.setAttribute('title', address);
}

function declarationsOf(text: string): string {
  const { style } = document.createElement('i');
  style.cssText = text;
  for (const name of [...style]) {
    if (loadsResource.test(style.getPropertyValue(name))) style.removeProperty(name);
  }
  return style.cssText;
}

function sheetOf(text: string): string {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules]
    .map(({ cssText }) => cssText)
    .filter((rule) => !loadsResource.test(rule))
    .join('\n');
}
