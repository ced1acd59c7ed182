import { expect, test } from 'vitest'
import { replyToReview } from '#app/flows/booking/reviews.server.ts'
import {
	changeMilestone,
	changeProgram,
	changePromo,
	createMilestone,
	createProgram,
	createPromo,
} from '#app/flows/shop/change-promotions.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('promotions')
const now = mondayMorningAt
const done = { ok: true, value: null }
const card = { visitsRequired: 10, isCyclic: true }
const punchCard = { kind: 'punch_card', name: 'Card' } as const
const cashback = { kind: 'cashback', name: 'Back', cashbackPercent: 5 } as const

test('a promo code has its letters alone, keeps its uses, and takes less off nobody’s booking when it ends', async () => {
	const [shop, other] = [await desk.newShop(), await desk.newShop()]
	const promo = {
		shopId: shop.id,
		now,
		id: newId(),
		fields: { code: 'TENTH', discountType: 'percent', discountValue: 10, maxUses: 5 } as const,
	}
	expect(await createPromo(desk.deps, promo)).toEqual(done)
	expect(await createPromo(desk.deps, { ...promo, id: newId() })).toEqual(refused('promo_code_taken'))
	expect(await createPromo(desk.deps, { ...promo, id: newId(), shopId: other.id })).toEqual(done)
	const overHundred = { ...promo.fields, code: 'MORE', discountValue: 101 }
	expect(await createPromo(desk.deps, { ...promo, id: newId(), fields: overHundred })).toEqual(
		refused('discount_not_valid'),
	)
	for (const startsAt of [ten, lagos(tuesday, '12:00')]) {
		const guest = await desk.newGuest().begin(shop.idOf('cut'))
		await guest.hold(startsAt)
		expect((await guest.book({ totalKobo: 450_000 }, { promoCode: 'TENTH' })).ok).toBe(true)
	}
	const change = (fields: Parameters<typeof changePromo>[1]['fields'], shopId = shop.id) =>
		changePromo(desk.deps, { shopId, now, id: promo.id, fields })
	expect(await change({ maxUses: 1 })).toEqual(refused('promo_code_used'))
	expect(await change({ isActive: false }, other.id)).toEqual(refused('not_found'))
	expect(await change({ maxUses: 2, isActive: false, expiresAt: now })).toEqual(done)
	expect(await desk.appointmentsOf(shop.id)).toMatchObject([{ total_kobo: 450_000 }, { total_kobo: 450_000 }])
	expect(await desk.deps.booking.promos.one(shop.id, promo.id)).toMatchObject({
		currentUses: 2,
		isActive: false,
	})
})

test('a code that another device changed meanwhile is refused; the form that showed it may be sent twice', async () => {
	const shop = await desk.newShop()
	const asked = { shopId: shop.id, now, id: newId() }
	const code = { code: 'FORMS', discountType: 'amount', discountValue: 50_000 } as const
	await createPromo(desk.deps, { ...asked, fields: code })
	const seen = { isActive: true, expiresAt: null, maxUses: null, minimumAmountKobo: 0 }
	const typed = { ...seen, maxUses: 5 }
	for (const _ of ['first', 'again'])
		expect(await changePromo(desk.deps, { ...asked, seen, fields: typed })).toEqual(done)
	const stale = { ...seen, expiresAt: now }
	expect(await changePromo(desk.deps, { ...asked, seen, fields: stale })).toEqual(
		refused('changed_meanwhile'),
	)
	const merged = { ...typed, expiresAt: now }
	expect(await changePromo(desk.deps, { ...asked, seen: typed, fields: merged })).toEqual(done)
	expect(await desk.deps.booking.promos.one(shop.id, asked.id)).toMatchObject(merged)
})

test('a shop has one active cashback program; one that has ended may begin again', async () => {
	const shop = await desk.newShop()
	const asked = { shopId: shop.id, now, card: null }
	const [first, second] = [newId(), newId()]
	expect(await createProgram(desk.deps, { ...asked, id: first, fields: cashback })).toEqual(done)
	expect(await createProgram(desk.deps, { ...asked, id: second, fields: cashback })).toEqual(
		refused('second_cashback_program'),
	)
	const change = (id: string, fields: Parameters<typeof changeProgram>[1]['fields']) =>
		changeProgram(desk.deps, { shopId: shop.id, now, id, fields })
	expect(await change(first, { status: 'ended' })).toEqual(done)
	expect(await createProgram(desk.deps, { ...asked, id: second, fields: cashback })).toEqual(done)
	expect(await change(first, { status: 'active' })).toEqual(refused('second_cashback_program'))
	expect(await change(second, { goldVisits: 30 })).toEqual(refused('program_tiers'))
	expect(await change(second, { referralFriendKobo: 1_000 })).toEqual(refused('referral_halves'))
	expect(await change(second, { cashbackPercent: null })).toEqual(refused('wrong_kind'))
})

