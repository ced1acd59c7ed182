import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { movePayout } from '#app/flows/payouts/move-payout.server.ts'
import { writePayout } from '#app/flows/payouts/write-payout.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { PayoutStatus, PayoutWay } from '#app/kernel/vocabulary/payouts.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { plantPaidVisit } from '#tests/integration/payments/planted-payments.ts'
import { type BookingDeps, bookingDeps } from './flow-deps.ts'
import { addAppointment } from './kiosk-desk.ts'
import type { SmallShop } from './small-shop.ts'

/*
 * What a shop has earned online, and its payouts. Nothing here imports vitest, because tests in a browser import this
 * file too.
 */

type Place = { database: ScratchDatabase }

export type PaidVisit = { referenceNumber: string; paymentReference: string }

/**
 * A visit of a shop of `addKioskShop` that was paid online, ₦5,000 and its tip, with ₦100 of it for Paystack. It began
 * that many minutes ago, and is completed unless told otherwise. `mode` is 'test' on a site that takes payments.
 */
export async function addPaidVisit(
	place: Place,
	shop: SmallShop,
	{
		minutesAgo,
		tipKobo = 0,
		staff,
		isCompleted = true,
		mode = 'live',
	}: { minutesAgo: number; tipKobo?: number; staff?: string; isCompleted?: boolean; mode?: PaymentMode },
): Promise<PaidVisit> {
	const { database } = place
	const now = Date.now()
	const referenceNumber = await addAppointment({ url: database.url, database }, shop, {
		inMinutes: -minutesAgo,
		...(staff && { staff }),
	})
	const paymentReference = await plantPaidVisit(database.client, { referenceNumber, tipKobo, mode, now })
	if (isCompleted)
		await completed(bookingDeps(database.url), referenceNumber, now - minutesAgo * MINUTE_MS + HOUR_MS)
	return { referenceNumber, paymentReference }
}

async function completed(deps: BookingDeps, referenceNumber: string, now: Instant): Promise<void> {
	const outcome = await completeAppointment(deps, { referenceNumber, isPaid: true, now })
	if (!outcome.ok) throw new Error(outcome.refusal)
}

/** An account that payouts go to, confirmed five days ago and to be used from then on; gives its id. */
export async function addPayoutAccount(
	database: Pick<ScratchDatabase, 'change'>,
	shopId: string,
	{
		now = Date.now(),
		holderName = 'ADA BEAUTY LTD',
		usableAt = now - 120 * HOUR_MS,
	}: { now?: Instant; holderName?: string; usableAt?: Instant } = {},
): Promise<string> {
	const id = newId()
	await database.change(
		`INSERT INTO payout_accounts (id, shop_id, bank_code, bank_name, account_number, holder_name, set_by, confirmed_at, usable_at)
			VALUES (?, ?, '058', 'Guaranty Trust Bank', '0123456789', ?, 'owner', ?, ?)`,
		id,
		shopId,
		holderName,
		now - 120 * HOUR_MS,
		usableAt,
	)
	return id
}

/** What a shop bears for bookings made from then on. */
export async function addPayoutTerms(
	database: Pick<ScratchDatabase, 'change'>,
	shopId: string,
	{
		appliesFrom = 0,
		commissionPercent = 0,
		paymentFeeBearer = 'shop',
		transferFeeBearer = 'operator',
	}: {
		appliesFrom?: Instant
		commissionPercent?: number
		paymentFeeBearer?: 'shop' | 'operator'
		transferFeeBearer?: 'shop' | 'operator'
	},
): Promise<void> {
	await database.change(
		'INSERT INTO payout_terms VALUES (?, ?, ?, ?, ?, 0)',
		shopId,
		appliesFrom,
		commissionPercent,
		paymentFeeBearer,
		transferFeeBearer,
	)
}

/** A payout of all that is due to the shop, moved to where it is to be; gives its reference. */
export async function addPayout(
	database: Pick<ScratchDatabase, 'url'>,
	shopId: string,
	{
		statuses = ['success'],
		chargedFeeKobo = 2_500,
		now = Date.now(),
		way = 'paystack',
		mode = 'live',
	}: {
		/** One after the other; none leaves it as it is written. */
		statuses?: readonly PayoutStatus[]
		chargedFeeKobo?: number
		now?: Instant
		way?: PayoutWay
		mode?: PaymentMode
	} = {},
): Promise<string> {
	const deps = bookingDeps(database.url)
	const written = await writePayout(deps, {
		shopId,
		rules: { way, mode, minimumKobo: 1 },
		balanceKobo: null,
		now,
	})
	if (!written.ok) throw new Error(written.refusal)
	let { payout } = written.value
	for (const status of statuses) {
		const move = { status, chargedFeeKobo, outsideReference: 'TRF_1', nextAttemptAt: now, now }
		const moved = await movePayout(deps, payout, move)
		if (moved !== 'moved') throw new Error(moved)
		payout = { ...payout, status, chargedFeeKobo: status === 'success' ? chargedFeeKobo : null }
	}
	return payout.reference
}

/** A payout that failed has arrived all the same. */
export async function arriveLate(database: Pick<ScratchDatabase, 'url'>, reference: string): Promise<void> {
	const deps = bookingDeps(database.url)
	const payout = await deps.payouts.payouts.payout(reference)
	if (!payout) throw new Error('no payout')
	const now = payout.changedAt + HOUR_MS
	const move = { status: 'success' as const, chargedFeeKobo: 2_500, outsideReference: 'TRF_1' }
	await movePayout(deps, payout, { ...move, nextAttemptAt: now, now })
}

/** Before the other visits of a test's shop, whose times are theirs. */
const LONG_AGO_MINUTES = 60 * 24 * 60

/** A payout with more lines than a page shows, a page of small ones, and as many lines that wait; gives the first. */
export async function addMoney(
	place: Place,
	shop: SmallShop,
	{ lines = 34, payouts = 14, mode = 'live' }: { lines?: number; payouts?: number; mode?: PaymentMode } = {},
): Promise<string> {
	const { database } = place
	let visits = 0
	// Each begins on the hour, so that none passes the midnight of the shop.
	const pastTheHour = new Date().getUTCMinutes()
	const addVisits = async (count: number) => {
		for (let n = 0; n < count; n++)
			await addPaidVisit(place, shop, {
				minutesAgo: LONG_AGO_MINUTES + 60 * ++visits + pastTheHour,
				tipKobo: visits * 1_050,
				mode,
			})
	}
	await addPayoutAccount(database, shop.id, { holderName: 'ADAEZE’S HAIR AND BEAUTY SALON AND SPA VENTURES' })
	await addPayoutTerms(database, shop.id, { commissionPercent: 7 })
	const now = Date.now()
	const inFuture = {
		appliesFrom: now + 200 * HOUR_MS,
		commissionPercent: 9,
		transferFeeBearer: 'shop' as const,
	}
	await addPayoutTerms(database, shop.id, inFuture)
	await addVisits(lines)
	const whole = await addPayout(database, shop.id, { mode, now })
	for (let n = 1; n < payouts; n++) {
		await addVisits(1)
		const statuses = [['success'], ['pending'], ['success']][n % 3] as PayoutStatus[]
		await addPayout(database, shop.id, { mode, now: now + n, statuses })
	}
	await addVisits(lines)
	return whole
}
