import { describe, expect, test } from 'vitest'
import { dateOfInstant, dayOfWeekOf } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice, ownerForm } from '#tests/support/owner-device.ts'
import { addPlan } from '#tests/support/session-desk.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

async function openOwner() {
	const shop = await addKioskShop(site())
	const { browser } = await openShopDevice(site(), shop.id)
	return { shop, browser }
}

describe('Promo codes', () => {
	const page = '/kiosk/shop/promos'
	const promosOf = (shopId: string) =>
		site().database.rows(
			'SELECT id, code, discount_type, discount_value, is_active, max_uses, minimum_amount_kobo, expires_at FROM promo_codes WHERE shop_id = ?',
			shopId,
		)
	const typed = { code: 'welcome10', discountType: 'amount', discount: '1,500', lastDay: '2027-01-31' }

	async function withPromo() {
		const { shop, browser } = await openOwner()
		await browser.post(`${page}/new`, await ownerForm(browser, `${page}/new`, typed))
		const [row] = await promosOf(shop.id)
		return { shop, browser, row, address: `${page}/${row?.id}` }
	}

	test('are made once by a double tap, and written down', async () => {
		const { shop, browser } = await openOwner()
		const form = await ownerForm(browser, `${page}/new`, typed)
		await Promise.all([1, 2, 3].map(() => browser.post(`${page}/new`, form)))
		expect(await promosOf(shop.id)).toMatchObject([
			{ code: 'WELCOME10', discount_type: 'amount', discount_value: 150_000, is_active: 1, max_uses: null },
		])
		expect(
			await site().database.rows('SELECT kind, summary FROM shop_acts WHERE shop_id = ?', shop.id),
		).toEqual([{ kind: 'promo_code_changed', summary: 'New promo code: WELCOME10, ₦1,500 off' }])
		expect((await browser.open(page)).text).toContain('Not used yet, until Jan 31, 2027')
	})

	test('with wrong fields, or the letters of another code, are refused, and what was typed is kept', async () => {
		const { shop, browser } = await withPromo()
		const wrong = await ownerForm(browser, `${page}/new`, { ...typed, code: 'x', discount: '', maxUses: '0' })
		const refused = await browser.post(`${page}/new`, wrong)
		expect(refused.status).toBe(400)
		for (const words of [
			'A code has 3 to 20 letters, digits or hyphens',
			'Type how much it takes off',
			'Uses in all must be a whole number from 1 to 1,000,000',
		])
			expect(refused.text).toContain(words)
		const taken = await browser.post(`${page}/new`, await ownerForm(browser, `${page}/new`, typed))
		expect([taken.status, taken.text.includes('This shop already has this promo code.')]).toEqual([409, true])
		expect(taken.document.querySelector('#discount')?.getAttribute('value')).toBe('1,500')
		expect(await promosOf(shop.id)).toHaveLength(1)
	})

	test('that two devices change: the second is told what the first changed, and loses nothing', async () => {
		const { shop, browser, address } = await withPromo()
		const two = await openShopDevice(site(), shop.id)
		const ofTwo = await ownerForm(two.browser, address, { minimum: '5,000' })
		await browser.post(address, await ownerForm(browser, address, { maxUses: '20' }))
		const refused = await two.browser.post(address, ofTwo)
		expect([refused.status, refused.text.includes('Uses in all is now 20')]).toEqual([409, true])
		expect(refused.document.querySelector('#minimum')?.getAttribute('value')).toBe('5,000')
		ofTwo.set('seen', refused.document.querySelector('[name=seen]')?.getAttribute('value') ?? '')
		ofTwo.set('maxUses', '20')
		expect((await two.browser.post(address, ofTwo)).url.pathname).toBe(page)
		expect(await promosOf(shop.id)).toMatchObject([{ max_uses: 20, minimum_amount_kobo: 500_000 }])
	})

	test('keep their end to the minute, and are not limited to fewer uses than there were', async () => {
		const { shop, browser, row, address } = await withPromo()
		// As a program may set it: an hour in the middle of the last day.
		const atNoon = Number(row?.expires_at) - 12 * 3_600_000
		await site().database.change(
			'UPDATE promo_codes SET expires_at = ?, current_uses = 3 WHERE id = ?',
			String(atNoon),
			String(row?.id),
		)
		const form = await ownerForm(browser, address, { maxUses: '2' })
		const refused = await browser.post(address, form)
		expect([refused.status, refused.text.includes('has already been used more often')]).toEqual([409, true])
		// Uses are counted by triggers on their rows, and here are none.
		await site().database.change('UPDATE promo_codes SET current_uses = 0 WHERE id = ?', String(row?.id))
		form.set('maxUses', '3')
		form.delete('isActive')
		await browser.post(address, form)
		expect(await promosOf(shop.id)).toMatchObject([{ expires_at: atNoon, max_uses: 3, is_active: 0 }])
	})

	test('of another shop are neither shown nor changed', async () => {
		const { row, address, browser } = await withPromo()
		const stranger = await openOwner()
		expect((await stranger.browser.open(address)).status).toBe(404)
		const form = await ownerForm(browser, address, { maxUses: '1' })
		expect((await stranger.browser.post(address, form)).status).toBe(404)
		const [now] = await site().database.rows('SELECT max_uses FROM promo_codes WHERE id = ?', String(row?.id))
		expect(now).toEqual({ max_uses: null })
	})
})

