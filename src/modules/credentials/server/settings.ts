import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import type { RuleSettings, saveSettings as saveCall } from '../contract/kinds.ts';
import { assertEditsRules, canEditRules } from './policy.ts';
import { publishChanged } from './publish.ts';
import type { CredentialsDb } from './tables.ts';

const readSettings = (db: CredentialsDb) =>
  db.selectFrom('credential_settings').select(['selling', 'driving', 'version']);

export async function getSettings(db: CredentialsDb, actor: Actor) {
  const settings: RuleSettings = await readSettings(db).executeTakeFirstOrThrow();
  return { ...settings, may: { edit: canEditRules(actor) } };
}

export function saveSettings(platform: Platform, writes: Limit): Handler<typeof saveCall> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, body: { version, ...settings }, ip }) => {
    await writes.consume(String(actor.userId));
    assertEditsRules(actor);
    await db.transaction().execute(async (tx) => {
      const { version: known, ...before } = await readSettings(tx)
        .forUpdate()
        .executeTakeFirstOrThrow();
      assertVersion({ version: known }, version, 'these settings');
      await tx
        .updateTable('credential_settings')
        .set({ ...settings, version: version + 1 })
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'credential_settings.changed',
        subject: { type: 'credential_settings', id: null, name: 'Credentials' },
        before,
        after: settings,
        ip,
      });
    });
    publishChanged(platform);
    return { ...settings, version: version + 1 };
  };
}
