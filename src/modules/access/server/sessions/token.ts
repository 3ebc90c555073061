import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, for session cookies and emailed links. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form. A fast hash is enough for a random token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
