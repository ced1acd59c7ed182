import { describe, expect, test } from 'vitest'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { addAppointment, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { addOrder, addPlan } from '#tests/support/session-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const DAY_MINUTES = 24 * 60

async function openDevice(role: 'desk' | 'owner' = 'desk') {
	const shop = await addKioskShop(site())
	const { cookies } = await addKiosk(site(), shop.id, role)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	return { shop, browser }
}

type Device = Awaited<ReturnType<typeof openDevice>>

/** A visit of another day that was booked some days ago. */
async function booked({ shop }: Device, { inDays, daysAgo = 0 }: { inDays: number; daysAgo?: number }) {
	const reference = await addAppointment(site(), shop, { inMinutes: inDays * DAY_MINUTES })
	await site().database.change(
		'UPDATE appointments SET created_at = ? WHERE reference_number = ?',
		Date.now() - daysAgo * DAY_MS - MINUTE_MS,
		reference,
	)
	return reference
}

async function report({ shop }: Device, reference: string) {
	await site().database.change(
		`INSERT INTO visit_problems (id, appointment_id, shop_id, kind, words, reported_at)
			SELECT ?, id, ?, 'money', 'Paid twice', ? FROM appointments WHERE reference_number = ?`,
		newId(),
		shop.id,
		Date.now(),
		reference,
	)
}

const toDo = async ({ browser }: Device) => {
	const page = await browser.open('/kiosk/to-do')
	return {
		text: page.text,
		visits: page.document
			.querySelectorAll('a[href^="/kiosk/visits/"]')
			.map((link) => link.getAttribute('href')?.slice(14)),
	}
}
const lineOf = async ({ browser }: Device) =>
	(await browser.open('/kiosk')).document.querySelector('a[href="/kiosk/to-do"]')?.text ?? null

describe.each(['desk', 'owner'] as const)('What is to do, at a %s', (role) => {
	test('is nothing in a new shop', async () => {
		const device = await openDevice(role)
		await addAppointment(site(), device.shop, { inMinutes: -60 })
		expect(await lineOf(device)).toBeNull()
		expect(await toDo(device)).toMatchObject({ text: expect.stringContaining('All done'), visits: [] })
	})

	test('is one line of today, which leads to each of it, and none of another shop', async () => {
		const device = await openDevice(role)
		const other = await openDevice(role)
		const unclosed = await booked(device, { inDays: -2, daysAgo: 9 })
		await booked(device, { inDays: -16, daysAgo: 20 })
		const isNew = await booked(device, { inDays: 2 })
		await booked(device, { inDays: 3, daysAgo: 4 })
		const bad = await booked(device, { inDays: -40, daysAgo: 50 })
		await report(device, bad)
		const planId = await addPlan(site().database, device.shop.id)
		const { userId } = await addSignedInPerson(site().database, { at: Date.now(), isVerified: true })
		await addOrder(site().database, planId, userId, { now: Date.now() })
		expect(await lineOf(device)).toBe('1 visit to close · 1 new booking · 1 problem · 1 order to be paid')
		const { text, visits } = await toDo(device)
		expect(visits).toEqual([unclosed, isNew, bad])
		expect(text).toContain('A problem with the money')
		expect(await lineOf(other)).toBeNull()
		expect((await toDo(other)).visits).toEqual([])
		const fresh = await device.browser.send(new URL('/kiosk/fresh', site().url))
		expect(await fresh.json()).toMatchObject({ toDo: expect.stringContaining('1 visit to close') })

		const page = await device.browser.open('/kiosk/to-do')
		const opened = await device.browser.submit(
			page,
			'form[action="/kiosk/scan"]',
			{},
			{ button: 'button[name=code]' },
		)
		expect(opened.text).toContain('To collect')
	})

	test('is done by the act of each', async () => {
		const device = await openDevice(role)
		const unclosed = await booked(device, { inDays: -2, daysAgo: 9 })
		const isNew = await booked(device, { inDays: 2 })
		await report(device, unclosed)
		const act = (reference: string, fields: Record<string, string>) =>
			device.browser.post(`/kiosk/visits/${reference}`, new URLSearchParams({ act: newId(), ...fields }))
		await site().database.change(
			`UPDATE appointments SET status = 'SCHEDULED' WHERE reference_number = ?`,
			isNew,
		)
		await act(isNew, { intent: 'confirm' })
		expect((await toDo(device)).visits).toEqual([unclosed, unclosed])
		await act(unclosed, { intent: 'complete' })
		expect((await toDo(device)).visits).toEqual([unclosed])
		await act(unclosed, { intent: 'answer-problem', answer: 'We paid it back.' })
		expect(await lineOf(device)).toBeNull()
	})
})
