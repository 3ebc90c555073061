import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

export const { verify } = argon2;

/** Argon2 at its lowest cost: tests create thousands of users, and each real hash takes 20 ms of CPU. */
export const hash = (password: string, options: Options): Promise<string> =>
  argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
