import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: what a session cookie or a mailed link carries. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of it. Nothing slower is needed: there is nothing to guess. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
