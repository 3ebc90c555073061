import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reactionFrame } from '../../src/modules/chat/contract/changes.ts';
import { typingFrame } from '../../src/modules/chat/contract/personal.ts';
import { chatMessageFrame, listMessages } from '../../src/modules/chat/contract.ts';
import { type AnySocketEvent, ping } from '../../src/platform/contract/socket.ts';
import type { Client } from '../support/client.ts';
import { startForecourt, type TestForecourt } from '../support/forecourt.ts';
import type { Frame, TestSocket } from '../support/socket.ts';
import { fieldsOf, type Known } from './arbitraryOf.ts';
import { findInconsistencies } from './inconsistencies.ts';

/** The total for all events. */
const frames = Number(process.env.FUZZ_FRAMES ?? 300);
/** A socket that sends more frames at once is rate limited. */
const framesPerSocket = 90;
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);

let forecourt: TestForecourt;
let employee: Client;
let socket: TestSocket;
let sent = 0;
const errors: Frame[] = [];
let known: Known;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  const { body } = await employee.call(listMessages, { params: { channelId: 'sales' } });
  const ids = body.slice(-5).map(({ id }) => id);
  known = {
    channelId: ['general', 'sales', 'management', 'dm-1-2'],
    messageId: ids,
    threadId: [...ids, null],
    replyToId: ids,
    content: ['hello @here', '👍'],
    emoji: ['👍', '❤️'],
  };
});
afterAll(() => forecourt.stop());

const events: AnySocketEvent[] = [chatMessageFrame, reactionFrame, typingFrame];

async function send(type: string, data: unknown): Promise<void> {
  if (sent++ % framesPerSocket === 0) {
    socket?.close();
    socket = await employee.socket();
  }
  socket.send(type, data);
}

// Only for tests that hang: a frame takes 5 ms.
const timeout = 300_000 + frames * 30;

test('no frame can make the server fail or close the socket', { timeout }, async () => {
  const numRuns = Math.ceil(frames / events.length);
  for (const event of events) {
    await fc.assert(
      fc.asyncProperty(fieldsOf({ ...event.data.shape }, known), async (data) => {
        await send(event.type, data);
        socket.send(ping.type);
        await socket.next('pong');
        errors.push(...socket.frames.splice(0).filter(({ type }) => type === 'error'));
      }),
      { numRuns, seed },
    );
  }
  expect(errors.filter(({ data }) => data.code === 'internal')).toEqual([]);
});

test('the conversations are consistent afterwards', async () => {
  expect(await findInconsistencies(forecourt.platform.db)).toEqual([]);
});
