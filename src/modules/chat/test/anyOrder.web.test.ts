import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { expect, it } from 'vitest';
import type { NewMessage } from '../contract.ts';
import { createChat, message, settle } from './fakeChat.web.ts';

type Chat = ReturnType<typeof createChat>;

const step = record({
  act: constantFrom('say', 'others', 'arrive', 'lose', 'cut', 'join', 'wait', 'old', 'sync'),
  at: integer({ min: 0, max: 9 }),
});
type Step = { act: string; at: number };

/** Everything that may happen on the way: frames swapped, doubled, lost; cables cut and joined. */
function createTrouble(chat: Chat) {
  const { server, session, world } = chat;
  const flying: NewMessage[] = [];
  let taken = 0;
  const told = (frame: NewMessage) => flying.push(frame);
  const takeSends = () => {
    for (const send of server.frames.slice(taken)) told(server.echo(send));
    taken = server.frames.length;
  };
  const acts: Record<string, (at: number) => void> = {
    say: (at) => chat.say(`mine ${at}`),
    others: () => {
      const seq = server.stored.length + 1;
      server.stored.push(message(seq));
      told({ ...message(seq), prevRev: seq - 1 });
    },
    arrive: (at) => {
      const frame = flying[at % Math.max(1, flying.length)];
      if (frame && server.online) session.receive(frame);
    },
    lose: (at) => void flying.splice(at % Math.max(1, flying.length), 1),
    cut: () => connect(false),
    join: () => connect(true),
    wait: (at) => world.pass(at * 700),
    old: () => void session.history.loadOlder('sales'),
    sync: () => session.synchronize(),
  };
  function connect(online: boolean) {
    server.online = online;
    session.connectionChanged();
    if (online) session.synchronize();
  }
  return async ({ act, at }: Step) => {
    acts[act]?.(at);
    takeSends();
    await settle();
  };
}

it('whatever happens on the way, in the end everybody reads the same, once, in order', async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 40 }), async (steps) => {
      const chat = createChat();
      chat.server.stored = Array.from({ length: 60 }, (_, index) => message(index + 1));
      await chat.open();
      const happen = createTrouble(chat);
      for (const one of steps) await happen(one);
      for (let rest = 0; rest < 4; rest += 1) {
        await happen({ act: 'join', at: 0 });
        await happen({ act: 'wait', at: 60 });
      }
      const { messages, pending } = chat.state();
      const window = chat.server.stored.slice((messages[0]?.seq ?? 1) - 1);
      expect(messages.map(({ id }) => id)).toEqual(window.map(({ id }) => id));
      expect(pending).toEqual([]);
      expect(chat.storage.length).toBe(0);
      const ids = chat.server.stored.map(({ clientMsgId }) => clientMsgId);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 200 },
  );
});
