import type { World } from '../world.ts'
import { isKept } from './cashback.ts'
import { isAfter } from './counted-since.ts'

type Friend = {
	id: string
	shop: string
	names: string[]
	at: number
	hasCode: boolean
	isKept: boolean
	isLive: boolean
}

/** D28, D41: a code for friends is for a first appointment, once for each friend, and pays the referrer once. */
export async function judgeReferrals({ sql, find }: World): Promise<void> {
	const rows = await sql.rows(
		`SELECT visit.id, visit.shop_id, visit.status, visit.created_at, visit.referral_code_id, ${isKept} AS is_kept,
				client.user_id, checkouts.mailbox, checkouts.phone, referral.status AS outcome, referral.is_same_device,
				member.user_id AS referrer, users.email AS referrer_email, profiles.phone AS referrer_phone,
				(SELECT count(*) FROM shop_acts WHERE kind = 'referral_paid' AND subject_id = visit.id) AS releases
			FROM appointments visit JOIN clients client ON client.id = visit.client_id
			JOIN checkouts ON checkouts.id = visit.checkout_id
			LEFT JOIN referrals referral ON referral.checkout_id = visit.checkout_id
			LEFT JOIN loyalty_enrollments member ON member.id = visit.referral_code_id
			LEFT JOIN users ON users.id = member.user_id LEFT JOIN profiles ON profiles.id = users.id`,
	)
	const friends: Friend[] = []
	for (const row of rows) {
		const names = [row.user_id, row.mailbox, row.phone].filter((name) => name !== null).map(String)
		const hasCode = row.referral_code_id !== null
		const isLive = row.status !== 'CANCELLED'
		const isKeptByShop = Number(row.is_kept) === 1
		friends.push({
			id: String(row.id),
			shop: String(row.shop_id),
			names,
			at: Number(row.created_at),
			hasCode,
			isKept: isKeptByShop,
			isLive,
		})
		const wrong = (what: string) => find(`the referral of ${row.id}: ${what}`)
		if ((row.outcome !== null) !== (hasCode && isKeptByShop))
			wrong(`is ${row.outcome}, and the visit ${row.status}`)
		if (!hasCode || !isKeptByShop) continue
		if ((row.outcome === 'reserved') === (row.status === 'COMPLETED'))
			wrong(`is ${row.outcome} at ${row.status}`)
		const isOneOf = [row.referrer, row.referrer_email, row.referrer_phone].some((name) =>
			names.includes(String(name)),
		)
		if (isOneOf && row.outcome === 'paid') wrong('is paid to the friend')
		if (Number(row.is_same_device) === 1 && row.outcome === 'paid' && Number(row.releases) === 0)
			wrong('is paid, though the friend booked with the phone of the referrer')
	}
	judgeFirst(friends, find)
}

function judgeFirst(friends: readonly Friend[], find: World['find']): void {
	const byName = new Map<string, Friend[]>()
	for (const friend of friends)
		for (const name of new Set(friend.names)) {
			const key = `${friend.shop} ${name}`
			byName.set(key, [...(byName.get(key) ?? []), friend])
		}
	for (const [who, visits] of byName) {
		const referred = visits.filter(({ hasCode, isKept: isTheirs }) => hasCode && isTheirs)
		if (referred.length > 1) find(`${who} used codes for friends in ${referred.map(({ id }) => id)}`)
		for (const { id, at } of referred) {
			const earlier = visits.find((one) => one.id !== id && one.isLive && isAfter(at, one.at) === true)
			if (earlier) find(`${who} had ${earlier.id} before ${id}, which used a code for friends`)
		}
	}
}
