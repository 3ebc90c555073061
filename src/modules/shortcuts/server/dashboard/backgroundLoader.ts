import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError, invalid } from '../../../../platform/server/errors.ts';
import { createGuardedFetch } from '../../../../platform/server/fetch/fetch.ts';
import { withThisMachine } from '../../../../platform/server/fetch/rules.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { backgroundMaxBytes } from '../../contract/dashboard.ts';
import { toBackground } from './raster.ts';

interface BackgroundImage {
  etag: string;
  /** Re-encoded as WebP. */
  image: Buffer;
}

/** Loads a background image from a URL or an upload and re-encodes it. */
export interface BackgroundLoader {
  /** Throws `invalid` if the URL has no readable image. */
  fromUrl(actor: Actor, url: string): Promise<BackgroundImage>;
  fromUpload(actor: Actor, stream: Readable): Promise<BackgroundImage>;
}

const timeoutMs = 10_000;

export function createBackgroundLoader({ config, limits, parsing }: Platform): BackgroundLoader {
  const get = createGuardedFetch(config.allowLocalFetch ? withThisMachine : undefined);
  // The URL is auto-saved while it is typed, so every pause fetches.
  const perPerson = limits('shortcut-background', 60, 10 * 60);
  const inTurn = createTurns(2);
  return {
    async fromUrl({ userId }, url) {
      await perPerson.consume(String(userId));
      return inTurn(async () => {
        try {
          const image = await toBackground(
            parsing,
            await get(url, { maxBytes: backgroundMaxBytes, timeoutMs }),
          );
          return { etag: etagOf(image), image };
        } catch (error) {
          // Any failure is reported under the URL field.
          if (!(error instanceof AppError)) throw error;
          throw invalid(error.message, { backgroundUrl: error.message });
        }
      });
    },
    async fromUpload({ userId }, stream) {
      await perPerson.consume(String(userId));
      const bytes = await buffer(stream);
      const image = await inTurn(() => toBackground(parsing, bytes));
      return { etag: etagOf(image), image };
    },
  };
}

/** Never purely numeric: numbers are the built-in backgrounds. */
const etagOf = (image: Buffer) =>
  `k${createHash('sha256').update(image).digest('base64url').slice(0, 21)}`;
