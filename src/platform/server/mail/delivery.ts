import fs from 'node:fs/promises';
import path from 'node:path';
import { asDocument } from './document.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string | null;
}

/** Delivers one email; throws if it fails. `id` becomes the Message-ID, so that a repeat is recognized. */
export type Deliver = (id: string, mail: Mail) => Promise<void>;

interface Options {
  smtpUrl: string | undefined;
  from: string;
  /** Folder where emails are stored as files if there is no mail server. */
  folder: string;
}

const timeoutMs = 20_000;

/** Whether the connection stays inside this machine. */
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

/**
 * Whether email to this server must be encrypted: it contains links that open accounts. Without that, an attacker
 * on the network could read them, or pretend that the server cannot encrypt. Not on this machine, and not if the
 * URL has `?requireTLS=false`.
 */
export function mustEncrypt(smtpUrl: string): boolean {
  const { hostname, searchParams } = new URL(smtpUrl);
  const requireTls = searchParams.get('requireTLS');
  return requireTls === null ? !isLoopback(hostname) : requireTls !== 'false';
}

export function createDelivery({ smtpUrl, from, folder }: Options): Deliver {
  const connect = async () => {
    // Loaded with the first email: it is the largest library here.
    const { createTransport } = await import('nodemailer');
    // Without a mail server, builds the complete message as it would be sent.
    if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true });
    return createTransport({
      url: smtpUrl,
      requireTLS: mustEncrypt(smtpUrl),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
  };
  let transport: ReturnType<typeof connect> | undefined;

  return async (id, { to, subject, text, html }) => {
    const message = {
      from,
      // An object, never a string: an address must not add a second recipient.
      to: { name: '', address: to },
      subject,
      text,
      ...(html && { html: asDocument(subject, html) }),
      messageId: messageIdOf(id, from),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    transport ??= connect();
    const sent = await (await transport).sendMail(message);
    if (smtpUrl) return;
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.writeFile(path.join(folder, `${id}.eml`), sent.message as Buffer, { mode: 0o600 });
  };
}

/** The Message-ID of an email, the same on every attempt. */
export function messageIdOf(id: string, from: string): string {
  const domain = /@([^>]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${id}@${domain}>`;
}

/** Whether the server said that retrying is pointless: a 5xx reply. */
export function isFinal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'responseCode' in error;
  return code && Number(error.responseCode) >= 500;
}
