import type { LayoutPart, Run } from '../../contract/layout.ts';
import {
  addBlock,
  addTable,
  addText,
  type Budget,
  startTable,
  type TableRows,
  textOf,
} from './blocks.ts';
import { attributeOf, type Office, partOf, type Token, tokensOf } from './office.ts';
import { startLists } from './openDocumentLists.ts';

/** A row or cell that stands for many; a sheet ends with a million empty ones. */
const repeatsAtMost = 100;
const repeatsOf = (token: Token, name: string) =>
  Math.min(Number(attributeOf(token, name)) || 1, repeatsAtMost);

const levelsAtMost = 8;

/** The text, the sheets or the slides of an OpenDocument file. */
export async function* openDocumentParts(
  office: Office,
  budget: Budget,
): AsyncGenerator<LayoutPart> {
  let part: LayoutPart = { name: null, blocks: [] };
  let slides = 0;
  /** Whether the part is not yet handed out. */
  let isOpen = true;
  let isSheet = false;
  let runs: Run[] | null = null;
  let heading = 0;
  let table: TableRows | null = null;
  let tables = 0;
  let cells: string[] = [];
  let cell: string[] = [];
  let rowRepeats = 1;
  let cellRepeats = 1;
  let skipped = 0;
  const content = await partOf(office, 'content.xml');
  const lists = startLists([await partOf(office, 'styles.xml'), content]);
  for (const token of tokensOf(content)) {
    if (budget.left < 0) break;
    const { kind, name, text } = token;
    if (name === 'tracked-changes' || name === 'notes')
      skipped += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    if (skipped > 0) continue;
    if (kind === 'text') {
      if (runs) addText(runs, text, false, false);
      continue;
    }
    if (kind !== 'close') {
      if (name === 'spreadsheet') isSheet = true;
      if (name === 'spreadsheet' || name === 'presentation') isOpen = false;
      if (name === 'page' && kind === 'open') {
        slides += 1;
        isOpen = true;
        part = { name: `Slide ${slides}`, blocks: [] };
      }
      if (name === 'list' && kind === 'open') lists.open(token);
      if (name === 'list-item') lists.item(token);
      if ((name === 'p' || name === 'h') && kind === 'open') {
        runs = [];
        heading = name === 'h' ? Math.min(Number(attributeOf(token, 'outline-level')) || 1, 6) : 0;
      }
      if (runs && name === 's') addText(runs, ' '.repeat(repeatsOf(token, 'c')), false, false);
      if (runs && name === 'tab') addText(runs, '\t', false, false);
      if (runs && name === 'line-break') addText(runs, '\n', false, false);
      if (name === 'table' && kind === 'open') {
        tables += 1;
        if (tables === 1) table = startTable(budget);
        if (tables === 1 && isSheet) {
          part = { name: attributeOf(token, 'name'), blocks: [] };
          isOpen = true;
        }
      }
      if (tables === 1 && name === 'table-row') {
        cells = [];
        rowRepeats = repeatsOf(token, 'number-rows-repeated');
      }
      if (tables === 1 && (name === 'table-cell' || name === 'covered-table-cell')) {
        cell = [];
        cellRepeats = repeatsOf(token, 'number-columns-repeated');
        if (kind === 'empty') cells.push(...Array<string>(cellRepeats).fill(''));
      }
      continue;
    }
    if (name === 'list') lists.close();
    if ((name === 'p' || name === 'h') && runs) {
      if (table) cell.push(textOf(runs));
      else if (heading > 0)
        addBlock(part.blocks, { kind: 'heading', level: heading, runs }, budget);
      else if (lists.level() >= 0) {
        const level = Math.min(lists.level(), levelsAtMost);
        addBlock(part.blocks, { kind: 'item', level, marker: lists.marker(), runs }, budget);
      } else addBlock(part.blocks, { kind: 'paragraph', runs }, budget);
      runs = null;
    }
    if (tables === 1 && (name === 'table-cell' || name === 'covered-table-cell'))
      cells.push(...Array<string>(cellRepeats).fill(cell.join('\n').trim()));
    if (tables === 1 && name === 'table-row') {
      while (cells.at(-1) === '') cells.pop();
      for (let row = 0; row < rowRepeats; row += 1) table?.add(cells);
    }
    if (name === 'table') {
      tables -= 1;
      if (tables === 0 && table) {
        addTable(part.blocks, table);
        table = null;
      }
    }
    if ((isSheet && name === 'table' && tables === 0) || name === 'page') {
      yield part;
      isOpen = false;
    }
  }
  if (table) addTable(part.blocks, table);
  if (isOpen) yield part;
}
