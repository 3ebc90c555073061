import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import {
  addAuthor,
  channelWith,
  forwardUrgently,
  reason,
  sendUrgent as send,
  sendUrgentPoll,
} from '../../chat/test/urgentCalls.ts';
import { addUser, type TestUser } from '../../notifications/test/stage.ts';
import { search, waitUntilFound } from './searchCalls.ts';

let forecourt: TestForecourt;
let bob: TestUser;
beforeAll(async () => {
  forecourt = await startForecourt();
  bob = await addUser(forecourt);
});
afterAll(() => forecourt.stop());

const author = () => addAuthor(forecourt);
const idsOf = async ({ client }: TestUser, q: string) =>
  (await search(client, q)).results.map(({ message }) => message.id);

describe('an urgent message', () => {
  test('is found with its reason', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const { body } = await send(ann.client, channel, { content: 'The zeppelin leaks' });
    const [result] = await waitUntilFound(bob.client, 'zeppelin');
    expect(result?.message).toMatchObject({ id: body.id, metadata: { urgent: { reason } } });
  });

  test('is found as urgent, and nothing else is', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const normal = { content: 'The dirigible leaks', urgent: undefined };
    await send(ann.client, channel, normal);
    const { body } = await send(ann.client, channel, { content: 'The dirigible is gone' });
    const find = (q: string) => idsOf(bob, q);
    await eventually(async () => (await find('dirigible')).length === 2);
    expect(await find('dirigible is:urgent')).toEqual([body.id]);
  });

  test.each([
    ['a poll', sendUrgentPoll],
    ['a forwarded message', forwardUrgently],
  ])('is found as urgent when it is %s', async (_, sendKind) => {
    const ann = await author();
    const { body } = await sendKind(ann.client, await channelWith(ann, bob));
    await eventually(async () => (await idsOf(bob, 'is:urgent')).includes(body.id));
  });
});
