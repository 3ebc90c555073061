import { attributeOf, tokensOf } from './office.ts';

/** The formats that a workbook only names by their number, as far as they are in use. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'm/d/yyyy',
  15: 'm/d/yyyy',
  16: 'm/d',
  17: 'm/yyyy',
  18: 'h:mm',
  19: 'h:mm',
  20: 'h:mm',
  21: 'h:mm',
  22: 'm/d/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  44: '$#,##0.00',
};

/** Shows numbers as their cells do: dates, amounts and percentages; others as they are. By the index of the style. */
export function numberFormats(styles: string, isFrom1904: boolean) {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isCell = false;
  for (const token of tokensOf(styles)) {
    if (token.name === 'cellXfs') isCell = token.kind === 'open';
    if (token.kind === 'close') continue;
    const id = Number(attributeOf(token, 'numFmtId'));
    if (token.name === 'numFmt') codes.set(id, attributeOf(token, 'formatCode') ?? '');
    if (token.name === 'xf' && isCell) formats.push(id || 0);
  }
  return (value: number, style: number): string => {
    const id = formats[style] ?? 0;
    const code = partOfCode(codes.get(id) ?? builtIn[id] ?? '', value);
    if (!Number.isFinite(value)) return '';
    if (/[ymdhs]/i.test(bare(code))) return dateOf(value, bare(code), isFrom1904);
    return numberOf(value, code);
  };
}

/** A format may have one part for amounts above 0 and another for those below. */
function partOfCode(code: string, value: number): string {
  const parts = code.split(';');
  return (value < 0 ? parts[1] : undefined) ?? parts[0] ?? '';
}

/** Without quoted text, colors and the width of characters, which are no letters of a date. */
const bare = (code: string) =>
  // Bounded: Excel writes at most 255 characters.
  code.slice(0, 255).replace(/"[^"]*"|\\.|_.|\[(?!h|m|s)[^\]]*\]|General|AM\/PM|A\/P/gi, '');

function dateOf(value: number, code: string, isFrom1904: boolean): string {
  const start = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(start + Math.round(value * 86_400) * 1_000);
  if (Number.isNaN(date.getTime()) || Math.abs(value) > 3_000_000) return String(value);
  const hasDay = /[yd]/i.test(code);
  const hasTime = /[hs]/i.test(code);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
  const time = `${date.getUTCHours()}:${two(date.getUTCMinutes())}`;
  if (!hasDay) return hasTime ? time : day;
  return hasTime ? `${day} ${time}` : day;
}

function numberOf(value: number, code: string): string {
  const pattern = bare(code);
  const isPercent = pattern.includes('%');
  // Without a format a sum of cents has digits that no one entered.
  if (!/[0#]/.test(pattern)) return String(Number(value.toPrecision(12)));
  const decimals = Math.min(/\.([0#]+)/.exec(pattern)?.[1]?.length ?? 0, 10);
  const digits = Math.abs(isPercent ? value * 100 : value).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: pattern.includes(','),
  });
  const dollars = /\$/.test(code) ? '$' : '';
  return `${value < 0 ? '-' : ''}${dollars}${digits}${isPercent ? '%' : ''}`;
}
