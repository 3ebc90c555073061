import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid, notFound } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { announceUpdated, findPersonById, manages } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import type { SettingsTables } from '../tables.ts';
import { drawInitials } from './initials.ts';
import { toAvatar } from './raster.ts';

/** The photo of anyone the actor may see, including people who left: their messages are still there. */
export function getAvatar(platform: Platform): Handler<typeof calls.getAvatar> {
  const db: Db<SettingsTables> = platform.db;
  return async ({ params: { userId }, actor }) => {
    const person = await findPersonById(db, userId);
    if (!person || (person.pending && !manages(actor))) throw notFound();
    const own = await db
      .selectFrom('avatars')
      .select(['image', 'etag'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!own) return drawInitials(person.first_name, person.last_name);
    return { mediaType: 'image/webp', bytes: own.image, etag: own.etag };
  };
}

export function setAvatar(platform: Platform): Handler<typeof calls.setAvatar> {
  const uploads = platform.limits('avatar', 30, 60 * 60);
  return async ({ body, actor, ip }) => {
    const bytes = decode(body.image);
    await uploads.consume(String(actor.userId));
    const image = await toAvatar(platform.parsing, bytes);
    const etag = createHash('sha256').update(image).digest('base64url').slice(0, 22);
    await write(platform, actor, ip, 'avatar.set', async (tx) => {
      const row = { image, etag };
      await tx
        .insertInto('avatars')
        .values({ user_id: actor.userId, ...row })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
        )
        .execute();
    });
    return { message: 'Your photo has been saved.' };
  };
}

export function removeAvatar(platform: Platform): Handler<typeof calls.removeAvatar> {
  return async ({ actor, ip }) => {
    await write(platform, actor, ip, 'avatar.removed', async (tx) => {
      await tx.deleteFrom('avatars').where('user_id', '=', actor.userId).execute();
    });
    return { message: 'Your photo has been removed.' };
  };
}

async function write(
  platform: Platform,
  actor: Actor,
  ip: string,
  action: string,
  work: (tx: Kysely<SettingsTables>) => Promise<void>,
): Promise<void> {
  const db: Db<SettingsTables> = platform.db;
  const { userId: id, firstName, lastName } = actor;
  const subject = { type: 'user', id, name: `${firstName} ${lastName}` };
  await db.transaction().execute(async (tx) => {
    await work(tx);
    await recordActivity(tx, { actor, action, subject, ip });
  });
  const row = await findPersonById(db, id);
  if (row) await announceUpdated(platform, row);
}

/** Browsers send a file as a data URL; the media type in it is ignored. */
function decode(text: string): Buffer {
  const base64 = text.replace(/^data:[^,]{0,200};base64,/, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw invalid('The image must be sent as base64.', { image: 'Must be base64' });
  }
  return Buffer.from(base64, 'base64');
}
