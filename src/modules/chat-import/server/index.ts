import { createGuardedFetch } from '../../../platform/server/fetch/fetch.ts';
import { withThisMachine } from '../../../platform/server/fetch/rules.ts';
import { longTaskPriority } from '../../../platform/server/jobs/jobs.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { ImportHooks } from '../../chat/server/public.ts';
import * as calls from '../contract.ts';
import { describeImport, getImport, listChatImports } from './imports.ts';
import { runChatImport, stopChatImport, undoChatImport } from './steps/moves.ts';
import { planChatImport } from './steps/plan.ts';
import { work } from './steps/step.ts';
import { assertReadsUndone, listUndoneMessages } from './steps/undone.ts';
import { startChatImport } from './steps/upload.ts';
import { importTask, sweep } from './storedExport.ts';
import type { ImportServices } from './tables.ts';

/**
 * Chat import: Slack and Mattermost exports are read, planned, and imported in batches, so that a run continues
 * after any interruption. Nothing is imported twice, no one is notified, and no one can read more than they could
 * in the other chat.
 */
export function chatImportModule(platform: Platform, importHooks: readonly ImportHooks[]): void {
  const { config, limits, jobs } = platform;
  const services: ImportServices = {
    platform,
    db: platform.db,
    importHooks,
    uploads: limits('chat-imports', 20, 60 * 60),
    fetchFile: createGuardedFetch(config.allowLocalFetch ? withThisMachine : undefined),
  };
  jobs.define(importTask, ({ importId }) => work(services, Number(importId)), {
    alone: true,
    priority: longTaskPriority,
  });
  jobs.schedule('chat-import.sweep', '43 9 * * *', () => sweep(services));
  addRoutes(services);
}

function addRoutes(services: ImportServices): void {
  const { platform, db } = services;
  const { routes } = platform;
  routes.add(calls.startChatImport, async ({ actor, params, query, file }) =>
    describeImport(
      db,
      actor,
      await startChatImport(services, actor, { ...params, ...query, file }),
    ),
  );
  routes.add(calls.listChatImports, () => listChatImports(db));
  routes.add(calls.getChatImport, async ({ actor, params }) =>
    describeImport(db, actor, await getImport(db, params.importId)),
  );
  routes.add(calls.planChatImport, async ({ actor, params, body }) =>
    describeImport(db, actor, await planChatImport(db, actor, params.importId, body)),
  );
  routes.add(calls.runChatImport, async ({ actor, ip, params }) =>
    describeImport(db, actor, await runChatImport(services, { actor, ip }, params.importId)),
  );
  routes.add(calls.stopChatImport, async ({ actor, params }) =>
    describeImport(db, actor, await stopChatImport(services, params.importId)),
  );
  routes.add(calls.undoChatImport, async ({ actor, ip, params }) =>
    describeImport(db, actor, await undoChatImport(services, { actor, ip }, params.importId)),
  );
  routes.add(calls.listUndoneMessages, async ({ actor, params, query }) => {
    assertReadsUndone(actor);
    await getImport(db, params.importId);
    return listUndoneMessages(db, params.importId, query);
  });
}