describe('Plans', () => {
	const page = '/kiosk/shop/plans'
	const plansOf = (shopId: string) =>
		site().database.rows(
			'SELECT id, title, price_kobo, entry_kind, total_visits_allowed, period_days, status FROM subscription_plans WHERE shop_id = ?',
			shopId,
		)
	const typed = { title: 'Ten visits', price: '20k', entryKind: 'total', entries: '10', periodDays: '60' }

	async function withPlan() {
		const { shop, browser } = await openOwner()
		await browser.post(`${page}/new`, await ownerForm(browser, `${page}/new`, typed))
		const [row] = await plansOf(shop.id)
		return { shop, browser, address: `${page}/${row?.id}` }
	}

	test('are made once by a double tap, withdrawn, and put on offer again; what one gives stays', async () => {
		const { shop, browser } = await openOwner()
		const form = await ownerForm(browser, `${page}/new`, typed)
		await Promise.all([1, 2, 3].map(() => browser.post(`${page}/new`, form)))
		const [row, ...more] = await plansOf(shop.id)
		expect(more).toEqual([])
		expect(row).toMatchObject({ price_kobo: 2_000_000, total_visits_allowed: 10, period_days: 60 })
		const address = `${page}/${row?.id}`
		const withdrawing = await ownerForm(browser, address, { price: '25,000', entries: '99' })
		withdrawing.delete('isOnOffer')
		const listed = await browser.post(address, withdrawing)
		expect([listed.url.pathname, listed.text.includes('Plan withdrawn')]).toEqual([page, true])
		expect(listed.text).toContain('10 entries in 60 days Withdrawn')
		const changed = { price_kobo: 2_500_000, total_visits_allowed: 10, status: 'withdrawn' }
		expect(await plansOf(shop.id)).toMatchObject([changed])
		await browser.post(address, await ownerForm(browser, address, { isOnOffer: 'on' }))
		expect(await plansOf(shop.id)).toMatchObject([{ status: 'on_offer' }])
		const acts = await site().database.rows('SELECT summary FROM shop_acts WHERE shop_id = ?', shop.id)
		expect(acts.map(({ summary }) => summary).sort()).toEqual([
			'New plan: Ten visits',
			'Ten visits',
			'Withdrawn: Ten visits',
		])
	})

	test('with wrong fields are not made: each is named, and what was typed is kept', async () => {
		const { shop, browser } = await openOwner()
		const send = async (wrong: Record<string, string>) =>
			browser.post(`${page}/new`, await ownerForm(browser, `${page}/new`, { ...typed, ...wrong }))
		const refused = await send({ title: '', price: '99.50', periodDays: '400', entryKind: 'none' })
		expect(refused.status).toBe(400)
		for (const words of [
			'Type a name',
			'The price is in whole naira, at least ₦1',
			'Choose how often it lets in',
			'Days must be a whole number from 1 to 366',
		])
			expect(refused.text).toContain(words)
		expect(refused.document.querySelector('#price')?.getAttribute('value')).toBe('99.50')
		expect((await send({ entries: '' })).text).toContain('Entries must be a whole number from 1 to 1,000')
		expect(await plansOf(shop.id)).toEqual([])
	})

	test('that two devices change: the second is told, and one of another shop is not there', async () => {
		const { shop, browser, address } = await withPlan()
		const two = await openShopDevice(site(), shop.id)
		const ofTwo = await ownerForm(two.browser, address, { title: 'Ten cuts' })
		await browser.post(address, await ownerForm(browser, address, { price: '22,000' }))
		const refused = await two.browser.post(address, ofTwo)
		expect([refused.status, refused.text.includes('Price is now ₦22,000')]).toEqual([409, true])
		expect(refused.document.querySelector('#title')?.getAttribute('value')).toBe('Ten cuts')
		const stranger = await openOwner()
		expect((await stranger.browser.open(address)).status).toBe(404)
		expect((await stranger.browser.post(address, ofTwo)).status).toBe(404)
		expect(await plansOf(shop.id)).toMatchObject([{ title: 'Ten visits', price_kobo: 2_200_000 }])
	})
})

