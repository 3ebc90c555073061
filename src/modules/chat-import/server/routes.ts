import * as calls from '../contract.ts';
import { describeImport, getImport, listChatImports } from './imports.ts';
import { runImport, stopImport, undoImport } from './steps/moves.ts';
import { planImport } from './steps/plan.ts';
import { assertReadsUndone, listUndone } from './steps/undone.ts';
import { uploadExport } from './steps/upload.ts';
import type { ImportServices } from './tables.ts';

export function addRoutes(services: ImportServices): void {
  const { platform, db } = services;
  const { routes } = platform;
  routes.add(calls.startChatImport, async ({ actor, params, query, file }) =>
    describeImport(db, actor, await uploadExport(services, actor, { ...params, ...query, file })),
  );
  routes.add(calls.listChatImports, () => listChatImports(db));
  routes.add(calls.getChatImport, async ({ actor, params }) =>
    describeImport(db, actor, await getImport(db, params.importId)),
  );
  routes.add(calls.planChatImport, async ({ actor, params, body }) =>
    describeImport(db, actor, await planImport(db, actor, params.importId, body)),
  );
  routes.add(calls.runChatImport, async ({ actor, ip, params }) =>
    describeImport(db, actor, await runImport(services, { actor, ip }, params.importId)),
  );
  routes.add(calls.stopChatImport, async ({ actor, params }) =>
    describeImport(db, actor, await stopImport(services, params.importId)),
  );
  routes.add(calls.undoChatImport, async ({ actor, ip, params }) =>
    describeImport(db, actor, await undoImport(services, { actor, ip }, params.importId)),
  );
  routes.add(calls.listUndoneMessages, async ({ actor, params, query }) => {
    assertReadsUndone(actor);
    await getImport(db, params.importId);
    return listUndone(db, params.importId, query);
  });
}
