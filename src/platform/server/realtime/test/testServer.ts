import http from 'node:http';
import * as z from 'zod/mini';
import { startForecourt, type TestForecourt } from '../../../../../test/support/forecourt.ts';
import { clientEvent, serverEvent } from '../../../contract/socket.ts';
import type { Actor } from '../../http/actor.ts';
import type { Connection } from '../connection.ts';

/** Events of server and client for tests, in addition to those of the product. */
export const testEvent = serverEvent('test_event', { n: z.number(), text: z.optional(z.string()) });
export const testCommand = clientEvent('test_command', { n: z.number() });

export interface RealtimeServer extends TestForecourt {
  /** Received `test_command` frames, with their senders. */
  received: { username: string; n: number }[];
  /** Who may subscribe to `test:…`; everyone with the store of that name by default. */
  rule: { current(actor: Actor, id: string): boolean };
  connectionsOf(username: string): Connection[];
}

/** The product, with a topic `test:{store}` that everyone with access is subscribed to. */
export async function startRealtimeServer(
  env: Record<string, string> = {},
): Promise<RealtimeServer> {
  const forecourt = await startForecourt({ env });
  const { realtime } = forecourt.platform;
  const rule: RealtimeServer['rule'] = {
    current: ({ storeAccess }, id) => storeAccess.includes(id) || storeAccess.includes('all'),
  };
  const received: RealtimeServer['received'] = [];
  realtime.declareTopic('test', (actor, id) => rule.current(actor, id));
  const follow = async (connection: Connection) => {
    await realtime.subscribe(connection, 'test:ford');
    await realtime.subscribe(connection, 'test:hyundai');
  };
  realtime.onConnect(follow);
  realtime.onRightsChange(follow);
  realtime.handle(testCommand, async ({ actor }, { n }) => {
    received.push({ username: actor.username, n });
  });
  return {
    ...forecourt,
    received,
    rule,
    connectionsOf: (username) =>
      [...realtime.connections()].filter(({ actor }) => actor.username === username),
  };
}

/** The status of a handshake: 101, or the refusal. */
export function handshake(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        ...headers,
      },
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(101);
    });
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}
