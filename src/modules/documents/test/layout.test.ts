import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipOf } from '../../../../test/support/zip.ts';
import { createLog } from '../../../platform/server/log/log.ts';
import { createParsing, sourceOf } from '../../../platform/server/parsing/parsing.ts';
import type { Block, Layout } from '../contract/layout.ts';
import { listAccesses, readLayout } from '../contract.ts';
import { layoutOf } from '../server/files/layout.ts';
import { add, type DocumentStage, openDocumentStage } from './stage.ts';

const parsing = createParsing(createLog('silent'));
afterAll(() => parsing.stop());

const office = (main: Record<string, string>) =>
  zipOf({ '[Content_Types].xml': '<Types/>', ...main });
const read = (bytes: Buffer) => layoutOf(parsing, sourceOf(bytes));

/** Blocks in one line each: `h2 Title`, `1. item`, `a | b`; bold text between stars. */
const linesOf = (layout: Layout | null) =>
  layout?.parts.map(({ name, blocks }) => [name, ...blocks.flatMap(lineOf)]);

function lineOf(block: Block): string[] {
  if (block.kind === 'table') return block.rows.map((cells) => cells.join(' | '));
  const text = block.runs
    .map((run) => (run.isBold ? `*${run.text}*` : run.isItalic ? `/${run.text}/` : run.text))
    .join('');
  if (block.kind === 'heading') return [`h${block.level} ${text}`];
  return [block.kind === 'item' ? `${'  '.repeat(block.level)}${block.marker} ${text}` : text];
}

const styles = `<w:styles>
  <w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
  <w:style w:styleId="Aufz"><w:name w:val="List Bullet"/></w:style></w:styles>`;
const numbering = `<w:numbering>
  <w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum>
  <w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num></w:numbering>`;
const p = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const listed = (level: number) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`;
const word = (body: string) =>
  office({
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': styles,
    'word/numbering.xml': numbering,
  });

describe('a Word document', () => {
  test('has headings, emphasis, lists and tables', async () => {
    const layout = await read(
      word(
        [
          p('Delivery &amp; checklist', '<w:pStyle w:val="berschrift2"/>'),
          '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t xml:space="preserve"> plain </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>slanted</w:t></w:r></w:p>',
          p('Keys', listed(0)),
          p('Valet key', listed(1)),
          p('Manual', listed(1)),
          p('Fuel', listed(0)),
          p('Spare tire', listed(1)),
          p('Floor mats', '<w:pStyle w:val="Aufz"/>'),
          `<w:tbl><w:tr><w:tc>${p('Item')}</w:tc><w:tc>${p('Done')}${p('by')}</w:tc></w:tr><w:tr><w:tc>${p('Wash')}</w:tc><w:tc><w:tbl><w:tr><w:tc>${p('inner')}</w:tc></w:tr></w:tbl></w:tc></w:tr></w:tbl>`,
          '<w:p><w:r><w:delText>deleted</w:delText><w:instrText>PAGE</w:instrText></w:r></w:p>',
          '<w:p><mc:Choice><w:txbxContent><w:p><w:r><w:t>Box</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p><w:r><w:t>Box</w:t></w:r></w:p></mc:Fallback><w:r><w:t>Beside it</w:t></w:r></w:p>',
        ].join(''),
      ),
    );
    expect(linesOf(layout)).toEqual([
      [
        null,
        'h2 Delivery & checklist',
        '*Bold* plain /slanted/',
        '1. Keys',
        '  a. Valet key',
        '  b. Manual',
        '2. Fuel',
        '  a. Spare tire',
        '• Floor mats',
        'Item | Done\nby',
        'Wash | inner',
        'Box',
        'Beside it',
      ],
    ]);
    expect(layout).toMatchObject({ kind: 'text', isCut: false });
  });

  test('is text: what looks like a program or a page stays text', async () => {
    const layout = await read(word(p('&lt;script&gt;alert(1)&lt;/script&gt;')));
    expect(linesOf(layout)).toEqual([[null, '<script>alert(1)</script>']]);
  });

  test('is cut where it is too long, and not shown where it is broken', async () => {
    const long = await read(word(p('word '.repeat(50_000)).repeat(10)));
    expect(long?.isCut).toBe(true);
    expect(long?.parts[0]?.blocks).toHaveLength(3);
    expect(await read(word('').subarray(0, 60))).toBeNull();
    expect(await read(Buffer.from('Only text'))).toBeNull();
    const bomb = await read(word(p('0'.repeat(300_000_000))));
    expect(bomb?.isCut ?? true).toBe(true);
  });
});

const cell = (at: string, value: string | number, attributes = '') =>
  `<c r="${at}" ${attributes}><v>${value}</v></c>`;
const workbook = (sheets: Record<string, string>, more: Record<string, string> = {}) =>
  office({
    'xl/workbook.xml': `<workbook><sheets><sheet name="Hidden" sheetId="3" state="hidden" r:id="rId3"/><sheet name="Aging" sheetId="1" r:id="rId2"/><sheet name="Totals" sheetId="2" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId3" Target="worksheets/sheet3.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00_);[Red]\\(&quot;$&quot;#,##0.00\\)"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd h:mm"/><numFmt numFmtId="166" formatCode="[Red]0.0&quot; days&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>Stock</t></si><si><r><t>F-</t></r><r><t>150</t></r></si></sst>',
    'xl/worksheets/sheet3.xml': '<worksheet><row r="1"><c r="A1"><v>1</v></c></row></worksheet>',
    ...Object.fromEntries(
      Object.entries(sheets).map(([name, rows]) => [
        `xl/worksheets/${name}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  });

describe('a workbook', () => {
  test('has its visible sheets in order, with each cell in its place and as it is formatted', async () => {
    const layout = await read(
      workbook({
        sheet1: `<row r="1">${cell('A1', 0.1 + 0.2)}${cell('B1', 1, 't="b"')}${cell('C1', '#N/A', 't="e"')}</row>`,
        sheet2: `<row r="2">${cell('B2', 0, 't="s"')}${cell('D2', 1, 't="s"')}</row>
          <row r="4">${cell('A4', 45_992, 's="1"')}${cell('B4', 48_900.5, 's="2"')}${cell('C4', 0.0725, 's="3"')}${cell('D4', 45_992.75, 's="4"')}${cell('E4', 12.5, 's="5"')}</row>
          <row r="5" hidden="1">${cell('A5', 9)}</row>
          <row r="6">${cell('A6', -2_100, 's="2"')}<c r="B6" t="inlineStr"><is><t>sold</t></is></c></row>`,
      }),
    );
    expect(linesOf(layout)).toEqual([
      [
        'Aging',
        '',
        ' | Stock |  | F-150',
        '',
        '12/1/2025 | $48,900.50 | 7.25% | 12/1/2025 18:00 | 12.5',
        '9',
        '-$2,100.00 | sold',
      ],
      ['Totals', '0.3 | TRUE | #N/A'],
    ]);
    expect(layout?.kind).toBe('sheets');
  });

  test('is cut after 500 rows and 50 columns, and says so', async () => {
    const many = Array.from(
      { length: 900 },
      (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, at)}</row>`,
    );
    const layout = await read(workbook({ sheet1: '', sheet2: many.join('') }));
    expect(layout?.isCut).toBe(true);
    expect(layout?.parts[0]?.blocks[0]).toMatchObject({ kind: 'table', rows: { length: 500 } });
    const wide = await read(
      workbook({ sheet1: '', sheet2: `<row r="1">${cell('A1', 1)}${cell('XFD1', 2)}</row>` }),
    );
    expect(linesOf(wide)).toEqual([['Aging', '1'], ['Totals']]);
    expect(wide?.isCut).toBe(true);
    const far = await read(
      workbook({ sheet1: '', sheet2: `<row r="1048576">${cell('A1048576', 1)}</row>` }),
    );
    expect(far?.parts[0]?.blocks).toEqual([]);
    expect(far?.isCut).toBe(true);
  });
});

