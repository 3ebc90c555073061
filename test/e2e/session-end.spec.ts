import type { Locator, Page, Route } from '@playwright/test';
import { chatUrl, currentUser, openWithBlockedMessages, panel, row, sendMessage } from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

async function signInAgain(page: Page): Promise<void> {
  await signInDialog(page)
    .getByLabel(/^Password/)
    .fill('forecourt-demo');
  await page.keyboard.press('Enter');
  await expect(signInDialog(page)).toBeHidden();
}

/**
 * Acts once the session has ended. Background requests wait until then: one could be refused first, and the sign-in
 * dialog would cover the button.
 */
async function actWithoutSession(page: Page, act: () => Promise<void>): Promise<void> {
  const delayed: Route[] = [];
  let isDelaying = true;
  await page.route('**/api/**', (route) =>
    isDelaying && route.request().method() === 'GET' ? void delayed.push(route) : route.fallback(),
  );
  await page.context().clearCookies();
  await act();
  await expect(signInDialog(page)).toBeVisible();
  isDelaying = false;
  for (const route of delayed) await route.continue();
  await page.unroute('**/api/**');
}

/** Navigates as a link inside the page does, without a load. */
const goTo = (page: Page, path: string) =>
  page.evaluate((url) => window.history.pushState(null, '', url), path);

