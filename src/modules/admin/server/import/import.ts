import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { announceCreated, createUsers, type PersonRow } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { act, type Tx } from '../acting/act.ts';
import { toRecord } from '../acting/record.ts';
import { noRights, settleRights } from '../rules/rights.ts';
import type accountsParser from './accountsParser.ts';
import { findUnfit } from './check.ts';
import type { ReadAccount, ReadRows } from './rows.ts';

/**
 * All rows that are right become accounts, in one transaction. They get no password: the person chooses
 * one by “Forgot Password?”, or an administrator sets one.
 */
export function importUsers(platform: Platform): Handler<typeof calls.importUsers> {
  return async ({ body: { csv, dryRun }, ...asking }) => {
    const { rows, accounts, errors } = await readFile(platform.parsing, csv);
    const { made, unfit, fit } = await act(platform, asking, async (tx, doer) => {
      const problems = await findUnfit(tx, doer, accounts);
      const left = new Set(problems.map(({ row }) => row));
      const good = accounts.filter(({ row }) => !left.has(row));
      const created = dryRun ? [] : await create(tx, good, doer, asking.ip);
      return { made: created, unfit: problems, fit: good.length };
    });
    for (const row of made) announceCreated(platform, row);
    const told = [...errors, ...unfit].sort((one, other) => one.row - other.row);
    return { rows, created: fit, errors: told };
  };
}

const accountsFile = defineParser<typeof accountsParser>({
  name: 'admin.accounts',
  module: new URL('./accountsParser.ts', import.meta.url),
  lane: 'messages',
  seconds: 5,
  // Two thousand accounts with all their rights.
  outputMaxBytes: 4 * 1024 * 1024,
});

async function readFile(parsing: Parsing, csv: string): Promise<ReadRows> {
  try {
    return (await parsing.read(accountsFile, sourceOf(Buffer.from(csv)), {})).result;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const sentence = error.reason === 'refused' ? error.message : 'This file cannot be read.';
    throw invalid(sentence, { csv: sentence });
  }
}

async function create(
  tx: Tx,
  accounts: ReadAccount[],
  doer: Actor,
  ip: string,
): Promise<PersonRow[]> {
  const wanted = accounts.map(({ account }) => ({
    ...account,
    ...settleRights(noRights, account),
  }));
  const made = await createUsers(tx, wanted);
  const acts = made.map((row) => ({
    actor: doer,
    action: 'user.created',
    subject: userSubject(row),
    after: toRecord(row),
    ip,
  }));
  await recordActivity(tx, ...acts);
  return made;
}
