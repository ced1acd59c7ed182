import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { bookingDeps } from './flow-deps.ts'
import { addProgram, newLoyalCustomer } from './loyal-customer.ts'
import { bookAsFriend } from './referred-friend.ts'
import type { SmallShop } from './small-shop.ts'

/** A referral of ₦1,000 that is held: the friend had booked on the referrer's device. Their visit is over. */
export async function addHeldReferral({ database }: { database: ScratchDatabase }, shop: SmallShop) {
	const deps = bookingDeps(database.url)
	const now = Date.now()
	const referrer = await newLoyalCustomer(database, deps, { now })
	const programId = await addProgram(database, {
		shopId: shop.id,
		card: { visitsRequired: 5 },
		referral: { referrerKobo: 100_000, friendKobo: 50_000 },
	})
	await referrer.join(programId)
	const startsAt = (Math.floor(now / HOUR_MS) + 2) * HOUR_MS
	const friend = await bookAsFriend(database, deps, { serviceId: shop.idOf('cut'), startsAt, now })
	await deps.writeBatch(
		deps.loyalty.referralCodes.insertReferral({
			checkoutId: friend.checkoutId,
			codeId: `${referrer.userId}:${programId}`,
			friend: friend.person,
			isSameDevice: true,
			now,
		}),
	)
	const completed = await completeAppointment(deps, {
		referenceNumber: friend.reference,
		isPaid: true,
		now: startsAt + 30 * MINUTE_MS,
	})
	if (!completed.ok) throw new Error(`not completed: ${completed.refusal}`)
	return { ...friend, referrer }
}
