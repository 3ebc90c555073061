import * as calls from '../contract.ts';
import { describeImport, getImport, listImports } from './imports.ts';
import { bringIn } from './steps/bring.ts';
import { runImport, stopImport, undoImport } from './steps/moves.ts';
import { planImport } from './steps/plan.ts';
import type { Desk } from './tables.ts';

export function addRoutes(desk: Desk): void {
  const { platform, db } = desk;
  const { routes } = platform;
  routes.add(calls.startChatImport, async ({ actor, params, query, file }) =>
    describeImport(db, await bringIn(desk, actor, { ...params, ...query, file })),
  );
  routes.add(calls.listChatImports, () => listImports(db));
  routes.add(calls.getChatImport, async ({ params }) =>
    describeImport(db, await getImport(db, params.importId)),
  );
  routes.add(calls.planChatImport, async ({ params, body }) =>
    describeImport(db, await planImport(db, params.importId, body)),
  );
  routes.add(calls.runChatImport, async ({ actor, ip, params }) =>
    describeImport(db, await runImport(desk, { actor, ip }, params.importId)),
  );
  routes.add(calls.stopChatImport, async ({ params }) =>
    describeImport(db, await stopImport(desk, params.importId)),
  );
  routes.add(calls.undoChatImport, async ({ actor, ip, params }) =>
    describeImport(db, await undoImport(desk, { actor, ip }, params.importId)),
  );
}
