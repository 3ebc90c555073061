import { createHash } from 'node:crypto';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract/dashboard.ts';
import { backgroundPath } from '../../contract/dashboard.ts';
import type { ShortcutsDb } from '../links/list.ts';
import type { BackgroundLoader } from './backgroundLoader.ts';
import { assertMayConfigure, isBuiltIn, saveConfig } from './config.ts';
import { drawLandscape } from './landscape.ts';

export function uploadBackground(
  platform: Platform,
  backgrounds: BackgroundLoader,
): Handler<typeof calls.uploadBackground> {
  return async ({ file, actor, ip }) => {
    assertMayConfigure(actor);
    const image = await backgrounds.fromUpload(actor, file.stream);
    const changes = { backgroundUrl: backgroundPath(image.etag), backgroundEtag: image.etag };
    return saveConfig(platform, { actor, ip }, changes, image);
  };
}

export function getBackground(platform: Platform): Handler<typeof calls.getBackground> {
  const db: ShortcutsDb = platform.db;
  return async ({ params: { name } }) => {
    if (isBuiltIn(name)) return builtIn(Number(name));
    const row = await db
      .selectFrom('shortcut_backgrounds')
      .select(['image', 'etag'])
      .where('etag', '=', name)
      .executeTakeFirst();
    if (!row) throw notFound();
    return { mediaType: 'image/webp', bytes: row.image, etag: row.etag };
  };
}

function builtIn(number: number) {
  const svg = drawLandscape(number);
  const etag = createHash('sha256').update(svg).digest('base64url').slice(0, 22);
  return { mediaType: 'image/svg+xml' as const, bytes: Buffer.from(svg), etag };
}
