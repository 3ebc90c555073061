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
import { attributeOf, numbered, type Office, partOf, targetsOf, tokensOf } from './office.ts';

/** The slides in the order in which they are shown. Hidden ones are among them: they are part of the file. */
async function slidesIn(office: Office): Promise<string[]> {
  const targets = await targetsOf(office, 'ppt/presentation.xml');
  const listed: string[] = [];
  for (const token of tokensOf(await partOf(office, 'ppt/presentation.xml'))) {
    if (token.name !== 'sldId' || token.kind === 'close') continue;
    const path = targets.get(attributeOf(token, 'r:id') ?? '');
    if (path) listed.push(path);
  }
  return listed.length > 0 ? listed : numbered(office, /^ppt\/slides\/slide\d+\.xml$/);
}

/** The texts of each slide: its title, then what is on it in the order of the file. */
export async function* slideParts(office: Office, budget: Budget): AsyncGenerator<LayoutPart> {
  for (const [at, path] of (await slidesIn(office)).entries())
    yield { name: `Slide ${at + 1}`, blocks: slideBlocks(await partOf(office, path), budget) };
}

function slideBlocks(xml: string, budget: Budget): Block[] {
  const blocks: Block[] = [];
  let shape: 'title' | 'list' | 'text' = 'text';
  let runs: Run[] = [];
  let level = 0;
  let isBold = false;
  let isItalic = false;
  let isText = false;
  let table: TableRows | null = null;
  let cells: string[] = [];
  let cell: string[] = [];
  let skipped = 0;
  for (const token of tokensOf(xml)) {
    if (budget.left < 0) break;
    const { kind, name, text } = token;
    if (name === 'Fallback') skipped += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    if (skipped > 0) continue;
    if (kind === 'text') {
      if (isText) addText(runs, text, isBold, isItalic);
      continue;
    }
    if (kind === 'close') {
      if (name === 't') isText = false;
      if (name === 'tc') {
        cells.push(cell.join('\n').trim());
        cell = [];
      }
      if (name === 'tr') {
        table?.add(cells);
        cells = [];
      }
      if (name === 'tbl' && table) {
        addTable(blocks, table);
        table = null;
      }
      if (name === 'p') {
        if (table) cell.push(textOf(runs));
        else if (shape === 'title') addBlock(blocks, { kind: 'heading', level: 2, runs }, budget);
        else if (shape === 'list')
          addBlock(blocks, { kind: 'item', level, marker: '•', runs }, budget);
        else addBlock(blocks, { kind: 'paragraph', runs }, budget);
        runs = [];
      }
      continue;
    }
    if (name === 't') isText = kind === 'open';
    if (name === 'tbl') table = startTable(budget);
    if (name === 'sp') shape = 'text';
    if (name === 'ph') shape = shapeOf(attributeOf(token, 'type'));
    if (name === 'p') {
      runs = [];
      level = 0;
    }
    if (name === 'pPr') level = Math.min(Number(attributeOf(token, 'lvl')) || 0, 8);
    if (name === 'rPr') {
      isBold = attributeOf(token, 'b') === '1';
      isItalic = attributeOf(token, 'i') === '1';
    }
    if (name === 'r') [isBold, isItalic] = [false, false];
    if (name === 'br') addText(runs, '\n', isBold, isItalic);
  }
  return blocks;
}

/** A place of the layout without a type holds a list. */
function shapeOf(type: string | null): 'title' | 'list' | 'text' {
  if (type === 'title' || type === 'ctrTitle') return 'title';
  return type === null || type === 'body' ? 'list' : 'text';
}
