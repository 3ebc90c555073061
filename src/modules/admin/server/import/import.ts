import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
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
import { runAdminAction, type Tx } from '../acting/act.ts';
import { toRecord } from '../acting/record.ts';
import { noRights, settleRights } from '../rules/rights.ts';
import type accountsParser from './accountsParser.ts';
import { findRowConflicts } from './check.ts';
import type { ReadAccount, ReadRows } from './rows.ts';

/**
 * Creates accounts from all valid rows, in one transaction. They get no password: the person chooses one with
 * “Forgot Password?”, or an administrator sets one.
 */
export function importUsers(platform: Platform): Handler<typeof calls.importUsers> {
  return async ({ body: { csv, dryRun }, ...context }) => {
    const { rows, accounts, errors } = await readFile(platform.parsing, csv);
    const { created, conflicts, valid } = await runAdminAction(
      platform,
      context,
      async (tx, doer) => {
        const problems = await findRowConflicts(tx, doer, accounts);
        const rejected = new Set(problems.map(({ row }) => row));
        const accepted = accounts.filter(({ row }) => !rejected.has(row));
        const people = dryRun ? [] : await create(tx, accepted, doer, context.ip);
        return { created: people, conflicts: problems, valid: accepted.length };
      },
    );
    for (const row of created) announceCreated(platform, row);
    const allErrors = [...errors, ...conflicts].sort((one, other) => one.row - other.row);
    return { rows, created: valid, errors: allErrors };
  };
}

const accountsFile = defineParser<typeof accountsParser>({
  name: 'admin.accounts',
  module: new URL('./accountsParser.ts', import.meta.url),
  lane: 'messages',
  seconds: 5,
  // Two thousand accounts with all permissions.
  outputMaxBytes: 4 * 1024 * 1024,
});

async function readFile(parsing: Parsing, csv: string): Promise<ReadRows> {
  try {
    return (await parsing.read(accountsFile, sourceOf(Buffer.from(csv)), {})).result;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const sentence = error.reason === 'refused' ? error.message : 'This file can’t be read.';
    throw invalid(sentence, { csv: sentence });
  }
}

async function create(
  tx: Tx,
  accounts: ReadAccount[],
  doer: Actor,
  ip: string,
): Promise<PersonRow[]> {
  const newUsers = accounts.map(({ account }) => ({
    ...account,
    ...settleRights(noRights, account),
  }));
  const created = await createUsers(tx, newUsers);
  const acts = created.map((row) => ({
    actor: doer,
    action: 'user.created',
    subject: userSubject(row),
    after: toRecord(row),
    ip,
  }));
  await recordActivity(tx, ...acts);
  return created;
}
