import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGuardedFetch } from '../../../../platform/server/fetch/fetch.ts';
import { withThisMachine } from '../../../../platform/server/fetch/rules.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { AppError, invalid } from '../../../../platform/server/http/errors.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { backgroundMaxBytes } from '../../contract/dashboard.ts';
import { toBackground } from './raster.ts';

interface Kept {
  etag: string;
  /** WebP, as we made it. */
  image: Buffer;
}

/** Makes what stands behind the dashboard out of what comes from elsewhere. */
export interface KeepBackground {
  /** Throws `invalid` where there is no picture to be had. */
  fetched(actor: Actor, url: string): Promise<Kept>;
  uploaded(actor: Actor, stream: Readable): Promise<Kept>;
}

const timeoutMs = 10_000;

export function createKeepBackground({ config, limits, parsing }: Platform): KeepBackground {
  const get = createGuardedFetch(config.allowLocalFetch ? withThisMachine : undefined);
  // An address that is saved while it is typed is asked for at every pause.
  const perPerson = limits('shortcut-background', 60, 10 * 60);
  const inTurn = createTurns(2);
  return {
    async fetched({ userId }, url) {
      await perPerson.consume(String(userId));
      return inTurn(async () => {
        try {
          const image = await toBackground(
            parsing,
            await get(url, { maxBytes: backgroundMaxBytes, timeoutMs }),
          );
          return { etag: etagOf(image), image };
        } catch (error) {
          // Whatever it is, it is this field's fault.
          if (!(error instanceof AppError)) throw error;
          throw invalid(error.message, { backgroundUrl: error.message });
        }
      });
    },
    async uploaded({ userId }, stream) {
      await perPerson.consume(String(userId));
      const bytes = await buffer(stream);
      const image = await inTurn(() => toBackground(parsing, bytes));
      return { etag: etagOf(image), image };
    },
  };
}

/** Never a number alone: those are the pictures of the house. */
const etagOf = (image: Buffer) =>
  `k${createHash('sha256').update(image).digest('base64url').slice(0, 21)}`;
