import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import * as calls from '../../imports/contract.ts';
import { importClient } from '../../imports/test/importClient.ts';
import { listCustomers } from '../contract/finding.ts';
import { addEntry } from '../contract/timeline.ts';
import { add, type CustomerStage, openCustomerStage } from './stage.ts';

const kind = 'customers';
const { upload, settled, runOrUndo, check, uploadAndRead } = importClient(kind);

let stage: CustomerStage;
let walt: StageUser;
beforeAll(async () => {
  stage = await openCustomerStage();
  walt = await stage.addEmployee({ role: 'manager' });
});
afterAll(() => stage.stop());

const search = async (text: string, { client }: StageUser = walt) =>
  (await client.call(listCustomers, { query: { search: text, limit: 200 } })).body;

describe('an import', () => {
  test('is read, checked row by row, run and undone', async () => {
    const known = await add(walt);
    const read = await uploadAndRead(
      walt,
      [
        'First Name;Last Name;Phone;E-mail;Tags;Shoe size',
        'Irma;Importova;(620) 555-3001;irma@imp.example;VIP|Truck;9',
        ';;;;;7',
        `Ivo;Importova;;${known.emails[0]?.address};;8`,
        'Ina;Importova;620 555 3001;;;8',
        'Iggy;Importova;12;nobody;;8',
        '',
        '=1+1;Importova;;;;',
      ].join('\r\n'),
    );
    expect(read).toMatchObject({
      state: 'read',
      rows: 6,
      mapping: ['firstName', 'lastName', 'mobile', 'email', 'tags', null],
      encoding: 'utf-8',
    });
    const checked = await check(walt, read);
    expect(checked).toMatchObject({ state: 'checked', ready: 2, problemRows: 4 });
    expect(checked.problems).toEqual([
      { row: 3, field: 'lastName', error: 'Enter a first or last name' },
      { row: 4, field: 'email', error: `Customer ${known.id} already has this` },
      { row: 5, field: 'phone', error: 'Same as row 2' },
      { row: 6, field: 'phone', error: 'Enter a phone number with its area code' },
      { row: 6, field: 'email', error: 'Please enter a valid email address' },
    ]);
    expect(await search('Importova')).toEqual([]);
    const done = await runOrUndo(walt, read.id, 'run');
    expect(done).toMatchObject({ state: 'imported', created: 2 });
    const imported = await search('Importova');
    expect(imported.map(({ name }) => name).toSorted()).toEqual([
      '=1+1 Importova',
      'Irma Importova',
    ]);
    const irma = imported.find(({ name }) => name.startsWith('Irma'));
    expect(irma).toMatchObject({ tags: ['VIP', 'Truck'], phone: { e164: '+16205553001' } });

    await walt.client.call(addEntry, {
      params: { customerId: irma?.id ?? 0 },
      body: { clientId: crypto.randomUUID(), store: 'ford', kind: 'note', body: 'Called back' },
    });
    expect(await runOrUndo(walt, read.id, 'undo')).toMatchObject({ state: 'undone', kept: 1 });
    expect((await search('Importova')).map(({ id }) => id)).toEqual([irma?.id]);
    const actions = await stage.platform.db
      .selectFrom('activity_log')
      .select('action')
      .where('subject_id', '=', `import-${read.id}`)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      'customer.imported',
      'customer.import_undone',
    ]);
  });

  test.each([
    ['UTF-8 with BOM', '\uFEFFName', (text: string) => Buffer.from(text, 'utf8'), 'utf-8'],
    ['UTF-16 with BOM', '\uFEFFName', (text: string) => Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-16 without BOM', 'Name', (text: string) => Buffer.from(text, 'utf16le'), 'utf-16le'],
    [
      'UTF-16 big-endian',
      'Name',
      (text: string) => Buffer.from(text, 'utf16le').swap16(),
      'utf-16be',
    ],
    ['Windows-1252', 'Name', (text: string) => Buffer.from(text, 'latin1'), 'windows-1252'],
  ])('in %s is decoded correctly', async (_, first, encode, encoding) => {
    const read = await uploadAndRead(walt, encode(`${first},City\r\n"Núñez, Zoë",Derby\r\n`));
    expect(read).toMatchObject({
      encoding,
      header: ['Name', 'City'],
      sample: [['Núñez, Zoë', 'Derby']],
    });
  });

  test.each([
    ['', 400, undefined],
    ['only,a,header\n', 202, 'The file has no rows below its header.'],
    ['a,b\n"never,closed\n1,2\n', 202, 'A quotation mark is never closed near line'],
    [`a\n${'x\n'.repeat(50_001)}`, 202, 'A file may have at most 50,000 rows.'],
  ])('of an invalid file says why', async (file, status, failure) => {
    const sent = await upload(walt, file);
    expect(sent.status).toBe(status);
    if (!failure) return;
    const read = await settled(walt, sent.body.id);
    expect([read.state, read.failure]).toEqual(['failed', expect.stringContaining(failure)]);
  });

  test('is private, for managers, for own stores only, and idempotent', async () => {
    const nora = await stage.addEmployee();
    expect((await upload(nora, 'a\nb\n')).status).toBe(403);
    expect((await upload(walt, 'a\nb\n', { store: 'hyundai' })).status).toBe(400);
    const clientId = crypto.randomUUID();
    const [one, other] = [
      await upload(walt, 'a\nb\n', { clientId }),
      await upload(walt, 'a\nb\n', { clientId }),
    ];
    expect(other.body.id).toBe(one.body.id);
    const generalManager = await stage.addEmployee({ role: 'general_manager' });
    const params = { kind, importId: one.body.id };
    expect((await generalManager.client.call(calls.getImport, { params })).status).toBe(404);
    expect((await generalManager.client.call(calls.exportProblems, { params })).status).toBe(404);
    await settled(walt, one.body.id);
    expect((await walt.client.call(calls.runImport, { params })).status).toBe(409);
    const wrong = await walt.client.call(calls.checkImport, {
      params,
      body: { mapping: [null, null] },
    });
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { fields: { mapping: 'Has a wrong length' } },
    ]);
  });

  test('of many rows creates all of them and undoes all of them', async () => {
    const count = 1_050;
    const rows = Array.from({ length: count }, (_, at) => {
      const number = 2_000_000 + at;
      return `Many${at},Manyova,213${number},many${at}@many.example`;
    });
    const read = await uploadAndRead(walt, ['first,last,phone,email', ...rows].join('\n'));
    const checked = await check(walt, read);
    expect(checked).toMatchObject({ ready: count, problemRows: 0 });
    expect((await runOrUndo(walt, read.id, 'run')).created).toBe(count);
    expect((await search('many1049@many')).map(({ name }) => name)).toEqual(['Many1049 Manyova']);
    expect((await runOrUndo(walt, read.id, 'undo')).kept).toBe(0);
    expect(await search('Manyova')).toEqual([]);
  });
});
