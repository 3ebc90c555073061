import { sql } from 'kysely';
import { forbidden, notFound } from '../../../platform/server/errors.ts';
import { type Actor, assertPermitted } from '../../../platform/server/http/actor.ts';
import { csvFile } from '../../../platform/server/http/files/csvFile.ts';
import * as calls from '../contract.ts';
import { describeImport, getImport, listImports } from './imports.ts';
import type { ImportKind } from './kinds.ts';
import { type NextStep, startImport, startStep } from './startImport.ts';
import type { ImportRow, ImportServices, ImportsDb } from './tables.ts';

export function addRoutes(services: ImportServices): void {
  const { platform, db, uploads } = services;
  const { routes } = platform;

  const open = (actor: Actor, params: { kind: string }): ImportKind => {
    const kind = services.kinds.get(params.kind);
    if (!kind) throw notFound();
    assertPermitted(kind.access, actor);
    return kind;
  };
  const openToImport = (actor: Actor, params: { kind: string }): ImportKind => {
    const kind = open(actor, params);
    if (!kind.mayImport(actor)) throw forbidden(kind.refusal);
    return kind;
  };

  routes.add(calls.startImport, async ({ actor, params, query, file }) => {
    const kind = openToImport(actor, params);
    await uploads.consume(String(actor.userId));
    const { clientId } = params;
    const made = await startImport(services, actor, kind, { clientId, ...query, file });
    return describeImport(db, actor, kind, made);
  });
  routes.add(calls.listImports, async ({ actor, params }) => {
    const kind = open(actor, params);
    const files = await listImports(db, actor, kind.name);
    return Promise.all(files.map((file) => describeImport(db, actor, kind, file)));
  });
  routes.add(calls.getImport, async ({ actor, params }) => {
    const kind = open(actor, params);
    return describeImport(db, actor, kind, await getImport(db, actor, params));
  });
  const next = async (actor: Actor, params: { kind: string }, step: NextStep) => {
    const kind = openToImport(actor, params);
    return describeImport(db, actor, kind, await startStep(services, actor, kind, step));
  };
  routes.add(calls.checkImport, async ({ actor, params, body }) =>
    next(actor, params, { ...params, ...body, from: ['read', 'checked'], to: 'checking' }),
  );
  routes.add(calls.runImport, async ({ actor, params }) =>
    next(actor, params, { ...params, from: ['checked'], to: 'importing' }),
  );
  routes.add(calls.undoImport, async ({ actor, params }) =>
    next(actor, params, { ...params, from: ['imported'], to: 'undoing' }),
  );
  routes.add(calls.exportProblems, async ({ actor, params }) => {
    open(actor, params);
    return exportProblems(db, await getImport(db, actor, params));
  });
}

/** The rows with problems and their errors as CSV, to be fixed and imported again. */
async function exportProblems(db: ImportsDb, file: ImportRow) {
  const rows = await db
    .selectFrom('import_rows')
    .select(['cells', 'problems'])
    .where('import_id', '=', file.id)
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy('row')
    .execute();
  const lines = rows.map(({ cells, problems }) => [
    ...file.header.map((_, at) => cells[at] ?? ''),
    (problems ?? []).map(({ field, error }) => (field ? `${field}: ${error}` : error)).join('; '),
  ]);
  return csvFile(`import-${file.id}-problems.csv`, [[...file.header, 'what_is_wrong'], ...lines]);
}