test('a presentation has its slides in the order in which they are shown', async () => {
  const slide = (title: string, points: string[]) =>
    `<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:sp>
     <p:sp><p:nvPr><p:ph idx="1"/></p:nvPr>${points.join('')}</p:sp>
     <p:sp><a:p><a:r><a:rPr b="1"/><a:t>Note</a:t></a:r></a:p></p:sp></p:sld>`;
  const point = (text: string, level = 0) =>
    `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`;
  const layout = await read(
    office({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId9"/><p:sldId id="257" r:id="rId8"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="rId8" Target="slides/slide1.xml"/><Relationship Id="rId9" Target="slides/slide2.xml"/></Relationships>',
      'ppt/slides/slide1.xml': slide('Results', [
        `<a:graphic><a:tbl><a:tr><a:tc><a:txBody>${point('New')}</a:txBody></a:tc><a:tc><a:txBody>${point('41')}</a:txBody></a:tc></a:tr></a:tbl></a:graphic>`,
      ]),
      'ppt/slides/slide2.xml': slide('Goals', [point('Units'), point('New', 1)]),
    }),
  );
  expect(linesOf(layout)).toEqual([
    ['Slide 1', 'h2 Goals', '• Units', '  • New', '*Note*'],
    ['Slide 2', 'h2 Results', 'New | 41', '*Note*'],
  ]);
  expect(layout?.kind).toBe('slides');
});

const openDocument = (type: string, body: string) =>
  zipOf({
    mimetype: Buffer.from(`application/vnd.oasis.opendocument.${type}`),
    'content.xml': `<office:body><office:${type}>${body}</office:${type}></office:body>`,
  });

