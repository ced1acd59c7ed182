import type { BrowserContext, Page } from '@playwright/test'
import type { DeviceSubscription } from '#scripts/sandbox/push-service.ts'
import type { PaymentSite } from '#scripts/site/payment-site.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import { bookAs, newGuest, openCheckout } from './page-guest.ts'

test.use({ serviceWorkers: 'allow' })

const card = 'Want a reminder on this phone?'

/** The browser's own push service is on the internet: in its place the page subscribes at the sandbox. */
async function subscribeAtSandbox(
	context: BrowserContext,
	{ push }: PaymentSite,
	applicationServerKey: string,
) {
	const device = push.newDevice(applicationServerKey)
	await context.addInitScript((subscription: DeviceSubscription) => {
		// A browser without a window says 'denied' despite a grant.
		Object.defineProperty(Notification, 'permission', { value: 'default' })
		PushManager.prototype.subscribe = async (options) => {
			if (!options?.userVisibleOnly) throw new Error('a browser wants every message to be seen')
			return { toJSON: () => subscription } as unknown as PushSubscription
		}
	}, device)
	return device
}

async function book(page: Page, site: PaymentSite) {
	await openCheckout(page, site)
	await bookAs(page, newGuest())
}

test('a guest is offered reminders on this phone after booking, and the phone shows them', async ({
	page,
	context,
	site,
}) => {
	await context.grantPermissions(['notifications'])
	const device = await subscribeAtSandbox(context, site, site.vapid.VAPID_PUBLIC_KEY)
	await page.goto('/')
	await hydrated(page)
	await book(page, site)
	await expect(page.getByText(card)).toBeVisible()
	await page.getByRole('button', { name: 'Remind me' }).click()
	await expect(page.getByText('Reminders are on for this phone.')).toBeVisible()
	const rows = await site.database.rows(
		'SELECT appointment_id FROM push_subscriptions WHERE endpoint = ?',
		device.endpoint,
	)
	expect(rows).toHaveLength(1)
	await page.reload()
	await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible()
	await hydrated(page)
	await expect(page.getByText(card)).toBeHidden()
	await expectShown(page, context)
})

/** Hands the service worker a message as the push service would, and taps what it shows. */
async function expectShown(page: Page, context: BrowserContext) {
	const [worker] = context.serviceWorkers()
	if (!worker) throw new Error('no service worker')
	const message = {
		title: 'Wakati',
		body: 'Your visit is tomorrow at 10:00 AM.',
		tag: 'one',
		path: '/booking/confirmation?visit=x',
	}
	const done = await worker.evaluate(async (told) => {
		const self = globalThis as unknown as {
			registration: { showNotification: (title: string, options: object) => Promise<void> }
			clients: { openWindow: (url: string) => void }
		}
		const shown: object[] = []
		const opened: string[] = []
		// A browser without a window shows nothing, and opens nothing that was not tapped.
		self.registration.showNotification = async (title, options) => void shown.push({ title, ...options })
		self.clients.openWindow = (url) => void opened.push(url)
		const happen = (name: string, fields: object) =>
			globalThis.dispatchEvent(Object.assign(new Event(name), { waitUntil: () => {}, ...fields }))
		happen('push', { data: { json: () => told } })
		happen('notificationclick', { notification: { data: told.path, close: () => {} } })
		happen('notificationclick', { notification: { data: 'https://elsewhere.example/', close: () => {} } })
		return { shown, opened }
	}, message)
	expect(done).toEqual({
		shown: [{ title: 'Wakati', body: message.body, tag: 'one', icon: '/icon-192.png', data: message.path }],
		opened: [new URL(message.path, page.url()).href],
	})
}

test('who has blocked notifications is not asked, and only push services are told', { tag: '@full' }, async ({
	page,
	site,
}) => {
	await book(page, site)
	await hydrated(page)
	await expect(page.getByText(card)).toBeHidden()
	const post = async (endpoint: string, query = new URL(page.url()).search) => {
		const { keys } = site.push.newDevice(site.vapid.VAPID_PUBLIC_KEY)
		const form = { endpoint, ...keys }
		const answer = await page.request.post(`/push${query}`, { form, headers: { origin: site.url } })
		return answer.status()
	}
	// A made-up post makes the app call no server of its own choice, and opens no other customer's booking.
	expect(await post('https://attacker.example/push')).toBe(422)
	expect(await post('no address')).toBe(400)
	expect(await post('https://fcm.googleapis.com/x', '?visit=made-up')).toBe(404)
	expect(await post('https://fcm.googleapis.com/x')).toBe(204)
})

test('without script nobody is asked for notifications', { tag: '@without-script' }, async ({
	page,
	site,
}) => {
	await book(page, site)
	await expect(page.getByText(card)).toBeHidden()
})
