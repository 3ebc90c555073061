import { fastifyCookie } from '@fastify/cookie';

/** Cookies of the session and the device. `__Host-` binds them to this host and requires https. */
export interface SessionCookie {
  read(header: string | undefined): string | undefined;
  /** Without a max-age: the browser discards it when it is closed. */
  write(token: string): string;
  clear(): string;
  /** The token of the browser itself, which outlives its sessions. */
  readDevice(header: string | undefined): string | undefined;
  writeDevice(token: string): string;
  readPlaced(header: string | undefined, placed: PlacedCookie): string | undefined;
  writePlaced(placed: PlacedCookie, token: string): string;
}

/**
 * A cookie that a module gives a browser for its own endpoints: browsers send it to no other path. It is no session
 * and identifies no user.
 */
export interface PlacedCookie {
  name: string;
  path: `/api/${string}`;
}

/** The longest that browsers keep a cookie. */
const deviceSeconds = 400 * 24 * 60 * 60;

export function createSessionCookie(publicUrl: string | undefined): SessionCookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Host-forecourt' : 'forecourt';
  const device = `${name}-device`;
  const nameOf = (placed: PlacedCookie) => `${secure ? '__Secure-' : ''}${placed.name}`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (header) => (header ? fastifyCookie.parse(header)[name] : undefined),
    write: (token) => fastifyCookie.serialize(name, token, options),
    clear: () => fastifyCookie.serialize(name, '', { ...options, maxAge: 0 }),
    readDevice: (header) => (header ? fastifyCookie.parse(header)[device] : undefined),
    writeDevice: (token) =>
      fastifyCookie.serialize(device, token, { ...options, maxAge: deviceSeconds }),
    readPlaced: (header, placed) =>
      header ? fastifyCookie.parse(header)[nameOf(placed)] : undefined,
    writePlaced: (placed, token) =>
      fastifyCookie.serialize(nameOf(placed), token, {
        ...options,
        path: placed.path,
        sameSite: 'strict',
        maxAge: deviceSeconds,
      }),
  };
}
