import { describe, expect, test } from 'vitest'
import { addDays } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addAppointment, addDeposit, addKiosk, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

const site = withPaymentSite()
const tomorrow = addDays(civilAt(zoneAtNoon(Date.now()), Date.now()).date, 1)

async function openDevice() {
	const shop = await addKioskShop(site())
	await site().database.change(
		`UPDATE shops SET deposit_kind = 'percent', deposit_value = 50, phone = '+2348035550000' WHERE id = ?`,
		shop.id,
	)
	const { cookies } = await addKiosk(site(), shop.id)
	const browser = openBrowserLikeClient(site().url)
	for (const { name, value } of cookies) browser.cookies.set(name, value)
	const page = (time = '10:00') => `/kiosk/book?service=${shop.idOf('cut')}&date=${tomorrow}&time=${time}`
	return { shop, browser, page }
}
const form = (fields: Record<string, string> = {}) =>
	new URLSearchParams({
		...{ act: newId(), intent: 'deposit', shownKobo: '500000', price: '5,000' },
		...{ firstName: 'Efe', lastName: 'Obi', phone: '0803 555 0101', email: '', note: 'No chemicals' },
		...fields,
	})
const customer = () => openBrowserLikeClient(site().url)

/** Presses the button of a link's page, which leads to Paystack; gives the way back from there. */
async function goToPay(
	browser: ReturnType<typeof customer>,
	path: string,
	fields: Record<string, string> = {},
) {
	const page = await browser.open(path)
	const left = await browser.submit(page, 'main form[method="post"]', fields).catch((error: Error) => error)
	if (!(left instanceof Error)) throw new Error(`not sent to pay: ${left.status} ${left.text.slice(0, 300)}`)
	expect(left.message).toContain(`redirected away to ${site().checkoutUrl}`)
	const transaction = site().paystack.transactions.at(-1)
	if (!transaction) throw new Error('no payment was started')
	const { pathname, search } = new URL(transaction.callbackUrl)
	return { reference: transaction.reference, back: pathname + search, email: transaction.email }
}