describe('Loyalty programs', () => {
	const page = '/kiosk/shop/programs'
	const programsOf = (shopId: string) =>
		site().database.rows(
			`SELECT id, kind, name, status, cashback_percent, minimum_spend_kobo, visits_required FROM loyalty_programs
				LEFT JOIN punch_cards ON program_id = id WHERE shop_id = ? ORDER BY created_at`,
			shopId,
		)
	const card = { kind: 'punch_card', name: 'Cut card', visitsRequired: '8' }
	const cashback = { kind: 'cashback', name: 'Money back', cashbackPercent: '5' }

	async function withProgram(typed: Record<string, string>) {
		const { shop, browser } = await openOwner()
		await browser.post(`${page}/new`, await ownerForm(browser, `${page}/new`, typed))
		const [row] = await programsOf(shop.id)
		return { shop, browser, address: `${page}/${row?.id}` }
	}

	test('are made once by a double tap, changed and ended', async () => {
		const { shop, browser } = await openOwner()
		const form = await ownerForm(browser, `${page}/new`, card)
		await Promise.all([1, 2, 3].map(() => browser.post(`${page}/new`, form)))
		const [row, ...more] = await programsOf(shop.id)
		expect(more).toEqual([])
		expect(row).toMatchObject({ kind: 'punch_card', visits_required: 8, cashback_percent: null })
		const address = `${page}/${row?.id}`
		const ending = await ownerForm(browser, address, { minimumSpend: '5000' })
		ending.delete('isOn')
		expect((await browser.post(address, ending)).text).toContain('Punch card Ended')
		expect(await programsOf(shop.id)).toMatchObject([{ status: 'ended', minimum_spend_kobo: 500_000 }])
	})

	test('with wrong fields are refused, and so is a second cashback program; what was typed is kept', async () => {
		const { shop, browser } = await withProgram(cashback)
		const send = async (typed: Record<string, string>) =>
			browser.post(`${page}/new`, await ownerForm(browser, `${page}/new`, { ...cashback, ...typed }))
		const refused = await send({ cashbackPercent: '', goldVisits: '30', friend: '500' })
		expect(refused.status).toBe(400)
		for (const words of [
			'Cashback must be a whole number from 1 to 100',
			'Platinum must take at least as many visits as Gold',
			'Type both amounts, or leave both empty',
		])
			expect(refused.text).toContain(words)
		const second = await send({ name: 'More back' })
		expect([second.status, second.text.includes('only one active cashback program')]).toEqual([409, true])
		expect(second.document.querySelector('#name')?.getAttribute('value')).toBe('More back')
		expect(await programsOf(shop.id)).toHaveLength(1)
	})

	test('that two devices change: the second is told, and one of another shop is not there', async () => {
		const { shop, browser, address } = await withProgram(cashback)
		const two = await openShopDevice(site(), shop.id)
		const ofTwo = await ownerForm(two.browser, address, { name: 'Back to you' })
		await browser.post(address, await ownerForm(browser, address, { cashbackPercent: '7' }))
		const refused = await two.browser.post(address, ofTwo)
		expect([refused.status, refused.text.includes('Cashback is now 7%')]).toEqual([409, true])
		expect(refused.document.querySelector('#name')?.getAttribute('value')).toBe('Back to you')
		const stranger = await openOwner()
		expect((await stranger.browser.open(address)).status).toBe(404)
		expect((await stranger.browser.post(address, ofTwo)).status).toBe(404)
		expect(await programsOf(shop.id)).toMatchObject([{ name: 'Money back', cashback_percent: 7 }])
		// What is no punch card has no rewards.
		expect((await browser.open(`${address}/rewards/new`)).status).toBe(404)
	})

	test('a card gets rewards, each at a stamp of its own, and changes what they give', async () => {
		const { shop, browser, address } = await withProgram(card)
		const rewards = () =>
			site().database.rows(
				`SELECT loyalty_milestones.id, visits_required, reward_kind, value, unit, service_id FROM loyalty_milestones
					JOIN loyalty_programs ON loyalty_programs.id = program_id WHERE shop_id = ?`,
				shop.id,
			)
		const add = async (typed: Record<string, string>) =>
			browser.post(
				`${address}/rewards/new`,
				await ownerForm(browser, `${address}/rewards/new`, {
					...{ visitsRequired: '4', gift: 'percent', worth: '10', description: '10% off', ...typed },
				}),
			)
		expect((await add({})).text).toContain('Stamp 410% off')
		expect((await add({ gift: 'cashback', worth: '500' })).text).toContain('already has a reward')
		expect((await add({ visitsRequired: '9' })).text).toContain('The card does not have that many stamps.')
		const other = await addKioskShop(site())
		const free = { visitsRequired: '8', gift: 'free_service', worth: '' }
		expect((await add(free)).text).toContain('Choose the free service')
		expect((await add({ ...free, serviceId: other.idOf('cut') })).text).toContain(
			'does not belong to this shop',
		)
		expect((await add({ ...free, serviceId: shop.idOf('cut') })).text).toContain('Stamp 8Free cut')
		const [first] = await rewards()
		const reward = `${address}/rewards/${first?.id}`
		const two = await openShopDevice(site(), shop.id)
		const ofTwo = await ownerForm(two.browser, reward, { description: 'A tenth off' })
		await browser.post(reward, await ownerForm(browser, reward, { gift: 'amount', worth: '1,500' }))
		const refused = await two.browser.post(reward, ofTwo)
		expect([refused.status, refused.text.includes('Reward is now ₦1,500 off')]).toEqual([409, true])
		expect(refused.document.querySelector('#description')?.getAttribute('value')).toBe('A tenth off')
		expect(await rewards()).toMatchObject([
			{ visits_required: 4, reward_kind: 'discount', value: 150_000, unit: 'kobo' },
			{ visits_required: 8, reward_kind: 'free_service', value: null, service_id: shop.idOf('cut') },
		])
		const stranger = await openOwner()
		expect((await stranger.browser.open(reward)).status).toBe(404)
		expect((await stranger.browser.post(reward, ofTwo)).status).toBe(404)
	})
})

