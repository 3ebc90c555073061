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
 * Keeps record channels in sync with their records, e.g. when a vehicle moves to another store: at once
 * on an event from the record's module, and within a minute in any case.
 */
export function followRecords(
  { bus, log, background }: Platform,
  services: ChatServices,
  records: Records,
): void {
  // Serialized: an earlier read must not overwrite a later one.
  let queue = Promise.resolve();
  function next(work: () => Promise<void>): Promise<void> {
    queue = queue.then(work).catch((err) => {
      if (!isUnavailable(err)) log.warn({ err }, 'Failed to update record channels; will retry');
    });
    return queue;
  }
  bus.subscribe(recordChanged, (payload) => {
    const { kind, id } = payload as RecordRef;
    void background.run(() => next(() => sync(services, records, [recordChannelId({ kind, id })])));
  });
  background.repeat(sweepMs, () => next(() => syncAll(services, records)));
}

async function syncAll(services: ChatServices, records: Records): Promise<void> {
  let last = '';
  for (;;) {
    const rows = await services.db
      .selectFrom('chat_channels')
      .select('id')
      .where('type', '=', 'record')
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const ids = rows.map(({ id }) => id);
    await sync(services, records, ids);
    last = ids.at(-1) ?? '';
    if (ids.length < atOnce) return;
  }
}

async function sync(
  services: ChatServices,
  records: Records,
  ids: readonly string[],
): Promise<void> {
  const facts = await records.facts(ids.flatMap((id) => recordOfChannel(id) ?? []));
  const byChannel = new Map(facts.map((one) => [recordChannelId(one), one]));
  await keepCurrent(
    services,
    ids.map((id): RecordChannel => ({ id, facts: byChannel.get(id) ?? null })),
  );
}
