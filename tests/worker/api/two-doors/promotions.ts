import { addRow, type DoorDesk, type Fields, newName, newVisit, type Twin, type Wish } from './door-desk.ts'
import { changeWords, ofMissing, ofOtherShop, pageOf } from './owner-words.ts'

const promo = { code: 'DOORS-TEN', discount_type: 'percent', discount_value: 10 }
const typedPromo: Fields = { code: 'DOORS-TEN', discountType: 'percent', discount: '10' }

const newPromo = (desk: DoorDesk, code = newName('promo').toUpperCase()) =>
	addRow(
		desk,
		'promo',
		`INSERT INTO promo_codes (id, shop_id, code, discount_type, discount_value) VALUES (:id, :shop, '${code}', 'percent', 10)`,
	)

/** A promo code that two visits have used. */
async function usedPromo(desk: DoorDesk): Promise<string> {
	const promoId = await newPromo(desk)
	for (const { id } of [await newVisit(desk), await newVisit(desk)])
		await desk.database.client.batch([
			{ sql: 'UPDATE appointments SET promo_code_id = ? WHERE id = ?', args: [promoId, id] },
			{
				sql: 'UPDATE checkouts SET promo_code_id = ? WHERE id = (SELECT checkout_id FROM appointments WHERE id = ?)',
				args: [promoId, id],
			},
			{
				sql: `INSERT INTO promo_uses SELECT checkout_id, ?, total_kobo, created_at FROM appointments WHERE id = ?`,
				args: [promoId, id],
			},
		])
	return promoId
}

async function newCard(desk: DoorDesk): Promise<string> {
	const id = await addRow(
		desk,
		'program',
		`INSERT INTO loyalty_programs (id, shop_id, kind, name, created_at) VALUES (:id, :shop, 'punch_card', 'Card', 0)`,
	)
	await desk.database.change('INSERT INTO punch_cards (program_id, visits_required) VALUES (?, 8)', id)
	return id
}

/** A cashback program; one is active at most. */
const newCashback = (desk: DoorDesk, status: 'active' | 'ended') =>
	addRow(
		desk,
		'program',
		`INSERT INTO loyalty_programs (id, shop_id, kind, name, status, cashback_percent, created_at)
			VALUES (:id, :shop, 'cashback', 'Back', '${status}', 5, 0)`,
	)

async function activeCashback(desk: DoorDesk): Promise<void> {
	const active = `SELECT count(*) FROM loyalty_programs WHERE shop_id = ? AND kind = 'cashback' AND status = 'active'`
	if ((await desk.database.count(active, desk.shop.id)) === 0) await newCashback(desk, 'active')
}

type Program = { kind: 'cashback' | 'punch_card'; body: object; typed: Fields; field?: string }

/** A new program, or a change of one. */
function program({ kind, body, typed, field }: Program, id?: string): Wish {
	const isNew = id === undefined
	const name = kind === 'cashback' ? 'Back' : 'Card'
	return {
		api: {
			method: isNew ? 'POST' : 'PATCH',
			path: isNew ? '/programs' : `/programs/${id}`,
			body: { ...body, name, ...(isNew && { kind }), ...(isNew && kind === 'punch_card' && { card }) },
		},
		page: pageOf('programs', id),
		typed: { name, ...typed, ...(isNew && { kind }), ...(!isNew && { isOn: 'on' }) },
		sent: isNew ? {} : { kind },
		...(field && { field }),
	}
}
const card = { visits_required: 8, is_cyclic: true }

const halves: Program = {
	kind: 'punch_card',
	body: { referral_referrer_kobo: 50_000 },
	typed: { referrer: '500' },
	field: 'friend',
}
const tiers: Program = {
	kind: 'punch_card',
	body: { gold_visits: 20, platinum_visits: 10 },
	typed: { goldVisits: '20', platinumVisits: '10' },
	field: 'platinumVisits',
}
const noPercent: Program = {
	kind: 'cashback',
	body: { cashback_percent: null },
	typed: {},
	field: 'cashbackPercent',
}
const back: Program = { kind: 'cashback', body: { cashback_percent: 5 }, typed: { cashbackPercent: '5' } }

type Reward = {
	programId: string
	milestoneId?: string
	stamp?: number
	body?: object
	typed?: Fields
	field?: string
}
const tenth = { reward_kind: 'discount', value: 10, unit: 'percent' }
const typedTenth = { gift: 'percent', worth: '10' }

