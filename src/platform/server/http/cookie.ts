import { fastifyCookie } from '@fastify/cookie';

/** How the session travels. `__Host-` binds it to this host and to https, so it needs https. */
export interface SessionCookie {
  read(header: string | undefined): string | undefined;
  write(token: string, maxAgeSeconds: number): string;
  clear(): string;
}

export function createSessionCookie(publicUrl: string | undefined): SessionCookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Host-forecourt' : 'forecourt';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (header) => (header ? fastifyCookie.parse(header)[name] : undefined),
    write: (token, maxAge) => fastifyCookie.serialize(name, token, { ...options, maxAge }),
    clear: () => fastifyCookie.serialize(name, '', { ...options, maxAge: 0 }),
  };
}
