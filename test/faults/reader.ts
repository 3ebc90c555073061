import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

interface Message {
  channelId: string;
  clientMsgId: string;
  seq: number;
  rev: number;
  prevRev: number;
}

export interface Reader {
  /** The messages it has seen of each channel, in that order. */
  seen: Map<string, { clientMsgId: string; seq: number }[]>;
  /** Catches up once more and disconnects. */
  finish(): Promise<void>;
}

/** Follows channels as a browser does: live frames, and the list of changes wherever `prevRev` shows a gap. */
export function follow(url: string, cookie: string, from: Map<string, number>): Reader {
  const revs = new Map(from);
  const seen: Reader['seen'] = new Map([...from.keys()].map((id) => [id, []]));
  let queue = Promise.resolve();
  let isFinished = false;
  let ws: WebSocket | undefined;

  function apply({ channelId, clientMsgId, seq, rev }: Message): void {
    if (rev <= (revs.get(channelId) ?? 0)) return;
    revs.set(channelId, rev);
    seen.get(channelId)?.push({ clientMsgId, seq });
  }

  async function catchUp(channelId: string): Promise<void> {
    for (;;) {
      const address = `${url}/api/chat/changes/${channelId}?since=${revs.get(channelId)}`;
      const response = await fetch(address, { headers: { cookie } }).catch(() => undefined);
      if (!response?.ok) {
        await sleep(100);
        continue;
      }
      const { messages, reset, lastRev } = await response.json();
      if (reset) throw new Error('The reader fell too far behind');
      for (const message of messages) apply(message);
      if ((revs.get(channelId) ?? 0) >= lastRev) return;
    }
  }

  function listen(): void {
    if (isFinished) return;
    ws = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie } });
    ws.on('error', () => {}); // `close` follows.
    ws.on('open', () => ws?.send('{"type":"auth","data":{}}'));
    ws.on('close', () => setTimeout(listen, 50));
    ws.on('message', (bytes) => {
      const { type, data } = JSON.parse(bytes.toString());
      queue = queue.then(async () => {
        if (type === 'ready') for (const id of revs.keys()) await catchUp(id);
        if (type !== 'new_message' || !revs.has(data.channelId)) return;
        if (data.prevRev > (revs.get(data.channelId) ?? 0)) await catchUp(data.channelId);
        apply(data);
      });
    });
  }

  listen();
  return {
    seen,
    async finish() {
      await queue;
      for (const id of revs.keys()) await catchUp(id);
      isFinished = true;
      ws?.terminate();
    },
  };
}
