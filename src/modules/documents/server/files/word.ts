import type { Block, LayoutPart, Run } from '../../contract/layout.ts';
import {
  addBlock,
  addTable,
  addText,
  type Budget,
  startTable,
  type TableRows,
  textOf,
} from './blocks.ts';
import { markerOf } from './markers.ts';
import { attributeOf, type Office, partOf, type Token, tokensOf } from './office.ts';

/** Office switches what is on by default off with these. */
const isOn = (token: Token) =>
  !['0', 'false', 'none', 'off'].includes(attributeOf(token, 'val') ?? '');

interface Style {
  /** 1 to 6; 0: not a heading. */
  heading: number;
  list: { numId: string; level: number } | null;
  marker: 'bullet' | 'number' | null;
}

/** Headings and lists are recognized by the names of their styles, which do not depend on the language of Word. */
function stylesIn(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  for (const token of tokensOf(xml)) {
    const { kind, name } = token;
    if (name === 'style' && kind === 'open') {
      style = { heading: 0, list: null, marker: null };
      styles.set(attributeOf(token, 'styleId') ?? '', style);
    }
    if (name === 'style' && kind === 'close') style = null;
    if (!style || kind === 'close') continue;
    const value = attributeOf(token, 'val') ?? '';
    if (name === 'name') {
      const level = /^heading ([1-6])$/i.exec(value)?.[1];
      if (level) style.heading = Number(level);
      if (/^title$/i.test(value)) style.heading = 1;
      if (/^list bullet/i.test(value)) style.marker = 'bullet';
      if (/^list number/i.test(value)) style.marker = 'number';
    }
    if (name === 'numId') style.list = { numId: value, level: style.list?.level ?? 0 };
    if (name === 'ilvl' && style.list) style.list.level = Number(value) || 0;
  }
  return styles;
}

/** How each level of each list is marked: `bullet`, `decimal`, `lowerLetter`; by the number of the list and the level. */
function numberingIn(xml: string): (numId: string, level: number) => string {
  const formats = new Map<string, string>();
  const abstracts = new Map<string, string>();
  let abstract = '';
  let num = '';
  let level = '';
  for (const token of tokensOf(xml)) {
    if (token.kind === 'close') continue;
    const value = attributeOf(token, 'val') ?? '';
    if (token.name === 'abstractNum') abstract = attributeOf(token, 'abstractNumId') ?? '';
    if (token.name === 'lvl') level = attributeOf(token, 'ilvl') ?? '0';
    if (token.name === 'numFmt') formats.set(`${abstract} ${level}`, value);
    if (token.name === 'num') num = attributeOf(token, 'numId') ?? '';
    if (token.name === 'abstractNumId') abstracts.set(num, value);
  }
  return (numId, at) => formats.get(`${abstracts.get(numId)} ${at}`) ?? 'bullet';
}

/** Counts the items of each list. */
function startMarkers(formatOf: (numId: string, level: number) => string) {
  const counts = new Map<string, number[]>();
  return (numId: string, level: number): string => {
    const count = counts.get(numId) ?? [];
    counts.set(numId, count);
    count.length = level + 1;
    count[level] = (count[level] ?? 0) + 1;
    return markerOf(formatOf(numId, level), count[level] ?? 1, level);
  };
}

interface Paragraph {
  runs: Run[];
  style: string;
  numId: string | null;
  level: number;
  isBold: boolean;
  isItalic: boolean;
}

const blank = (): Paragraph => ({
  runs: [],
  style: '',
  numId: null,
  level: 0,
  isBold: false,
  isItalic: false,
});

const levelsAtMost = 8;

/** The text of a Word document: headings, paragraphs, lists and tables, without headers, footers and notes. */
export async function* wordParts(office: Office, budget: Budget): AsyncGenerator<LayoutPart> {
  const styles = stylesIn(await partOf(office, 'word/styles.xml'));
  const markers = startMarkers(numberingIn(await partOf(office, 'word/numbering.xml')));
  const blocks: Block[] = [];
  // Text boxes have paragraphs within a paragraph, and cells tables within a table.
  const open: Paragraph[] = [];
  let table: TableRows | null = null;
  let tables = 0;
  let cells: string[] = [];
  let cell: string[] = [];
  let skipped = 0;
  let isText = false;
  let isRun = false;

  const end = (paragraph: Paragraph) => {
    const { runs, style: styleId } = paragraph;
    const style = styles.get(styleId);
    if (table) {
      cell.push(textOf(runs));
      return;
    }
    const { list = null, heading = 0, marker = null } = style ?? {};
    const numId = paragraph.numId ?? list?.numId ?? null;
    const level = Math.min(
      paragraph.numId === null ? (list?.level ?? 0) : paragraph.level,
      levelsAtMost,
    );
    if (heading > 0) addBlock(blocks, { kind: 'heading', level: heading, runs }, budget);
    else if (numId !== null && numId !== '0')
      addBlock(blocks, { kind: 'item', level, marker: markers(numId, level), runs }, budget);
    else if (marker)
      addBlock(
        blocks,
        { kind: 'item', level, marker: marker === 'bullet' ? '•' : '–', runs },
        budget,
      );
    else addBlock(blocks, { kind: 'paragraph', runs }, budget);
  };

  for (const token of tokensOf(await partOf(office, 'word/document.xml'))) {
    if (budget.left < 0) break;
    const { kind, name, text } = token;
    const isOpening = kind === 'open';
    const isClosing = kind === 'close';
    // The same text once more, for older programs.
    if (name === 'Fallback') skipped += isOpening ? 1 : isClosing ? -1 : 0;
    if (skipped > 0) continue;
    const paragraph = open.at(-1);
    if (kind === 'text') {
      if (isText && paragraph) addText(paragraph.runs, text, paragraph.isBold, paragraph.isItalic);
      continue;
    }
    if (name === 't') isText = isOpening;
    if (name === 'r') isRun = isOpening;
    if (name === 'p' && isOpening) open.push(blank());
    if (name === 'p' && isClosing && paragraph) {
      open.pop();
      end(paragraph);
    }
    if (name === 'tbl' && isOpening) {
      if (tables === 0) table = startTable(budget);
      tables += 1;
    }
    if (name === 'tbl' && isClosing) {
      tables -= 1;
      if (tables === 0 && table) {
        addTable(blocks, table);
        table = null;
      }
    }
    if (tables === 1 && name === 'tr') {
      if (isClosing) table?.add(cells);
      cells = [];
    }
    if (tables === 1 && name === 'tc') {
      if (isClosing) cells.push(cell.join('\n').trim());
      cell = [];
    }
    if (isClosing || !paragraph) continue;
    if (name === 'r') Object.assign(paragraph, { isBold: false, isItalic: false });
    if (isRun && name === 'b') paragraph.isBold = isOn(token);
    if (isRun && name === 'i') paragraph.isItalic = isOn(token);
    if (name === 'tab' && isRun)
      addText(paragraph.runs, '\t', paragraph.isBold, paragraph.isItalic);
    if (name === 'br' || name === 'cr')
      addText(paragraph.runs, '\n', paragraph.isBold, paragraph.isItalic);
    if (name === 'pStyle') paragraph.style = attributeOf(token, 'val') ?? '';
    if (name === 'numId') paragraph.numId = attributeOf(token, 'val');
    if (name === 'ilvl') paragraph.level = Number(attributeOf(token, 'val')) || 0;
  }
  yield { name: null, blocks };
}
