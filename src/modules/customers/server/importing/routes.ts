import { sql } from 'kysely';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import * as calls from '../../contract/importing.ts';
import type { Desk } from '../desk.ts';
import { assertMay, canImport, sentences } from '../policy.ts';
import type { ImportRow } from '../tables.ts';
import { bringIn, describeImport, getImport, move } from './imports.ts';
import { importTask, sweep, work } from './job.ts';

const listed = 10;

export function addImportingRoutes(desk: Desk): void {
  const { platform, db } = desk;
  const { routes, limits, jobs } = platform;
  const uploads = limits('customers.import', 30, 60 * 60);

  jobs.define(importTask, ({ importId }) => work(desk, Number(importId)));
  jobs.schedule('customers.imports.sweep', '37 9 * * *', () => sweep(desk));

  routes.add(calls.startImport, async ({ actor, params, query, file }) => {
    assertMay(canImport(actor), sentences.import);
    await uploads.consume(String(actor.userId));
    return describeImport(db, await bringIn(desk, actor, { ...params, ...query, file }));
  });
  routes.add(calls.listImports, async ({ actor }) => {
    const files = await db
      .selectFrom('customer_imports')
      .selectAll()
      .where('created_by', '=', actor.userId)
      .orderBy('id', 'desc')
      .limit(listed)
      .execute();
    return Promise.all(files.map((file) => describeImport(db, file)));
  });
  routes.add(calls.getImport, async ({ actor, params }) =>
    describeImport(db, await getImport(db, actor, params.importId)),
  );
  routes.add(calls.checkImport, async ({ actor, params, body }) => {
    assertMay(canImport(actor), sentences.import);
    const next = { from: ['read', 'checked'], to: 'checking' } as const;
    return describeImport(db, await move(desk, actor, { ...params, ...body, ...next }));
  });
  routes.add(calls.runImport, async ({ actor, params }) => {
    assertMay(canImport(actor), sentences.import);
    const next = { from: ['checked'], to: 'importing' } as const;
    return describeImport(db, await move(desk, actor, { ...params, ...next }));
  });
  routes.add(calls.undoImport, async ({ actor, params }) => {
    assertMay(canImport(actor), sentences.import);
    const next = { from: ['imported'], to: 'undoing' } as const;
    return describeImport(db, await move(desk, actor, { ...params, ...next }));
  });
  routes.add(calls.exportProblems, async ({ actor, params }) =>
    problemsOf(db, await getImport(db, actor, params.importId)),
  );
}

/** The rows that are not right, with what is wrong, to be mended and brought in again. */
async function problemsOf(db: Desk['db'], file: ImportRow) {
  const rows = await db
    .selectFrom('customer_import_rows')
    .select(['cells', 'problems'])
    .where('import_id', '=', file.id)
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy('row')
    .execute();
  const lines = rows.map(({ cells, problems }) => [
    ...file.header.map((_, at) => cells[at] ?? ''),
    (problems ?? []).map(({ field, error }) => `${field}: ${error}`).join('; '),
  ]);
  return csvFile(`import-${file.id}-problems.csv`, [[...file.header, 'what_is_wrong'], ...lines]);
}
