import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { WebSocket } from 'ws';
import type { Writer } from '../support/writers.ts';

export interface Acknowledged {
  clientMsgId: string;
  senderId: number;
  channelId: string;
  content: string;
  seq: number;
}

interface Options {
  url: string;
  writer: Writer;
  channelId: string;
  count: number;
  onAcknowledged(message: Acknowledged): void;
}

const responseTimeoutMs = 3_000;

/**
 * Writes `count` messages one after the other, each under one id until it is acknowledged, no matter what happens to the
 * server meanwhile. Rejects if the server is down for a minute.
 */
export async function write({ url, writer, channelId, count, onAcknowledged }: Options) {
  let connection: Connection | undefined;
  for (let index = 0; index < count; index++) {
    const content = `${writer.userId}/${index}`;
    const clientMsgId = uuidv7();
    const deadline = Date.now() + 60_000;
    for (;;) {
      if (Date.now() > deadline) throw new Error('The server did not come back within a minute');
      try {
        connection ??= await connect(url, writer.cookie);
        const seq = await connection.post({ channelId, content, clientMsgId });
        onAcknowledged({ clientMsgId, senderId: writer.userId, channelId, content, seq });
        break;
      } catch {
        // The outcome is unknown, as in a browser, so the same id is sent again.
        connection?.end();
        connection = undefined;
        await sleep(50 + Math.random() * 150);
      }
    }
  }
  connection?.end();
}

interface Connection {
  post(data: { channelId: string; content: string; clientMsgId: string }): Promise<number>;
  end(): void;
}

async function connect(url: string, cookie: string): Promise<Connection> {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  const waiting = new Map<string, { resolve(seq: number): void; reject(error: Error): void }>();
  const failAll = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why));
    waiting.clear();
  };
  await new Promise<void>((resolve, reject) => {
    ws.on('open', () => ws.send('{"type":"auth","data":{}}'));
    ws.on('error', reject);
    ws.on('close', () => {
      reject(new Error('closed'));
      failAll('closed');
    });
    ws.on('message', (bytes) => {
      const { type, data } = JSON.parse(bytes.toString());
      if (type === 'ready') resolve();
      if (type === 'new_message') waiting.get(data.clientMsgId)?.resolve(data.seq);
      if (type === 'error') waiting.get(data.ref)?.reject(new Error(data.message));
    });
  });
  return {
    post: (data) =>
      new Promise((resolve, reject) => {
        waiting.set(data.clientMsgId, { resolve, reject });
        setTimeout(() => reject(new Error('no answer')), responseTimeoutMs).unref();
        ws.send(JSON.stringify({ type: 'chat_message', data: { ...data, messageType: 'text' } }));
      }),
    end: () => ws.terminate(),
  };
}