/** What a stamp gives; without a milestone it is a new one. */
function reward({
	programId,
	milestoneId,
	stamp = 3,
	body = tenth,
	typed = typedTenth,
	field,
}: Reward): Wish {
	const isNew = milestoneId === undefined
	const description = 'A tenth off'
	const path = `/programs/${programId}/milestones`
	return {
		api: {
			method: isNew ? 'POST' : 'PUT',
			path: isNew ? path : `${path}/${milestoneId}`,
			body: { ...body, description, ...(isNew && { visits_required: stamp }) },
		},
		page: `/kiosk/shop/programs/${programId}/rewards/${milestoneId ?? 'new'}`,
		typed: { ...typed, description, ...(isNew && { visitsRequired: String(stamp) }) },
		...(field && { field }),
	}
}

async function newReward(desk: DoorDesk): Promise<{ programId: string; milestoneId: string }> {
	const programId = await newCard(desk)
	const milestoneId = await addRow(
		desk,
		'milestone',
		`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, description)
			VALUES (:id, '${programId}', 3, 'discount', 10, 'percent', 'A tenth off')`,
	)
	return { programId, milestoneId }
}

const notAService = (id: string) => ({
	body: { reward_kind: 'free_service', service_id: id },
	typed: { gift: 'free_service', serviceId: id },
})
const noWorth = { body: { reward_kind: 'discount' }, typed: { gift: 'percent' }, field: 'worth' }

/** What brings customers back. */
export const promotions: Record<string, Twin> = {
	'POST /promo-codes': {
		met: {
			promo_code_taken: async (desk) => {
				await newPromo(desk, 'DOORS-TEN')
				return {
					api: { method: 'POST', path: '/promo-codes', body: promo },
					page: pageOf('promos'),
					typed: typedPromo,
				}
			},
			discount_not_valid: async () => ({
				api: { method: 'POST', path: '/promo-codes', body: { ...promo, code: 'ALL', discount_value: 101 } },
				page: pageOf('promos'),
				typed: { ...typedPromo, code: 'ALL', discount: '101' },
				field: 'discount',
			}),
		},
		words: changeWords,
	},
	'PATCH /promo-codes/{id}': {
		met: {
			not_found: ofOtherShop(newPromo, (id) => ({
				api: { method: 'PATCH', path: `/promo-codes/${id}`, body: { max_uses: 4 } },
				page: pageOf('promos', id),
				typed: { maxUses: '4' },
			})),
			promo_code_used: async (desk) => {
				const id = await usedPromo(desk)
				return {
					api: { method: 'PATCH', path: `/promo-codes/${id}`, body: { max_uses: 1 } },
					page: pageOf('promos', id),
					typed: { maxUses: '1', isActive: 'on' },
				}
			},
		},
		words: changeWords,
	},
	'POST /programs': {
		met: {
			second_cashback_program: async (desk) => {
				await activeCashback(desk)
				return program(back)
			},
			wrong_kind: async () => program(noPercent),
			program_tiers: async () => program(tiers),
			referral_halves: async () => program(halves),
		},
		words: changeWords,
	},
	'PATCH /programs/{id}': {
		met: {
			not_found: ofOtherShop(newCard, (id) => program({ kind: 'punch_card', body: {}, typed: {} }, id)),
			second_cashback_program: async (desk) => {
				await activeCashback(desk)
				const id = await newCashback(desk, 'ended')
				const wish = program(back, id)
				return { ...wish, api: { ...wish.api, body: { status: 'active' } } }
			},
			wrong_kind: async (desk) => program(noPercent, await newCashback(desk, 'ended')),
			program_tiers: async (desk) => program(tiers, await newCard(desk)),
			referral_halves: async (desk) => program(halves, await newCard(desk)),
		},
		words: changeWords,
	},
	'POST /programs/{id}/milestones': {
		met: {
			not_found: ofOtherShop(newCard, (programId) => reward({ programId })),
			stamp_beyond_card: async (desk) => reward({ programId: await newCard(desk), stamp: 9 }),
			stamp_taken: async (desk) => reward({ programId: (await newReward(desk)).programId }),
			service_not_found: async (desk) =>
				reward({ programId: await newCard(desk), ...notAService(desk.other.idOf('cut')) }),
			reward_not_valid: async (desk) => reward({ programId: await newCard(desk), ...noWorth }),
		},
		unmet: { wrong_kind: 'a program without a card has no page of rewards' },
		words: changeWords,
	},
	'PUT /programs/{id}/milestones/{milestoneId}': {
		met: {
			not_found: ofMissing(async (desk) => reward({ ...(await newReward(desk)), milestoneId: 'nobodys' })),
			service_not_found: async (desk) =>
				reward({ ...(await newReward(desk)), ...notAService(desk.other.idOf('cut')) }),
			reward_not_valid: async (desk) => reward({ ...(await newReward(desk)), ...noWorth }),
		},
		words: changeWords,
	},
}
