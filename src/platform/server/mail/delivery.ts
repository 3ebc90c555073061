import fs from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string | null;
}

/** Hands one mail on; throws when it could not. `id` becomes the Message-ID, so a repeat is recognized. */
export type Deliver = (id: string, mail: Mail) => Promise<void>;

interface Options {
  smtpUrl: string | undefined;
  from: string;
  /** Where each mail is kept as a file when there is no mail server. */
  folder: string;
}

const timeoutMs = 20_000;

export function createDelivery({ smtpUrl, from, folder }: Options): Deliver {
  const domain = /@([^>]+)/.exec(from)?.[1] ?? 'localhost';
  const transport = smtpUrl
    ? nodemailer.createTransport({
        url: smtpUrl,
        connectionTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      })
    : undefined;
  // Builds the whole mail, as it would have gone over the wire.
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true });

  return async (id, { to, subject, text, html }) => {
    const message = {
      from,
      // An object, never a text: an address cannot smuggle in a second recipient.
      to: { name: '', address: to },
      subject,
      text,
      ...(html && { html }),
      messageId: `<${id}@${domain}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    if (transport) return void (await transport.sendMail(message));
    const { message: bytes } = await writer.sendMail(message);
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.writeFile(path.join(folder, `${id}.eml`), bytes as Buffer, { mode: 0o600 });
  };
}
