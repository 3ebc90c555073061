// Shows what is pushed while no page of ours is open, and leads to it. It keeps nothing and answers for nothing:
// pages load as if it were not there.

const fallback = { tag: 'forecourt', title: 'Forecourt', body: 'You have a new notification.', url: '/' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A browser takes the permission away from whoever shows nothing, so something is shown whatever came.
self.addEventListener('push', (event) => {
  const { tag, title, body, url } = { ...fallback, ...read(event.data) };
  event.waitUntil(
    self.registration.showNotification(title, {
      tag,
      body,
      icon: '/apple-touch-icon.png',
      data: { url },
    }),
  );
});

function read(data) {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

self.addEventListener('notificationclick', (event) => {
  const { tag, data } = event.notification;
  event.notification.close();
  event.waitUntil(Promise.all([open(data?.url ?? '/'), markRead(tag)]));
});

/** In a page that is open, without loading it again; otherwise in a new one. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) return void (await self.clients.openWindow(url.href));
  await page.focus();
  page.postMessage({ open: url.pathname + url.search + url.hash });
}

async function markRead(tag) {
  if (!/^\d+$/.test(tag)) return;
  // Offline it stays unread, as it was.
  await fetch(`/api/notifications/${tag}/read`, { method: 'PUT', credentials: 'include' }).catch(() => {});
}

// The browser changed the address it is reached at: we are told the new one, as long as the session lasts.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  const options = { userVisibleOnly: true, applicationServerKey };
  const subscription =
    newSubscription ?? (applicationServerKey && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys;
  await fetch('/api/push/subscription', {
    method: 'PUT',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys: { p256dh, auth } }),
  });
}
