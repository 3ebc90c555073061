import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { NewMessage } from '../../../src/modules/chat/contract.ts';

// The floor: the library's own broadcast loop. It stores nothing and checks nothing, and its frames
// have the fields of the real ones, so that both servers move the same bytes.

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
let seq = 0;

function compose(content: string, clientMsgId: string): NewMessage {
  seq += 1;
  return {
    id: randomUUID(),
    channelId: 'general',
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
    replyToId: null,
    isPinned: false,
    isStarred: false,
    editedAt: null,
    createdAt: new Date().toISOString(),
    mentions: [],
    mentionedUserIds: [],
    reactions: [],
    attachments: [],
    readBy: [],
    deliveredTo: [],
    prevRev: seq - 1,
  };
}

server.on('connection', (socket) => {
  socket.on('message', (bytes) => {
    const { type, data } = JSON.parse(bytes.toString());
    if (type === 'auth') return socket.send('{"type":"ready","data":{}}');
    const message = compose(data.content, data.clientMsgId);
    const frame = Buffer.from(JSON.stringify({ type: 'new_message', data: message }));
    for (const client of server.clients) {
      if (client.readyState === WebSocket.OPEN) client.send(frame, { binary: false });
    }
  });
});
server.on('listening', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Listening at http://127.0.0.1:${port}\n`);
});