describe('A deposit by a link', () => {
	test('is asked for at the desk, paid in another browser, and both see the booking', async () => {
		const { shop, browser, page } = await openDevice()
		const asking = await browser.open(page())
		expect(asking.text).toContain('We hold the time until')
		const held = await browser.submit(
			asking,
			'main form[method="post"]',
			{ firstName: 'Efe', phone: '0803 555 0101', note: 'No chemicals' },
			{ button: '[value=deposit]' },
		)
		expect(held.url.pathname).toMatch(/^\/kiosk\/deposits\//)
		expect(held.text).toContain('Waits for a deposit until')
		const address = held.document.querySelector('.address')?.text ?? ''
		const path = address.slice(address.indexOf('/d/'))
		const whatsApp = new URL(
			held.document.querySelector('a[href^="https://wa.me/"]')?.getAttribute('href') ?? '',
		)
		expect(whatsApp.pathname).toBe('/2348035550101')
		expect(whatsApp.searchParams.get('text')).toContain(`${site().url}${path}`)
		const day = await browser.open(`/kiosk?date=${tomorrow}`)
		expect(day.text).toContain('Waits for a ₦2,500 deposit until')
		expect((await browser.open('/kiosk')).text).toContain('1 deposit to come')
		expect((await browser.open('/kiosk/to-do')).text).toContain('Deposits to come')

		const phone = customer()
		const opened = await phone.open(path.toLowerCase().replaceAll('-', ''))
		expect(opened.text).toContain('Deposit ₦2,500 of ₦5,000')
		expect(opened.text).not.toContain('Efe')
		const missing = await phone.post(path, '')
		expect([missing.status, missing.text.includes('Type your email')]).toEqual([422, true])
		const paying = await goToPay(phone, path, { email: 'efe@example.com' })
		expect(paying.email).toBe('efe@example.com')
		expect((await phone.open(paying.back)).text).toContain('holding')
		site().paystack.pay(paying.reference)
		const booked = await phone.open(paying.back)
		expect([booked.url.pathname, booked.status]).toEqual(['/booking/confirmation', 200])
		expect(booked.text).toContain('₦2,500')

		const link = await phone.open(path)
		expect(link.text).toContain('You’re booked')
		expect(link.document.querySelector('a[href*="confirmation"]')).toBeNull()
		expect((await browser.open(`/kiosk?date=${tomorrow}`)).text).toContain('Booked by us')
		const settled = await browser.open(held.url.pathname)
		expect(settled.text).toContain('the visit is booked')
		const [appointment] = await site().database.rows('SELECT * FROM appointments WHERE shop_id = ?', shop.id)
		expect(appointment).toMatchObject({ is_walk_in: 1, paid_kobo: 250_000, customer_note: 'No chemicals' })
		expect(settled.html).toContain(`/kiosk/visits/${appointment?.reference_number}`)
	})

	test('whose money came late opens neither payment nor booking to others; the payer chooses another time', async () => {
		const { shop } = await openDevice()
		const email = `${newId().toLowerCase()}@example.com`
		const { id, code } = await addDeposit(site(), shop, { inMinutes: 600, email })
		const phone = customer()
		const { reference, back } = await goToPay(phone, `/d/${code}`)
		const { database, paystack, mail } = site()
		await database.change('DELETE FROM holds WHERE checkout_id = ?', id)
		for (const staff of ['Ada', 'Bola']) await addAppointment(site(), shop, { inMinutes: 600, staff })
		paystack.pay(reference)
		const late = `SELECT count(*) AS n FROM transactions WHERE payment_reference = ? AND outcome = 'offered'`
		await expect.poll(() => database.count(late, reference)).toBe(1)
		// The desk presses the button of the page that it still has open.
		const pressed = await customer().post(`/d/${code}`, '')
		const opened = await customer().open(`/d/${code}`)
		expect([pressed.status, opened.status]).toEqual([200, 200])
		for (const page of [pressed, opened]) {
			expect(page.url.pathname.replaceAll('-', '')).toBe(`/d/${code}`)
			expect(page.text).toContain('Your payment has arrived')
			expect(page.text).toContain('Our email has the link')
			expect(page.html).not.toMatch(/payment=|visit=/)
		}
		expect((await phone.open(back)).url.pathname).toBe('/booking/complete-booking')
		await expect
			.poll(
				() =>
					mail.mails.filter(({ to, text }) => to.includes(email) && text.includes('complete-booking')).length,
			)
			.toBe(1)
	})

	test('for a service that was switched off meanwhile goes on with another one, and holds that', async () => {
		const { shop, browser, page } = await openDevice()
		await site().database.change(
			`INSERT INTO services (id, shop_id, category_id, name, duration_minutes, buffer_minutes, price_kobo)
				SELECT shop_id || '-braids', shop_id, category_id, 'braids', 60, 0, 700000 FROM services WHERE id = ?`,
			shop.idOf('cut'),
		)
		for (const name of ['Ada', 'Bola'])
			await site().database.change(
				'INSERT INTO staff_services VALUES (?, ?)',
				shop.idOf(name),
				shop.idOf('braids'),
			)
		const braids = page().replace(shop.idOf('cut'), shop.idOf('braids'))
		await site().database.change('UPDATE services SET is_enabled = 0 WHERE id = ?', shop.idOf('cut'))
		const off = await browser.post(page(), form({ firstName: 'Ife' }))
		for (const firstName of ['Efe', 'Ada'])
			await browser.post(braids, form({ firstName, shownKobo: '700000', price: '' }))
		const taken = await browser.submit(off, 'main form:has([name=service])', { service: shop.idOf('braids') })
		expect([taken.status, taken.text.includes('Hold instead')]).toEqual([409, true])
		const held = await browser.submit(
			taken,
			'main form:has([name=note])',
			{},
			{ button: '[formaction*="09:00"]' },
		)
		expect(held.text).toContain('Ife Obi')
		expect(held.text).toContain('Waits for a deposit until')
	})

	test('goes by mail where there is an address, again when the desk says so, three times at most', async () => {
		const { browser, page } = await openDevice()
		const email = `${newId().toLowerCase()}@example.com`
		const held = await browser.post(page(), form({ email }))
		const mails = () => site().mail.mails.filter(({ to }) => to.includes(email))
		await expect.poll(() => mails().length).toBe(1)
		const address = held.document.querySelector('.address')?.text ?? ''
		expect(JSON.stringify(mails()[0])).toContain(address.slice(address.indexOf('/d/')))
		const send = () => browser.post(held.url.pathname, `intent=send&act=${newId()}`)
		expect((await send()).text).toContain('Emailed 2 times.')
		expect((await send()).text).toContain('which is the most.')
		const refused = await send()
		expect([refused.status, refused.text.includes('emailed three times')]).toEqual([429, true])
		await expect.poll(() => mails().length).toBe(3)
	})

	test('is let go by one device; the other, and the customer, are told what to do next', async () => {
		const { shop, browser } = await openDevice()
		const { id, code } = await addDeposit(site(), shop, { inMinutes: 600 })
		const letGo = () => browser.post(`/kiosk/deposits/${id}`, `intent=let-go&act=${newId()}`)
		const before = await customer().open(`/d/${code}`)
		expect((await letGo()).text).toContain('Others can book this time again.')
		const again = await letGo()
		expect([again.status, again.text.includes('already been let go')]).toEqual([409, true])
		const late = await customer().submit(before, 'main form[method="post"]', { email: 'a@example.com' })
		expect([late.status, late.text.includes('The shop has let it go')]).toEqual([409, true])
		const over = await customer().open(`/d/${code}`)
		expect(over.text).toContain('This time is no longer held')
		expect(over.document.querySelector(`a[href*="shop=${shop.id}"]`)?.text).toBe('See free times')
		expect(over.document.querySelector('a[href="tel:+2348035550000"]')).not.toBeNull()
		expect(over.document.querySelector('form[method="post"]')).toBeNull()
	})

	test('when the wait is over says so to both, and takes no money', async () => {
		const { shop, browser } = await openDevice()
		const { id, code } = await addDeposit(site(), shop, { inMinutes: 600 })
		await site().database.change(
			'UPDATE holds SET expires_at = ?, checked_at = 0 WHERE checkout_id = ?',
			Date.now(),
			id,
		)
		expect((await browser.open(`/kiosk/deposits/${id}`)).text).toContain('was not paid in time')
		expect((await customer().open(`/d/${code}`)).text).toContain('This time is no longer held')
		expect((await customer().post(`/d/${code}`, 'email=a@example.com')).status).toBe(409)
	})

	test('for a time that is gone offers others, which are held for a deposit too', async () => {
		const { shop, browser, page } = await openDevice()
		const ofAda = `${page()}&staff=${shop.idOf('Ada')}`
		await browser.post(ofAda, form())
		const gone = await browser.post(ofAda, form({ firstName: 'Ife' }))
		expect(gone.status).toBe(409)
		const [way] = gone.document.querySelectorAll('button[formaction]')
		expect(way?.getAttribute('value')).toBe('deposit')
		const held = await browser.post(way?.getAttribute('formaction') ?? '', form({ firstName: 'Ife' }))
		expect(held.url.pathname).toMatch(/^\/kiosk\/deposits\//)
		expect(await site().database.rows('SELECT 1 FROM holds WHERE shop_id = ?', shop.id)).toHaveLength(2)
	})

	test('that is asked for twice, and at once, is one, and each answer shows it', async () => {
		const { shop, browser, page } = await openDevice()
		const same = form()
		const answers = await Promise.all([browser.post(page(), same), browser.post(page(), same)])
		answers.push(await browser.post(page(), same))
		expect(new Set(answers.map(({ url }) => url.pathname)).size).toBe(1)
		expect(answers.every(({ status, text }) => status === 200 && text.includes('Waits for a deposit'))).toBe(
			true,
		)
		expect(await site().database.rows('SELECT 1 FROM holds WHERE shop_id = ?', shop.id)).toHaveLength(1)
	})

	test('is not offered where the shop asks for none, nor so near that no time is left to pay', async () => {
		const { shop, browser, page } = await openDevice()
		await site().database.change(`UPDATE shops SET deposit_kind = 'none' WHERE id = ?`, shop.id)
		expect((await browser.open(page())).text).not.toContain('Ask for a deposit')
		expect((await browser.post(page(), form())).status).toBe(409)
		await site().database.change(`UPDATE shops SET deposit_kind = 'percent' WHERE id = ?`, shop.id)
		const soon = `/kiosk/book?service=${shop.idOf('cut')}&time=13:30`
		expect((await browser.open(soon)).text).not.toContain('Ask for a deposit')
		const refused = await browser.post(soon, form())
		expect([refused.status, refused.text.includes('It starts too soon')]).toEqual([409, true])
	})

	test('is no one else’s: another shop’s device, a wrong code', async () => {
		const { shop } = await openDevice()
		const { id, code } = await addDeposit(site(), shop, { inMinutes: 600, firstName: 'Secret' })
		const { browser } = await openDevice()
		const strange = await browser.open(`/kiosk/deposits/${id}`)
		expect([strange.status, strange.text.includes('Secret')]).toEqual([404, false])
		expect((await browser.post(`/kiosk/deposits/${id}`, `intent=let-go&act=${newId()}`)).status).toBe(404)
		const wrong = code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
		for (const path of [`/d/${wrong}`, '/d/x', '/d/%00', `/d/${'A'.repeat(500)}`]) {
			expect([path, (await customer().open(path)).status]).toEqual([path, 404])
			expect([path, (await customer().post(path, 'email=a@example.com')).status]).toEqual([path, 404])
		}
	})
})