test('a milestone stands on the card, once for each stamp, and gives what it can give', async () => {
	const [shop, other] = [await desk.newShop(), await desk.newShop()]
	const asked = { shopId: shop.id, now }
	const programId = newId()
	expect(await createProgram(desk.deps, { ...asked, id: programId, fields: punchCard, card: null })).toEqual(
		refused('wrong_kind'),
	)
	expect(await createProgram(desk.deps, { ...asked, id: programId, fields: punchCard, card })).toEqual(done)
	const reward = { rewardKind: 'discount', value: 10, unit: 'percent', description: '10% off' } as const
	const add = (visitsRequired: number, fields: object = {}, id = newId()) =>
		createMilestone(desk.deps, { ...asked, id, programId, fields: { ...reward, visitsRequired, ...fields } })
	const fifth = newId()
	expect(await add(5, {}, fifth)).toEqual(done)
	expect(await add(5)).toEqual(refused('stamp_taken'))
	expect(await add(11)).toEqual(refused('stamp_beyond_card'))
	expect(await add(6, { value: 110 })).toEqual(refused('reward_not_valid'))
	const free = { rewardKind: 'free_service', value: null, unit: null }
	expect(await add(6, { ...free, serviceId: other.idOf('cut') })).toEqual(refused('service_not_found'))
	expect(await add(6, { ...free, serviceId: shop.idOf('cut') })).toEqual(done)
	const change = (shopId: string) =>
		changeMilestone(desk.deps, { shopId, now, id: fifth, programId, fields: { ...reward, value: 20 } })
	expect(await change(other.id)).toEqual(refused('not_found'))
	expect(await change(shop.id)).toEqual(done)
	expect(await desk.deps.loyalty.shopPrograms.milestones(shop.id, programId)).toMatchObject([
		{ visitsRequired: 5, value: 20 },
		{ visitsRequired: 6, serviceId: shop.idOf('cut') },
	])
	expect(await desk.deps.loyalty.shopPrograms.one(shop.id, programId)).toMatchObject({
		visitsRequired: 10,
		isCyclic: true,
	})
	expect(await desk.deps.loyalty.shopPrograms.milestones(other.id, programId)).toEqual([])
})

test('a program and a reward that another device changed meanwhile are refused', async () => {
	const shop = await desk.newShop()
	const asked = { shopId: shop.id, now }
	const [id, milestoneId] = [newId(), newId()]
	await createProgram(desk.deps, { ...asked, id, fields: punchCard, card })
	const reward = { rewardKind: 'discount', value: 10, unit: 'percent', serviceId: null } as const
	const shown = { ...reward, description: '10% off' }
	const ofCard = { ...asked, id: milestoneId, programId: id }
	await createMilestone(desk.deps, { ...ofCard, fields: { ...shown, visitsRequired: 5 } })
	const named = (name: string) =>
		changeProgram(desk.deps, { ...asked, id, seen: { name: 'Card' }, fields: { name } })
	const worth = (value: number) =>
		changeMilestone(desk.deps, { ...ofCard, seen: shown, fields: { ...shown, value } })
	for (const [change, first, second] of [
		[() => named('Stamps'), 'Stamps', () => named('Visits')],
		[() => worth(20), '20', () => worth(30)],
	] as const) {
		expect([first, await change()]).toEqual([first, done])
		expect([first, await change()]).toEqual([first, done])
		expect([first, await second()]).toEqual([first, refused('changed_meanwhile')])
	}
})

test('the shop answers a review, changes its answer, takes it away; another shop does not', async () => {
	const [shop, other] = [await desk.newShop(), await desk.newShop()]
	await (await desk.atCheckout(shop.idOf('cut'))).book()
	const id = String((await desk.appointmentsOf(shop.id))[0]?.id)
	await desk.change(`UPDATE appointments SET status = 'COMPLETED', completed_at = ends_at WHERE id = ?`, id)
	await desk.change(
		`INSERT INTO reviews (appointment_id, shop_id, client_id, rating, comment, created_at)
			SELECT id, shop_id, client_id, 4, 'Good', 1 FROM appointments WHERE id = ?`,
		id,
	)
	const reply = (text: string | null, shopId = shop.id) =>
		replyToReview(desk.deps, { shopId, id, reply: text, now })
	expect(await reply('Thank you', other.id)).toEqual(refused('not_found'))
	// The statement alone reaches no other shop's review either.
	const { setReply } = desk.deps.booking.reviews
	expect(await desk.deps.writeBatch({ changed: setReply(other.id, id, 'Thank you', now) })).toEqual({
		changed: 0,
	})
	expect(await reply('Thank you')).toEqual(done)
	const page = { after: null, limit: 9 }
	expect(await desk.deps.booking.reviews.page(shop.id, page)).toMatchObject([
		{ reply: 'Thank you', repliedAt: now },
	])
	expect((await desk.deps.discovery.shops.businessOf(shop.id, null, tuesday))?.reviews).toMatchObject([
		{ reply: 'Thank you' },
	])
	expect(await reply(null)).toEqual(done)
	expect(await desk.deps.booking.reviews.page(shop.id, page)).toMatchObject([
		{ reply: null, repliedAt: null },
	])
	expect(await desk.deps.booking.reviews.page(other.id, page)).toEqual([])
	// A form says which answer it showed.
	const answer = (text: string | null, seen: string | null) =>
		replyToReview(desk.deps, { shopId: shop.id, id, reply: text, seen, now })
	expect(await answer('From the first', null)).toEqual(done)
	expect(await answer('From the first', null)).toEqual(done)
	expect(await answer('From the second', null)).toEqual(refused('changed_meanwhile'))
	expect(await answer(null, 'Another')).toEqual(refused('changed_meanwhile'))
	expect(await answer(null, 'From the first')).toEqual(done)
})
