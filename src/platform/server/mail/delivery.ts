import fs from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { asDocument } from './document.ts';

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

/** Whether the line stays inside this machine. */
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

/**
 * Whether mail to this server must be encrypted on the way: it carries links that open accounts. Without
 * it whoever sits on the line could read them, or make the server seem unable to encrypt. Not on this
 * machine, and not where the address says `?requireTLS=false`.
 */
export function mustEncrypt(smtpUrl: string): boolean {
  const { hostname, searchParams } = new URL(smtpUrl);
  const told = searchParams.get('requireTLS');
  return told === null ? !isLoopback(hostname) : told !== 'false';
}

export function createDelivery({ smtpUrl, from, folder }: Options): Deliver {
  const transport = smtpUrl
    ? nodemailer.createTransport({
        url: smtpUrl,
        requireTLS: mustEncrypt(smtpUrl),
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
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
      ...(html && { html: asDocument(subject, html) }),
      messageId: messageIdOf(id, from),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    if (transport) return void (await transport.sendMail(message));
    const { message: bytes } = await writer.sendMail(message);
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.writeFile(path.join(folder, `${id}.eml`), bytes as Buffer, { mode: 0o600 });
  };
}

/** The Message-ID a mail goes by, on every try. */
export function messageIdOf(id: string, from: string): string {
  const domain = /@([^>]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${id}@${domain}>`;
}

/** Whether the other side said that trying again is of no use: an answer of the 5xx kind. */
export function isFinal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'responseCode' in error;
  return code && Number(error.responseCode) >= 500;
}
