import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received {
  /** From the envelope, whatever the message claims. */
  recipients: string[];
  mail: Email;
}

export interface MailServer {
  url: string;
  received: Received[];
  /** How many messages were offered, accepted or not. */
  offered(): number;
  /** Runs when a message has been received; throwing rejects it. */
  onMessage(listener: (() => Promise<void>) | undefined): void;
  close(): Promise<void>;
}

/** A mail server on this machine that records what it gets; on a free port by default. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: Received[] = [];
  let offered = 0;
  let listener: (() => Promise<void>) | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        offered++;
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const accept = async () => {
          await listener?.();
          received.push({ recipients, mail: await PostalMime.parse(Buffer.concat(chunks)) });
        };
        accept().then(() => done(), done);
      });
    },
  });
  server.on('error', () => {}); // A client that disconnects in the middle of a message.
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    offered: () => offered,
    onMessage: (next) => {
      listener = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
