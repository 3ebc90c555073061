import { AppError, invalid, unsupportedType } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract/adf.ts';
import { adfTypes } from '../../contract/adf.ts';
import { getSourceByKey } from '../sources/keys.ts';
import type { LeadsDb } from '../tables.ts';
import { publishChanged } from '../telling/publish.ts';
import type { Arrivals } from '../writing/add.ts';
import type { Prospect } from './prospect.ts';
import { readMessage } from './read.ts';
import { keepRefused, type Message, takeProspects } from './take.ts';
import { readBytes } from './text.ts';

/** Takes what a source hands in. Whoever guesses keys is stopped by the limit of their address. */
export function handInLeads(
  platform: Platform,
  arrivals: Arrivals,
): Handler<typeof calls.handInLeads> {
  const { db, limits } = platform;
  const ofAddress = limits('leads.adf.address', 300, 60);
  const ofSource = limits('leads.adf.source', 120, 60);
  const guesses = limits('leads.adf.guess', 20, 15 * 60);
  return async ({ bearer, file, ip }) => {
    assertType(file.contentType);
    await ofAddress.consume(ip);
    await guesses.check(ip);
    const source = await getSourceByKey(db, bearer).catch(async (refusal) => {
      await guesses.consume(ip);
      throw refusal;
    });
    await ofSource.consume(String(source.id));
    const bytes = await readBytes(file);
    const { raw, ...read } = await readMessage(platform.parsing, bytes, file.contentType);
    return take(platform, arrivals, { source, raw, bytes: bytes.length, ip }, read);
  };
}

function assertType(contentType: string): void {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!adfTypes.includes(type)) {
    throw unsupportedType(`Please send ${adfTypes.join(', ')}.`);
  }
}

async function take(
  platform: Platform,
  arrivals: Arrivals,
  message: Message,
  { prospects, problem = '' }: { prospects?: Prospect[]; problem?: string },
) {
  const db: LeadsDb = platform.db;
  try {
    if (!prospects) throw invalid(problem);
    const { leads, told } = await arrivals(() =>
      db.transaction().execute((tx) => takeProspects(tx, platform.jobs, message, prospects)),
    );
    const { store } = message.source;
    const changed = leads.filter(({ outcome }) => outcome !== 'repeated');
    publishChanged(platform, ...changed.map(({ leadId }) => ({ id: leadId, store })));
    await publishNotifications(platform, ...told);
    return { leads };
  } catch (error) {
    // Only what its sender can mend is theirs to hear, and ours to keep.
    if (error instanceof AppError && error.code === 'invalid') {
      await keepRefused(db, message, error.message);
    }
    throw error;
  }
}