test('OpenDocument files have the same', async () => {
  const text = await read(
    openDocument(
      'text',
      '<text:h text:outline-level="3">Title</text:h><text:p>One<text:s text:c="2"/><text:span>two</text:span></text:p><text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list>',
    ),
  );
  expect(linesOf(text)).toEqual([[null, 'h3 Title', 'One  two', '• Item']]);
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const one = (value: string, more = '') =>
    `<table:table-cell ${more}><text:p>${value}</text:p></table:table-cell>`;
  const sheets = await read(
    openDocument(
      'spreadsheet',
      `<table:table table:name="Stock">${row(one('A'), '<table:table-cell table:number-columns-repeated="2"/>', one('B'))}<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table><table:table table:name="Empty"></table:table>`,
    ),
  );
  expect(linesOf(sheets)).toEqual([['Stock', 'A |  |  | B'], ['Empty']]);
  const slides = await read(
    openDocument(
      'presentation',
      '<draw:page><text:p>First</text:p></draw:page><draw:page><text:p>Second</text:p></draw:page>',
    ),
  );
  expect(linesOf(slides)).toEqual([
    ['Slide 1', 'First'],
    ['Slide 2', 'Second'],
  ]);
});

test('lists of OpenDocument texts are numbered as their styles say', async () => {
  const item = (text: string, more = '') =>
    `<text:list-item ${more}><text:p>${text}</text:p></text:list-item>`;
  const list = (more: string, ...items: string[]) =>
    `<text:list ${more}>${items.join('')}</text:list>`;
  const styles = `<office:styles><text:list-style style:name="Steps">
    <text:list-level-style-number text:level="1" style:num-format="1" text:start-value="3"/>
    <text:list-level-style-number text:level="2" style:num-format="a"/></text:list-style>
    <text:list-style style:name="Dots"><text:list-level-style-bullet text:level="1"/></text:list-style></office:styles>`;
  const steps = 'text:style-name="Steps"';
  const body = [
    list(
      `${steps} xml:id="one"`,
      item('Keys'),
      `<text:list-item><text:p>Fuel</text:p><text:p>Full</text:p>${list('', item('Cap'), item('Card'))}</text:list-item>`,
    ),
    list('text:style-name="Dots"', item('Mats')),
    list(`${steps} text:continue-numbering="true"`, item('Manual')),
    list(steps, item('Again')),
    list(
      `${steps} text:continue-list="one"`,
      item('After fuel'),
      item('Ten', 'text:start-value="10"'),
    ),
    list(
      `${steps} text:continue-numbering="true"`,
      `<text:list-item>${list('', item('Only inside'))}</text:list-item>`,
      item('Eleven'),
    ),
  ];
  const text = await read(
    zipOf({
      mimetype: Buffer.from('application/vnd.oasis.opendocument.text'),
      'styles.xml': styles,
      'content.xml': `<office:body><office:text>${body.join('')}</office:text></office:body>`,
    }),
  );
  expect(linesOf(text)).toEqual([
    [
      null,
      '3. Keys',
      '4. Fuel',
      ' Full',
      '  a. Cap',
      '  b. Card',
      '• Mats',
      '5. Manual',
      '3. Again',
      '5. After fuel',
      '10. Ten',
      '  a. Only inside',
      '11. Eleven',
    ],
  ]);
});

describe('the preview of a document', () => {
  let stage: DocumentStage;
  beforeAll(async () => {
    stage = await openDocumentStage();
  });
  afterAll(() => stage.stop());

  test('is for those who may read it, and is in the log as a view', async () => {
    const finance = await stage.addEmployee('finance');
    const manager = await stage.addEmployee('finance', { role: 'manager' });
    const bytes = word(p('Power of attorney'));
    const { id } = await add(finance, {}, { bytes, fileName: 'poa.docx' });
    const params = { documentId: id, versionNumber: 1 };
    const shown = await finance.client.call(readLayout, { params });
    expect(shown.status).toBe(200);
    expect(linesOf(shown.body)).toEqual([[null, 'Power of attorney']]);
    const log = await manager.client.call(listAccesses, { params: { documentId: id }, query: {} });
    expect(log.body.map(({ kind, versionNumber }) => [kind, versionNumber])).toEqual([['view', 1]]);
  });

  test('is hidden from those who may not read it, and exists of Office files only', async () => {
    const finance = await stage.addEmployee('finance');
    const technician = await stage.addEmployee('service');
    const elsewhere = await stage.addEmployee('finance', { storeAccess: ['hyundai'] });
    const { id } = await add(finance, {}, { bytes: word(p('Private')), fileName: 'poa.docx' });
    const params = { documentId: id, versionNumber: 1 };
    for (const { client } of [technician, elsewhere])
      expect((await client.call(readLayout, { params })).status).toBe(404);
    const next = { documentId: id, versionNumber: 2 };
    expect((await finance.client.call(readLayout, { params: next })).status).toBe(404);
    const pdf = { documentId: (await add(finance)).id, versionNumber: 1 };
    expect((await finance.client.call(readLayout, { params: pdf })).status).toBe(404);
  });
});
