import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { NewMessage } from '../../../src/modules/chat/contract.ts';

// The baseline: the library's own broadcast loop. It stores nothing and checks nothing, and its frames have the fields of
// real ones, so that both servers send the same number of bytes.

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
/** The sockets and the last sequence number of each channel. A socket names its channel in its cookie. */
const channels = new Map<string, { sockets: Set<WebSocket>; seq: number }>();

function compose(channelId: string, seq: number, content: string, clientMsgId: string): NewMessage {
  return {
    id: randomUUID(),
    channelId,
    seq,
    rev: seq,
    clientMsgId,
    senderId: 100,
    senderName: 'Writer No100',
    senderInitials: 'WN',
    content,
    messageType: 'text',
    metadata: null,
    threadId: null,
    threadSeq: null,
    thread: null,
    replyToId: null,
    isPinned: false,
    isStarred: false,
    editedAt: null,
    deletedAt: null,
    createdAt: new Date().toISOString(),
    mentions: [],
    mentionedUserIds: [],
    mentionsChannel: false,
    reactions: [],
    attachments: [],
    readBy: [],
    deliveredTo: [],
    prevRev: seq - 1,
  };
}

function channelOf(id: string) {
  const known = channels.get(id);
  if (known) return known;
  const channel = { sockets: new Set<WebSocket>(), seq: 0 };
  channels.set(id, channel);
  return channel;
}

server.on('connection', (socket, { headers: { cookie = '' } }) => {
  const id = /(?:^|; )channel=([\w-]+)/.exec(cookie)?.[1] ?? 'general';
  const channel = channelOf(id);
  channel.sockets.add(socket);
  socket.on('close', () => channel.sockets.delete(socket));
  socket.on('message', (bytes) => {
    const { type, data } = JSON.parse(bytes.toString());
    if (type === 'auth') return socket.send('{"type":"ready","data":{}}');
    channel.seq += 1;
    const message = compose(id, channel.seq, data.content, data.clientMsgId);
    const frame = Buffer.from(JSON.stringify({ type: 'new_message', data: message }));
    for (const client of channel.sockets) {
      if (client.readyState === WebSocket.OPEN) client.send(frame, { binary: false });
    }
  });
});
server.on('listening', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Listening at http://127.0.0.1:${port}\n`);
});
