// Shows push notifications while no page is open, and opens their target. It caches nothing and handles no requests.

const fallback = { tag: 'forecourt', title: 'Forecourt', body: 'You have a new notification.', url: '/' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// Browsers revoke the permission if a push shows no notification, so something is always shown.
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

/** In an open page, without reloading it; otherwise in a new one. */
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
  // Offline it stays unread.
  await fetch(`/api/notifications/${tag}/read`, { method: 'PUT', credentials: 'include' }).catch(() => {});
}

// The browser changed its push subscription: sends the new one to the server while the session lasts.
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
