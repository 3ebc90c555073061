import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor, RequestContext } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { changeSetting, getSetting, type Setting } from '../../../organization/server/public.ts';
import type * as calls from '../../contract/dashboard.ts';
import {
  backgroundCount,
  backgroundPath,
  type DashboardConfig,
  newDashboard,
  onlyAdmins,
  shortcutSizes,
} from '../../contract/dashboard.ts';
import { isOwnPath } from '../../contract/links.ts';
import { heimdallChanged } from '../../contract.ts';
import type { ShortcutsDb } from '../links/list.ts';
import type { BackgroundLoader } from './backgroundLoader.ts';

const dashboard: Setting<StoredConfig> = {
  name: 'shortcuts.dashboard',
  schema: z.object({
    backgroundUrl: z.nullable(z.string()),
    backgroundEtag: z.nullable(z.string()),
    title: z.string(),
    subtitle: z.string(),
    gridColumns: z.number(),
    gridRows: z.number(),
    shortcutSize: z.enum(shortcutSizes),
  }),
  fallback: { ...newDashboard, backgroundUrl: null, backgroundEtag: null },
};

interface StoredConfig extends Omit<DashboardConfig, 'backgroundUrl' | 'backgroundPath'> {
  /** Null until an administrator sets it. */
  backgroundUrl: string | null;
  /** Etag of the stored copy of that image. */
  backgroundEtag: string | null;
}

type ConfigDb = Parameters<typeof getSetting>[0];

export const readConfig = (db: ConfigDb) => getSetting(db, dashboard);

export function getDashboardConfig({ db }: Platform): Handler<typeof calls.getDashboardConfig> {
  return async () => toConfig(await readConfig(db));
}

export function setDashboardConfig(
  platform: Platform,
  backgrounds: BackgroundLoader,
): Handler<typeof calls.setDashboardConfig> {
  const { db } = platform;
  return async ({ body: { backgroundUrl, ...rest }, actor, ip }) => {
    assertMayConfigure(actor);
    const current = await readConfig(db);
    // An unchanged URL, saved along with the rest of the form, is not fetched again.
    const isNew = backgroundUrl !== toConfig(current).backgroundUrl;
    if (isNew) assertBackgroundExists(backgroundUrl);
    const fetched =
      isNew && backgroundUrl && !isOwnPath(backgroundUrl)
        ? await backgrounds.fromUrl(actor, backgroundUrl)
        : null;
    const background = isNew ? { backgroundUrl, backgroundEtag: fetched?.etag ?? null } : {};
    return saveConfig(platform, { actor, ip }, { ...rest, ...background }, fetched);
  };
}

/** A stored image may have been replaced since, and a number may be out of range. */
function assertBackgroundExists(url: string): void {
  const [, name] = url.match(/^\/api\/heimdall-backgrounds\/([^?#]*)/) ?? [];
  if (name === undefined || isBuiltIn(name)) return;
  const text = 'This image no longer exists.';
  throw invalid(text, { backgroundUrl: text });
}

export const isBuiltIn = (name: string) =>
  /^[1-9]\d{0,3}$/.test(name) && Number(name) <= backgroundCount;

export function assertMayConfigure({ role }: Actor): void {
  if (role !== 'admin') throw forbidden(onlyAdmins);
}

/** Merges the changes into the stored configuration and replaces the stored image. */
export async function saveConfig(
  platform: Platform,
  { actor, ip }: RequestContext,
  changes: { [Name in keyof StoredConfig]?: StoredConfig[Name] | undefined },
  background: { etag: string; image: Buffer } | null,
): Promise<DashboardConfig> {
  const db: ShortcutsDb = platform.db;
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  const after = await db.transaction().execute(async (tx) => {
    // There is no row to lock before the first change.
    await sql`select pg_advisory_xact_lock(hashtext('shortcuts.dashboard'))`.execute(tx);
    const before = await readConfig(tx as never);
    const next: StoredConfig = { ...before, ...Object.fromEntries(defined) };
    if (background) {
      const row = { etag: background.etag, image: background.image };
      await tx
        .insertInto('shortcut_backgrounds')
        .values(row)
        .onConflict((at) => at.doNothing())
        .execute();
    }
    await tx
      .deleteFrom('shortcut_backgrounds')
      .where('etag', '!=', next.backgroundEtag ?? '')
      .execute();
    await changeSetting(tx as never, dashboard, next);
    const subject = { type: 'dashboard', id: null, name: next.title };
    await recordActivity(tx, {
      actor,
      action: 'dashboard.configured',
      subject,
      before,
      after: next,
      ip,
    });
    return next;
  });
  platform.realtime.publish('everyone:', heimdallChanged, {});
  return toConfig(after);
}

function toConfig({ backgroundEtag, ...stored }: StoredConfig): DashboardConfig {
  const backgroundUrl = stored.backgroundUrl ?? backgroundPath(numberOfTheDay(new Date()));
  const shown = backgroundEtag ? backgroundPath(backgroundEtag) : backgroundUrl;
  return { ...stored, backgroundUrl, backgroundPath: isOwnPath(shown) ? shown : '' };
}

/** Pseudo-random per day, the same for everyone. */
function numberOfTheDay(now: Date): number {
  const day = createHash('sha256').update(now.toISOString().slice(0, 10)).digest();
  return 1 + (day.readUInt32BE() % backgroundCount);
}