describe('Sessions', () => {
	const page = '/kiosk/shop/sessions'
	const until = dateOfInstant(Date.now(), 21)
	const typed = { date: dateOfInstant(Date.now(), 7), time: '18:00', capacity: '8' }
	const sessionsOf = (shopId: string) =>
		site().database.rows(
			'SELECT id, starts_at, capacity, called_off_at FROM plan_sessions WHERE shop_id = ? ORDER BY starts_at',
			shopId,
		)

	async function withPlan() {
		const { shop, browser } = await openOwner()
		const planId = await addPlan(site().database, shop.id)
		const form = await ownerForm(browser, `${page}/new`, { ...typed, planId })
		form.delete('weekdays')
		return { shop, browser, form, planId }
	}

	test('one is made once by a double tap; its seats are set, and it is called off', async () => {
		const { shop, browser, form } = await withPlan()
		await Promise.all([1, 2, 3].map(() => browser.post(`${page}/new`, form)))
		const [row, ...more] = await sessionsOf(shop.id)
		expect([row?.capacity, more]).toEqual([8, []])
		const address = `${page}/${row?.id}`
		const seats = await ownerForm(browser, address, { capacity: '5', intent: 'capacity' })
		expect((await browser.post(address, seats)).text).toContain('0 of 5 booked')
		seats.set('capacity', 'many')
		const refused = await browser.post(address, seats)
		expect([refused.status, refused.text.includes('Seats must be a whole number')]).toEqual([400, true])
		expect(refused.document.querySelector('#capacity')?.getAttribute('value')).toBe('many')
		const stranger = await openOwner()
		expect((await stranger.browser.open(address)).status).toBe(404)
		for (const intent of ['capacity', 'call-off']) {
			const sent = new URLSearchParams({ act: newId(), intent, capacity: '1' })
			expect((await stranger.browser.post(address, sent)).status).toBe(404)
		}
		expect(await sessionsOf(shop.id)).toMatchObject([{ capacity: 5, called_off_at: null }])
		const end = new URLSearchParams({ act: newId(), intent: 'call-off' })
		expect((await browser.post(address, end)).text).toContain('Session called off')
		expect((await sessionsOf(shop.id))[0]?.called_off_at).not.toBeNull()
		expect((await browser.open(address)).text).toContain('It was called off.')
		expect((await browser.post(address, seats)).status).toBe(400)
		seats.set('capacity', '9')
		const over = await browser.post(address, seats)
		expect([over.status, over.text.includes('was called off, so it cannot be changed')]).toEqual([409, true])
	})

	test('a series is made once by a double tap, and written down as one act', async () => {
		const { shop, browser, form } = await withPlan()
		for (const day of ['1', '2', '3', '4', '5', '6', '7']) form.append('weekdays', day)
		form.set('until', until)
		const answers = await Promise.all([1, 2, 3].map(() => browser.post(`${page}/new`, form)))
		expect(answers.map(({ url }) => url.pathname)).toEqual([page, page, page])
		expect(await sessionsOf(shop.id)).toHaveLength(15)
		const acts = await site().database.rows('SELECT kind FROM shop_acts WHERE shop_id = ?', shop.id)
		expect(acts).toEqual([{ kind: 'session_changed' }])
	})

	test('a series that meets a closed day says which; what was typed is kept, and all can be added anyway', async () => {
		const { shop, browser, form } = await withPlan()
		await site().database.change(
			`INSERT INTO shop_closed_days (shop_id, date, reason) VALUES (?, ?, '')`,
			shop.id,
			typed.date,
		)
		form.append('weekdays', String(dayOfWeekOf(typed.date)))
		form.set('until', until)
		const refused = await browser.post(`${page}/new`, form)
		expect([refused.status, refused.text.includes('your shop is closed')]).toEqual([409, true])
		expect(refused.document.querySelector('#until')?.getAttribute('value')).toBe(until)
		expect(refused.document.querySelectorAll('[name=weekdays][checked]')).toHaveLength(1)
		expect(await sessionsOf(shop.id)).toEqual([])
		form.set('keep', '1')
		expect((await browser.post(`${page}/new`, form)).url.pathname).toBe(page)
		expect(await sessionsOf(shop.id)).toHaveLength(3)
	})

	test('with wrong fields, or of another shop’s plan, are not made', async () => {
		const { shop, browser, form } = await withPlan()
		const plan = form.get('planId') ?? ''
		form.set('planId', await addPlan(site().database, (await addKioskShop(site())).id))
		expect((await browser.post(`${page}/new`, form)).status).toBe(404)
		form.set('planId', plan)
		form.append('weekdays', '1')
		const refused = await browser.post(`${page}/new`, form)
		expect([refused.status, refused.text.includes('Choose the last day')]).toEqual([400, true])
		form.set('until', dateOfInstant(Date.now(), 400))
		const long = await browser.post(`${page}/new`, form)
		expect([long.status, long.text.includes('at most 100 sessions')]).toEqual([409, true])
		expect(await sessionsOf(shop.id)).toEqual([])
		const other = await openOwner()
		expect((await other.browser.open(`${page}/new`)).text).toContain('A session belongs to a plan')
	})
})
