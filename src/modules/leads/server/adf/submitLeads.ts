import { AppError, invalid, unsupportedType } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract/adf.ts';
import { adfTypes } from '../../contract/adf.ts';
import type { LeadParts } from '../parts.ts';
import { publishChanged } from '../publish.ts';
import { getSourceByKey } from '../sources/keys.ts';
import type { LeadsDb } from '../tables.ts';
import type { Arrivals } from '../writing/add.ts';
import type { ReceiveParts } from '../writing/receive.ts';
import { acceptProspects } from './acceptProspects.ts';
import type adfParser from './adfParser.ts';
import { type Message, recordRejected } from './deliveries.ts';
import type { Prospect } from './prospect.ts';
import { readBytes } from './text.ts';

/** Accepts leads from a source. Guessing keys is limited per address. */
export function submitLeads(
  platform: Platform,
  { findSellingProblems, absences }: LeadParts,
  arrivals: Arrivals,
): Handler<typeof calls.submitLeads> {
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
    const parts = { jobs: platform.jobs, findSellingProblems, absences };
    return accept(platform, parts, arrivals, { source, raw, bytes: bytes.length, ip }, read);
  };
}

const adf = defineParser<typeof adfParser>({
  name: 'leads.adf',
  module: new URL('./adfParser.ts', import.meta.url),
  lane: 'messages',
  seconds: 5,
  outputMaxBytes: 8 * 1024 * 1024,
});

/** Parses a message in a sandbox: its text and prospects, or what is wrong with it. */
async function readMessage(
  parsing: Parsing,
  bytes: Buffer,
  contentType: string,
): Promise<{ raw: string; prospects?: Prospect[]; problem?: string }> {
  try {
    return (await parsing.read(adf, sourceOf(bytes), { contentType })).result;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const raw = bytes.toString('utf8').replaceAll('\0', '');
    return { raw, problem: 'This message can’t be read.' };
  }
}

function assertType(contentType: string): void {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!adfTypes.includes(type)) {
    throw unsupportedType(`Send one of ${adfTypes.join(', ')}.`);
  }
}

async function accept(
  platform: Platform,
  parts: ReceiveParts,
  arrivals: Arrivals,
  message: Message,
  { prospects, problem = '' }: { prospects?: Prospect[]; problem?: string },
) {
  const db: LeadsDb = platform.db;
  try {
    if (!prospects) throw invalid(problem);
    const { leads, changed, notifications } = await arrivals(() =>
      db.transaction().execute((tx) => acceptProspects(tx, parts, message, prospects)),
    );
    publishChanged(platform, ...changed);
    await publishNotifications(platform, ...notifications);
    return { leads };
  } catch (error) {
    // Keep only messages that their sender can correct.
    if (error instanceof AppError && error.code === 'invalid') {
      await recordRejected(db, message, error.message);
    }
    throw error;
  }
}
