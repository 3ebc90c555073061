import { isUnavailable } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { RecordRef } from '../../../records/contract.ts';
import { type Records, recordChanged } from '../../../records/server/public.ts';
import { recordChannelId, recordOfChannel } from '../../contract/records.ts';
import type { ChatServices } from '../services.ts';
import { keepCurrent, type RecordChannel } from './current.ts';

const sweepMs = 30_000;
const atOnce = 1_000;

/**
 * Lets the conversations follow their records: a car that moves to another store takes its own along. At
 * once where its room says so, and within the minute in any case.
 */
export function followRecords({ bus, log }: Platform, desk: ChatServices, records: Records): void {
  // One after the other: what was read earlier must not overwrite what was read later.
  let turn = Promise.resolve();
  let isSweeping = false;
  function next(work: () => Promise<void>): void {
    turn = turn.then(work).catch((err) => {
      if (!isUnavailable(err)) log.warn({ err }, 'Records were not followed; they will be');
    });
  }
  bus.subscribe(recordChanged, (payload) => {
    const { kind, id } = payload as RecordRef;
    next(() => bringUp(desk, records, [recordChannelId({ kind, id })]));
  });
  const sweep = () => {
    if (isSweeping) return;
    isSweeping = true;
    next(() => bringUpAll(desk, records).finally(() => (isSweeping = false)));
  };
  setInterval(sweep, sweepMs).unref();
}

async function bringUpAll(desk: ChatServices, records: Records): Promise<void> {
  let last = '';
  for (;;) {
    const rows = await desk.db
      .selectFrom('chat_channels')
      .select('id')
      .where('type', '=', 'record')
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const ids = rows.map(({ id }) => id);
    await bringUp(desk, records, ids);
    last = ids.at(-1) ?? '';
    if (ids.length < atOnce) return;
  }
}

async function bringUp(
  desk: ChatServices,
  records: Records,
  ids: readonly string[],
): Promise<void> {
  const facts = await records.facts(ids.flatMap((id) => recordOfChannel(id) ?? []));
  const byChannel = new Map(facts.map((one) => [recordChannelId(one), one]));
  await keepCurrent(
    desk,
    ids.map((id): RecordChannel => ({ id, facts: byChannel.get(id) ?? null })),
  );
}
