import { type LayoutPart, layoutMaxColumns, layoutMaxRows } from '../../contract/layout.ts';
import { addTable, type Budget, startTable } from './blocks.ts';
import { numberFormats } from './numberFormats.ts';
import {
  attributeOf,
  numbered,
  type Office,
  partOf,
  sharedStrings,
  targetsOf,
  tokensOf,
} from './office.ts';

/** The visible sheets of a workbook, in their order; those without a name if it has no list of them. */
async function sheetsIn(office: Office): Promise<{ name: string; path: string }[]> {
  const targets = await targetsOf(office, 'xl/workbook.xml');
  const listed: { name: string; path: string }[] = [];
  for (const token of tokensOf(await partOf(office, 'xl/workbook.xml'))) {
    if (token.name !== 'sheet' || token.kind === 'close') continue;
    const path = targets.get(attributeOf(token, 'r:id') ?? '');
    const isHidden = (attributeOf(token, 'state') ?? 'visible') !== 'visible';
    if (path && !isHidden) listed.push({ name: attributeOf(token, 'name') ?? '', path });
  }
  if (listed.length > 0) return listed;
  return numbered(office, /^xl\/worksheets\/sheet\d+\.xml$/).map((path, at) => ({
    name: `Sheet ${at + 1}`,
    path,
  }));
}

/** `AB12` is in column 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Each sheet as a table of what its cells show. */
export async function* sheetParts(office: Office, budget: Budget): AsyncGenerator<LayoutPart> {
  const shared = sharedStrings(await partOf(office, 'xl/sharedStrings.xml'));
  const workbook = await partOf(office, 'xl/workbook.xml');
  const format = numberFormats(
    await partOf(office, 'xl/styles.xml'),
    /\bdate1904="(1|true)"/.test(workbook),
  );
  for (const { name, path } of await sheetsIn(office)) {
    const table = startTable(budget);
    let cells: string[] = [];
    let column = 0;
    let type = '';
    let style = 0;
    let value = '';
    let isValue = false;
    let lastRow = 0;
    for (const token of tokensOf(await partOf(office, path))) {
      if (budget.isCut && lastRow > layoutMaxRows) break;
      const { kind, name: tag, text } = token;
      if (kind === 'text') {
        if (isValue) value += text;
        continue;
      }
      if (tag === 'row' && kind !== 'close') {
        const number = Number(attributeOf(token, 'r')) || lastRow + 1;
        // Rows without cells are left out of the file.
        for (let row = lastRow + 1; row < number && number <= layoutMaxRows; row += 1)
          table.add([]);
        lastRow = number;
        cells = [];
      }
      if (tag === 'row' && kind === 'close') {
        if (lastRow <= layoutMaxRows) table.add(cells);
        else budget.isCut ||= cells.some((cell) => cell !== '');
      }
      if (tag === 'c' && kind !== 'close') {
        const reference = attributeOf(token, 'r');
        column = reference ? columnOf(reference) : cells.length;
        type = attributeOf(token, 't') ?? 'n';
        style = Number(attributeOf(token, 's')) || 0;
        value = '';
      }
      if (tag === 'v' || tag === 't') isValue = kind === 'open';
      if (tag !== 'c' || kind !== 'close' || column < 0) continue;
      if (column > layoutMaxColumns) {
        budget.isCut = true;
        continue;
      }
      while (cells.length < column) cells.push('');
      cells[column] = shown(type, value, style);
    }
    const blocks: LayoutPart['blocks'] = [];
    addTable(blocks, table);
    yield { name, blocks };
  }

  function shown(type: string, value: string, style: number): string {
    if (type === 's') return shared[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    return type === 'n' && value !== '' ? format(Number(value), style) : value;
  }
}
