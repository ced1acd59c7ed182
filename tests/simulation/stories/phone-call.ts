import { addDays } from '#app/kernel/civil.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import type { PhoneCall } from './phone-record.ts'
import type { Setting } from './story.ts'

/** Minutes of a day at which customers on the telephone want to come: round ones, and some that no list offers. */
const wantedMinutes = [600, 660, 720, 725, 900, 960, 1_010, 1_020]

/** What a customer on the telephone wants, with the price that the page shows; null where that time is skipped. */
export async function newCall(
	setting: Setting,
	wanted: Partial<Pick<PhoneCall, 'startsAt' | 'serviceIds' | 'staffMemberId'>> = {},
): Promise<PhoneCall | null> {
	const { me, shop, town } = setting
	const { random } = me
	const first = random.below(shop.services.length)
	const serviceIds =
		wanted.serviceIds ??
		Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, i) => shop.services[first + i] ?? '').filter(
			(id) => id !== '',
		)
	const date = addDays(civilAt(shop.zone, me.now()).date, random.pick([0, 1, 1, 2, 2, 3, 5, 40, 200]))
	const anyPerson = random.chance(0.5)
	const person = random.pick(shop.staff)
	const startsAt = wanted.startsAt ?? instantOf(shop.zone, date, random.pick(wantedMinutes))
	if (startsAt === null) return null
	const addOnIds = random.chance(0.25) ? [...shop.addOns] : []
	const shownKobo = await priceOf(setting, { serviceIds, addOnIds })
	const number = random.below(1_000_000)
	// A member's address may be typed too: it links nothing.
	const email = random.pick([null, null, `phoned${number}@example.com`, random.pick(town.people).email])
	return {
		serviceIds,
		addOnIds,
		staffMemberId: wanted.staffMemberId === undefined ? (anyPerson ? null : person) : wanted.staffMemberId,
		startsAt,
		shownKobo,
		lowered: loweredBy(setting, shownKobo),
		customer: {
			firstName: 'Caller',
			lastName: `No ${number}`,
			email,
			phone: random.chance(0.8) ? `+234807${String(number).padStart(7, '0')}` : null,
		},
		note: random.chance(0.3) ? `Note of caller ${number}` : '',
	}
}

/** The call at another time or with another person, at current prices. */
export async function otherCall(
	setting: Setting,
	call: PhoneCall,
	other: Partial<Pick<PhoneCall, 'startsAt' | 'staffMemberId'>>,
): Promise<PhoneCall> {
	const shownKobo = await priceOf(setting, call)
	return { ...call, ...other, shownKobo, lowered: null }
}

async function priceOf(
	{ world }: Setting,
	{ serviceIds, addOnIds }: Pick<PhoneCall, 'serviceIds' | 'addOnIds'>,
): Promise<number> {
	const sql = `SELECT coalesce(sum(price_kobo), 0) FROM (SELECT price_kobo FROM services WHERE id IN (SELECT value FROM json_each(?1))
		UNION ALL SELECT price_kobo FROM add_ons WHERE id IN (SELECT value FROM json_each(?2)))`
	return world.sql.count(sql, JSON.stringify(serviceIds), JSON.stringify(addOnIds))
}

/** Most pay the price; for some it is lowered with a reason, and now and then the form is filled in wrongly. */
function loweredBy({ me: { random } }: Setting, shownKobo: number): PhoneCall['lowered'] {
	const how = random.below(20)
	const half = Math.floor(shownKobo / 2)
	if (how < 4) return { totalKobo: half, reason: 'A friend of the house' }
	if (how === 4) return { totalKobo: 0, reason: 'A gift' }
	if (how === 5) return { totalKobo: shownKobo + 10_000, reason: 'On a holiday' }
	if (how === 6) return { totalKobo: half, reason: ' ' }
	return null
}

/** Whether the desk may book that at all. */
export function isPriceFit({ shownKobo, lowered }: Pick<PhoneCall, 'shownKobo' | 'lowered'>): boolean {
	if (lowered === null || lowered.totalKobo === shownKobo) return true
	return lowered.totalKobo < shownKobo && lowered.reason.trim() !== ''
}