async function addCustomer(page: Page, lastName: string, phone: string): Promise<number> {
  const response = await page.request.post('/api/customers', {
    data: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      kind: 'person',
      preferredLanguage: 'en',
      firstName: 'Paula',
      lastName,
      phones: [{ number: phone, kind: 'mobile' }],
      emails: [],
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

test('saves a form submitted after the session ended, once the user signs in again', async ({
  person,
}) => {
  const page = await person('tyler.boone', '/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  const form = page.getByRole('dialog', { name: 'Add customer' });
  await form.getByRole('textbox', { name: 'First name' }).fill('Philippa');
  await form.getByRole('textbox', { name: 'Last name' }).fill('Ransome');
  await form.getByRole('textbox', { name: 'Phone 1', exact: true }).fill('(212) 555-7188');
  await actWithoutSession(page, () => page.keyboard.press('Enter'));

  await expect(signInDialog(page).getByText('Your session ended')).toBeVisible();
  await expect(signInDialog(page).getByText('Tyler Boone')).toBeVisible();
  await expect(signInDialog(page).getByLabel(/^Password/)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(signInDialog(page)).toBeVisible();
  await signInDialog(page)
    .getByLabel(/^Password/)
    .fill('not it');
  await page.keyboard.press('Enter');
  await expect(
    signInDialog(page).getByText('The username or password is not correct.'),
  ).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Last name', includeHidden: true })).toHaveValue(
    'Ransome',
  );
  await signInAgain(page);
  await expect(page.getByRole('heading', { name: 'Philippa Ransome' })).toBeVisible();
});

test('sends a message written before the session ended once, after signing in again', async ({
  person,
}) => {
  const page = await person('employee', noPage);
  const other = await person('manager', chatUrl('sales'));
  const release = await openWithBlockedMessages(page, chatUrl('sales'));
  const box = panel(page).getByRole('textbox', { name: /^Message / });
  await sendMessage(page, 'Written on the way out');
  await box.fill('Half a thought');
  await page.context().clearCookies();
  await release();
  await signInAgain(page);
  await expect(
    panel(other).getByRole('article').filter({ hasText: 'Written on the way out' }),
  ).toHaveCount(1);
  await expect(row(page, 'Written on the way out')).toBeVisible();
  await expect(box).toHaveValue('Half a thought');
  await sendMessage(page, 'And back');
  await expect(row(other, 'And back')).toBeVisible();
});

async function addLead(page: Page, customerId: number): Promise<number> {
  const response = await page.request.post('/api/leads', {
    data: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      customerId,
      type: 'internet',
      interests: [{ year: 2024, make: 'Ford', model: 'Bronco' }],
      comments: 'Still there?',
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

/** A text box, even while the sign-in dialog covers it. */
const textbox = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('textbox', { name, includeHidden: true });

test('saves a note, a deal and a request once when the session ends before they are submitted', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  await test.step('saves a note on a lead once after signing in again, and keeps one that was only begun', async () => {
    const customer = await addCustomer(page, 'Leadnote', '(316) 555-0211');
    const id = await addLead(page, customer);
    await page.goto(`/customers/leads?lead=${id}`);
    const lead = page.getByRole('dialog', { name: 'Paula Leadnote' });
    const note = textbox(
      lead.getByRole('form', { name: 'Log response', includeHidden: true }),
      'Note',
    );
    await note.fill('Wants a long bed, calls back at six');
    await actWithoutSession(page, () =>
      lead.getByRole('button', { name: 'Log', exact: true }).click(),
    );
    await expect(note).toHaveValue('Wants a long bed, calls back at six');
    await signInAgain(page);
    await expect(lead.getByText('Wants a long bed, calls back at six')).toHaveCount(1);
    await expect(note).toHaveValue('');
    const stored = await (await page.request.get(`/api/leads/${id}`)).text();
    expect(stored.split('Wants a long bed, calls back at six')).toHaveLength(2);

    await test.step('keeps a note that was begun when a refresh of the lead finds the session ended', async () => {
      await note.fill('Half a note');
      await page.context().clearCookies();
      // A response by someone else makes the page refresh the lead, which reveals that the session ended.
      const other = await person('manager', noPage);
      const response = await other.request.post(`/api/leads/${id}/answers`, {
        data: { clientId: crypto.randomUUID(), how: 'call', outcome: 'no_answer', note: '' },
      });
      expect(response.status(), await response.text()).toBeLessThan(300);
      await expect(signInDialog(page)).toBeVisible();
      await signInAgain(page);
      await expect(note).toHaveValue('Half a note');
    });
  });

  await test.step('creates a deal once when the session ends before it is submitted', async () => {
    await addCustomer(page, 'Dealfield', '(316) 555-0213');
    await goTo(page, '/customers/deals');
    await page.getByRole('button', { name: 'New deal' }).click();
    const form = page.getByRole('dialog', { name: 'New deal' });
    const store = form.getByLabel('Store');
    if ((await store.count()) > 0) await store.selectOption('ford');
    await form.getByRole('combobox', { name: 'Customer' }).fill('Dealfield');
    await form.getByRole('option', { name: /Paula Dealfield/ }).click();
    await form.getByRole('button', { name: 'Not in stock' }).click();
    await form.getByRole('textbox', { name: /^Vehicle/ }).fill('2024 Ford Bronco');
    await form.getByLabel('Price, $').first().fill('41,250.00');
    await form.getByRole('button', { name: 'Add due bill' }).click();
    await form.getByRole('textbox', { name: 'Due bill 1' }).fill('Second key');
    await actWithoutSession(page, () => form.getByRole('button', { name: 'Create deal' }).click());
    await expect(textbox(form, 'Due bill 1')).toHaveValue('Second key');
    await signInAgain(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Deal \w+$/);
    await expect(page.getByText('Second key')).toBeVisible();
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search deals' }).fill('Dealfield');
    const deals = page.getByRole('table', { name: 'Deals' });
    await expect(deals.getByRole('row')).toHaveCount(2);
    await expect(deals.getByText('Dealfield')).toHaveCount(1);
  });

  await test.step('posts a request once when the session ends before it is submitted', async () => {
    await goTo(page, chatUrl('sales'));
    await page.getByRole('button', { name: 'More to add' }).click();
    await page.getByRole('menuitem', { name: 'New request…' }).click();
    const form = page.getByRole('dialog', { name: 'New request' });
    await form.getByLabel('What do you need?').fill('Pull up the blue Elantra');
    await actWithoutSession(page, () => form.getByRole('button', { name: 'Post request' }).click());
    await expect(textbox(form, /^What do you need\?/)).toHaveValue('Pull up the blue Elantra');
    await signInAgain(page);
    await expect(form).toBeHidden();
    await expect(
      panel(page).getByRole('article').filter({ hasText: 'Pull up the blue Elantra' }),
    ).toHaveCount(1);
  });
});

test('creates a repair order once when the session ends before it is submitted', async ({
  person,
}) => {
  const page = await person('walt.jankowski', '/customers/repair-orders?new=order');
  await addCustomer(page, 'Orderfield', '(316) 555-0214');
  const form = page.getByRole('dialog', { name: 'New repair order' });
  await form.getByRole('combobox', { name: 'Customer' }).fill('Orderfield');
  await form.getByRole('option', { name: /Paula Orderfield/ }).click();
  await form.getByRole('textbox', { name: /^Vehicle/ }).fill('2021 Ford Escape SEL');
  await form.getByLabel('Complaint').fill('Brakes squeal in the morning');
  await actWithoutSession(page, () =>
    form.getByRole('button', { name: 'Create repair order' }).click(),
  );
  await expect(textbox(form, /^Complaint/)).toHaveValue('Brakes squeal in the morning');
  await signInAgain(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Repair order \d+$/);
  await expect(page.getByText('Brakes squeal in the morning')).toBeVisible();
  await goTo(page, '/customers/repair-orders?q=Orderfield');
  const orders = page.getByRole('table', { name: 'Repair orders' });
  await expect(orders.getByText('Orderfield')).toHaveCount(1);
});

test('saves edits of new, own and shared notes once when the session ends', async ({ person }) => {
  const page = await person('manager', '/utilities#notes-manager');
  const owner = await person('employee', noPage);
  const added = await owner.request.post('/api/notes', {
    data: { title: 'Of somebody else', content: 'Before' },
  });
  expect(added.status()).toBe(201);
  const sharedId = (await added.json()).id;
  const shared = await owner.request.put(`/api/notes/${sharedId}/shares`, {
    data: {
      shares: [
        { userId: (await currentUser(page)).id, department: null, store: null, canEdit: true },
      ],
    },
  });
  expect(shared.status(), await shared.text()).toBeLessThan(300);

  const closingNotes = async () => {
    const response = await page.request.get('/api/notes?search=Closing');
    const notes: { id: number; content: string }[] = response.ok() ? await response.json() : [];
    return notes.map(({ content }) => content);
  };
  const notes = page.locator('#notes-manager');
  await test.step('lists a new note and saves it after signing in again', async () => {
    await notes.getByRole('button', { name: 'Add Note' }).click();
    await notes.getByRole('textbox', { name: 'Title' }).fill('Closing time');
    await notes.getByRole('textbox', { name: 'Content' }).fill('Gates, then lights');
    await actWithoutSession(page, () => notes.getByRole('button', { name: 'Save Note' }).click());
    await expect(notes.getByText('Gates, then lights')).toHaveCount(1);
    await signInAgain(page);
    await expect.poll(closingNotes).toEqual(['Gates, then lights']);
    await expect(notes.getByRole('button', { name: 'Closing time', exact: true })).toHaveCount(1);
  });

  const sharedContent = async () =>
    (await (await owner.request.get(`/api/notes/${sharedId}`)).json()).content;
  for (const [name, storedContent] of [
    ['Closing time', async () => (await closingNotes())[0]],
    ['Of somebody else', sharedContent],
  ] as const) {
    await test.step(`saves an edit of “${name}” after signing in again`, async () => {
      await notes.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.context().clearCookies();
      const contentBox = textbox(dialog, 'Content');
      await contentBox.fill('Typed as the session ended');
      await expect(signInDialog(page)).toBeVisible();
      await expect(contentBox).toHaveValue('Typed as the session ended');
      await signInAgain(page);
      await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
      await expect(contentBox).toHaveValue('Typed as the session ended');
      // The caret has not moved either.
      await page.keyboard.type(', and on');
      await expect.poll(storedContent).toBe('Typed as the session ended, and on');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
  }
});

test('shows nothing of the previous page to someone else who signs in', async ({ person }) => {
  const page = await person('manager', '/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  const form = page.getByRole('dialog', { name: 'Add customer' });
  await form.getByRole('textbox', { name: 'First name' }).fill('Confidential');
  await actWithoutSession(page, () => page.keyboard.press('Enter'));
  await signInDialog(page).getByRole('button', { name: 'Sign in as someone else' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Username').fill('employee');
  await page.getByLabel(/^Password/).fill('forecourt-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Quick Actions' }).first()).toBeVisible();
  await expect(page.getByText('Confidential')).toHaveCount(0);
  expect((await (await page.request.get('/api/user')).json()).username).toBe('employee');
});

test('reopens the page for the same user signing in elsewhere and closes it for another', async ({
  person,
}) => {
  const page = await person('manager', '/customers');
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
  await page.context().clearCookies();
  await page.getByPlaceholder('Name, phone, email, vehicle, plate').fill('Turner');
  await expect(signInDialog(page)).toBeVisible();

  const tab = await page.context().newPage();
  const signIn = async (username: string) => {
    await tab.goto('/profile');
    await tab.getByLabel('Username').fill(username);
    await tab.getByLabel(/^Password/).fill('forecourt-demo');
    await tab.getByRole('button', { name: 'Sign In' }).click();
    await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible();
  };
  await signIn('manager');
  await expect(signInDialog(page)).toBeHidden();
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();

  await page.context().clearCookies();
  await signIn('employee');
  await expect(page).not.toHaveURL(/\/customers/);
  await expect(page.getByRole('table', { name: 'Customers' })).toHaveCount(0);
});

test('clears the data from every tab on Logoff, even with unsaved input', async ({ person }) => {
  const page = await person('manager', '/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page
    .getByRole('dialog', { name: 'Add customer' })
    .getByRole('textbox', { name: 'First name' })
    .fill('Half typed');
  const tab = await page.context().newPage();
  await tab.goto('/profile');
  await tab.getByRole('button', { name: 'Logoff' }).click();
  await expect(tab).toHaveURL(/\/auth$/);
  expect((await tab.request.get('/api/user')).status()).toBe(401);
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
