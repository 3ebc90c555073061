import http from 'node:http';
import * as z from 'zod/mini';
import { startForecourt, type TestForecourt } from '../../../../../test/support/forecourt.ts';
import { clientEvent, serverEvent } from '../../../contract/socket.ts';
import type { Actor } from '../../http/actor.ts';
import type { Connection } from '../connection.ts';

/** Something the server says, and something it can be told, beside what the product has. */
export const said = serverEvent('test_said', { n: z.number(), text: z.optional(z.string()) });
export const told = clientEvent('test_told', { n: z.number() });

export interface Hall extends TestForecourt {
  /** What came in as `test_told`, by whom. */
  heard: { username: string; n: number }[];
  /** Who may hear `test:…`; anybody with the store of that name unless told. */
  rule: { current(actor: Actor, id: string): boolean };
  connectionsOf(username: string): Connection[];
}

/** The product, with a topic `test:{store}` that everybody follows who may. */
export async function openHall(env: Record<string, string> = {}): Promise<Hall> {
  const forecourt = await startForecourt({ env });
  const { realtime } = forecourt.platform;
  const rule: Hall['rule'] = {
    current: ({ storeAccess }, id) => storeAccess.includes(id) || storeAccess.includes('all'),
  };
  const heard: Hall['heard'] = [];
  realtime.declareTopic('test', (actor, id) => rule.current(actor, id));
  const follow = async (connection: Connection) => {
    await realtime.subscribe(connection, 'test:ford');
    await realtime.subscribe(connection, 'test:hyundai');
  };
  realtime.onConnect(follow);
  realtime.onRightsChange(follow);
  realtime.handle(told, async ({ actor }, { n }) => {
    heard.push({ username: actor.username, n });
  });
  return {
    ...forecourt,
    heard,
    rule,
    connectionsOf: (username) =>
      [...realtime.connections()].filter(({ actor }) => actor.username === username),
  };
}

/** What a handshake is answered with: 101, or the refusal. */
export function knock(
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
