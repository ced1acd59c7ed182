import { changeAddOn, changeService, changeStaff } from '#app/flows/shop/change-catalogue.server.ts'
import { changePromo, createPromo } from '#app/flows/shop/change-promotions.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { lastDaysOf } from './last-day-record.ts'
import { promoChangesOf } from './promo-record.ts'
import type { Setting } from './story.ts'

/** Changes something, and gives what undoes it; null where it stays. */
export type OwnerAct = (setting: Setting) => Promise<(() => Promise<unknown>) | null>

/** Another price or length from now on. */
export const priceService: OwnerAct = async ({ me, shop }) => {
	const { random } = me
	const id = random.pick(shop.services)
	const fields = random.pick([
		{ priceKobo: 100_000 + random.below(1_000_000) },
		{ durationMinutes: random.pick([20, 30, 45, 60, 75]) },
		{ bufferMinutes: random.pick([0, 10, 15, 30]) },
		{ priceKobo: 0, durationMinutes: 30 },
	])
	await me.press('changes a service', (deps, now) =>
		changeService(deps, { shopId: shop.id, id, fields, now }),
	)
	return null
}

const endService: OwnerAct = async ({ me, shop }) => {
	const id = me.random.pick(shop.services)
	const keepsAppointments = me.random.chance(0.5)
	const switched = (isEnabled: boolean) =>
		me.press(isEnabled ? 'offers a service again' : 'offers a service no more', (deps, now) =>
			changeService(deps, { shopId: shop.id, id, fields: { isEnabled }, keepsAppointments, now }),
		)
	await switched(false)
	return () => switched(true)
}

const changeWash: OwnerAct = async ({ me, shop }) => {
	const { random } = me
	const id = random.pick(shop.addOns)
	const fields = random.pick([
		{ priceKobo: random.below(200_000) },
		{ durationMinutes: random.pick([0, 15, 30]) },
		{ isEnabled: false },
	])
	await me.press('changes an add-on', (deps, now) => changeAddOn(deps, { shopId: shop.id, id, fields, now }))
	return 'isEnabled' in fields
		? () =>
				me.press('offers an add-on again', (deps, now) =>
					changeAddOn(deps, { shopId: shop.id, id, fields: { isEnabled: true }, now }),
				)
		: null
}

/** Uses, expiry, on or off. A code whose limit is below its uses is refused. */
const limitPromo: OwnerAct = async ({ me, shop, world }) => {
	const { random } = me
	const [row] = await world.sql.rows(
		'SELECT id FROM promo_codes WHERE shop_id = ? AND code = ?',
		shop.id,
		random.pick(shop.promoCodes),
	)
	if (!row) return null
	const id = String(row.id)
	const fields = random.pick([
		{ isActive: false },
		{ maxUses: 1 + random.below(4) },
		{ expiresAt: me.now() + random.below(DAY_MS) },
		{ minimumAmountKobo: random.below(1_000_000) },
	])
	await me.press('changes a promo code', async (deps, now) => {
		try {
			return await changePromo(deps, { shopId: shop.id, id, fields, now })
		} finally {
			promoChangesOf(world).set(id, world.now())
		}
	})
	const open = { isActive: true, maxUses: null, expiresAt: null, minimumAmountKobo: 0 }
	return () =>
		me.press('opens a promo code', (deps, now) =>
			changePromo(deps, { shopId: shop.id, id, fields: open, now }),
		)
}

const addPromo: OwnerAct = async ({ me, shop }) => {
	const { random } = me
	const code = `NEW${random.below(10_000)}`
	const isPercent = random.chance(0.5)
	const fields = {
		code,
		discountType: isPercent ? ('percent' as const) : ('amount' as const),
		discountValue: isPercent ? 1 + random.below(100) : 1 + random.below(300_000),
		maxUses: random.pick([null, 1, 2]),
	}
	const id = newId()
	const answers = await me.press('adds a promo code', (deps, now) =>
		createPromo(deps, { shopId: shop.id, id, fields, now }),
	)
	if (answers.some(({ ok }) => ok)) shop.promoCodes.push(code)
	return null
}

/** A person leaves, or does a service no more. */
const sendAway: OwnerAct = async ({ me, world, shop }) => {
	const { random } = me
	if (shop.staff.length < 2) return null
	const id = random.pick(shop.staff)
	const keepsAppointments = random.chance(0.5)
	const leaves = random.chance(0.5)
	const some = shop.services.filter(() => random.chance(0.6))
	// Whom the owner lets go by hand leaves before their last day.
	if (leaves) lastDaysOf(world).delete(id)
	await me.press(leaves ? 'lets a person go' : 'takes services from a person', (deps, now) =>
		changeStaff(deps, {
			shopId: shop.id,
			id,
			...(leaves ? { fields: { isActive: false } } : { fields: {}, serviceIds: some }),
			keepsAppointments,
			now,
		}),
	)
	return () =>
		me.press('takes a person back', (deps, now) =>
			changeStaff(deps, { shopId: shop.id, id, fields: { isActive: true }, serviceIds: shop.services, now }),
		)
}

export const ownerChanges: readonly OwnerAct[] = [
	priceService,
	priceService,
	endService,
	changeWash,
	limitPromo,
	addPromo,
	sendAway,
]
