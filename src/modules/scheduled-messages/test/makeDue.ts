import type { TestForecourt } from '../../../../test/support/forecourt.ts';

/** Makes a scheduled message due, and runs the job. */
export async function makeDue({ platform }: TestForecourt, id: string): Promise<void> {
  await platform.db
    .updateTable('chat_scheduled')
    .set({ send_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute();
  await platform.jobs.add(platform.db, 'chat.send-scheduled', {});
}
