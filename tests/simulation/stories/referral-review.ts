import { undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { refuseReferral, releaseReferral } from '#app/flows/loyalty/referrals.server.ts'
import { operatorActOn } from '#scripts/ops/operator-act.ts'
import type { RequestDeps } from '../request.ts'
import type { Setting } from './story.ts'

/** The operator looks at held referrals of a shop: releases or refuses them, both at once, or beside an undoing. */
export async function reviewReferrals({ me, shop, world }: Setting): Promise<void> {
	const { random } = me
	const held = await world.sql.rows(
		`SELECT visit.reference_number FROM referrals JOIN appointments visit ON visit.checkout_id = referrals.checkout_id
			WHERE referrals.shop_id = ? AND referrals.status = 'held' ORDER BY referrals.settled_at, visit.id LIMIT 3`,
		shop.id,
	)
	for (const row of held) {
		const referenceNumber = String(row.reference_number)
		const release = () =>
			me.press('releases a referral', async (deps, now) => {
				const alongside = await actOn(deps, 'referral_paid')(referenceNumber, now)
				return releaseReferral(deps, { referenceNumber, alongside, now })
			})
		const refuse = () =>
			me.press('refuses a referral', async (deps, now) => {
				const alongside = await actOn(deps, 'referral_refused')(referenceNumber, now)
				return refuseReferral(deps, { referenceNumber, alongside, now })
			})
		const undo = () =>
			me.press('undoes', (deps, now) => undoAppointment(deps, { shopId: shop.id, referenceNumber, now }))
		const decide = random.pick([release, release, refuse])
		const other = random.pick([release, refuse, undo])
		if (random.chance(0.4)) await me.together(decide, other)
		else await decide()
	}
}

const actOn =
	(deps: RequestDeps, kind: 'referral_paid' | 'referral_refused') => (referenceNumber: string, now: number) =>
		operatorActOn(deps, { referenceNumber, kind, now })
