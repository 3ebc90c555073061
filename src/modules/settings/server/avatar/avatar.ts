import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Picture } from '../../../../platform/contract/endpoint.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import {
  invalid,
  notFound,
  tooLarge,
  unsupportedType,
} from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { rejectUnreadableImage } from '../../../../platform/server/parsing/images.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { announceUpdated, findPersonById, manages } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import type { SettingsTables } from '../tables.ts';
import type toAvatarParser from './rasterParser.ts';
import type { AvatarProblem } from './rasterParser.ts';

/** The photo of anyone the actor may see, including people who left: their messages are still there. */
export function getAvatar(platform: Platform): Handler<typeof calls.getAvatar> {
  const db: Db<SettingsTables> = platform.db;
  return async ({ params: { userId }, query: { scheme }, actor }) => {
    const person = await findPersonById(db, userId);
    if (!person || (person.pending && !manages(actor))) throw notFound();
    const own = await db
      .selectFrom('avatars')
      .select(['image', 'etag'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!own) return drawInitials(person.first_name, person.last_name, scheme);
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

// The same hues and hash as where the browser draws initials.
const hues = [18, 55, 95, 150, 195, 235, 280, 330];

// The same lightness and chroma as `--tint` and `--tint-text` of the themes.
const tints: Record<calls.AvatarScheme, { fill: string; text: string }> = {
  light: { fill: '0.92 0.035', text: '0.4 0.09' },
  dark: { fill: '0.37 0.045', text: '0.92 0.04' },
  'high-contrast': { fill: '0.28 0.05', text: '0.97 0.03' },
};

/** A person's initials on their color. */
function drawInitials(
  firstName: string,
  lastName: string,
  scheme: calls.AvatarScheme | undefined,
): Picture {
  const hue = hueOf(`${firstName} ${lastName}`);
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  const colors = (name: calls.AvatarScheme) =>
    `rect{fill:oklch(${tints[name].fill} ${hue})}text{fill:oklch(${tints[name].text} ${hue})}`;
  // An image cannot see the theme of the page around it, at most what the system prefers.
  const style = scheme
    ? colors(scheme)
    : `${colors('light')}\n@media(prefers-color-scheme:dark){${colors('dark')}}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">
<style>${style}</style>
<rect width="64" height="64"/>
<text x="32" y="33" font-family="Inter, system-ui, sans-serif" font-size="25" font-weight="500"
 text-anchor="middle" dominant-baseline="central">${escapeText(initials.toUpperCase())}</text>
</svg>
`;
  const etag = createHash('sha256').update(svg).digest('base64url').slice(0, 22);
  return { mediaType: 'image/svg+xml', bytes: Buffer.from(svg), etag };
}

function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hues[sum % hues.length] ?? 0;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

const avatar = defineParser<typeof toAvatarParser>({
  name: 'settings.avatar',
  module: new URL('./rasterParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 10,
  outputMaxBytes: 1024 * 1024,
});

/**
 * Encodes an image as a small square WebP, without metadata. Throws `unsupported_type` unless the content is
 * PNG, JPEG, WebP or GIF, whatever the file name, `too_large` above 25 megapixels, and `invalid` for a broken
 * file.
 */
async function toAvatar(parsing: Parsing, bytes: Buffer): Promise<Buffer> {
  const { items, result } = await parsing
    .read(avatar, sourceOf(bytes), {})
    .catch(rejectUnreadableImage(problems.broken));
  if (result.problem !== null) throw problems[result.problem]();
  return items[0] as Buffer;
}

const problems: Record<AvatarProblem, () => Error> = {
  type: () => unsupportedType('Choose a PNG, JPEG, WebP or GIF image.'),
  pixels: () => tooLarge('This image is too large. Choose one of at most 25 megapixels.'),
  broken: () => invalid('This image can’t be read.', { image: 'This image can’t be read.' }),
};
