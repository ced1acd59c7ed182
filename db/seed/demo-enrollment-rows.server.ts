import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import { demoClient } from './demo-accounts.ts'
import type { SeedDay } from './demo-shop.ts'
import { seededReference } from './pseudo-random.ts'
import type { BookingRows, LoyaltyRows, PaymentsRows } from './seed-tables.ts'

type Rows = LoyaltyRows & PaymentsRows & Pick<BookingRows, 'appointments' | 'checkouts' | 'clients'>
type AppointmentInState = BookingRows['appointments'][number]
type Program = LoyaltyRows['loyaltyPrograms'][number]

/** From earning the first reward of a card to using it. */
const USED_AFTER_MS = 20 * DAY_MS

/** A Gold card with a reward, a nearly full one, a new one, and cashback at two shops. */
const joined = [
	'ade-hair-studio-card',
	'ade-hair-studio-cashback',
	'nailed-by-zina-card',
	'garden-city-nails-card',
	'kings-and-kuts-cashback',
]

/** The program of the referral code, and the states of the friends' visits. */
const referred = { program: 'ade-hair-studio-card', statuses: ['COMPLETED', 'SCHEDULED'] as const }

/** At the nails' shop the code is still to be made. */
const referralCodes: Record<string, string> = {
	'ade-hair-studio-card': 'ADAEZE24',
	'kings-and-kuts-cashback': 'KNGADA57',
}

/** The demo client's programs, with its completed visits counted. */
export function addEnrollmentRows(rows: Rows, { todayStartsAt }: SeedDay): void {
	const own = new Set(rows.clients.flatMap(({ id, userId }) => (userId === demoClient.userId ? [id] : [])))
	const appointments = rows.appointments
		.filter(({ clientId, status }) => own.has(clientId) && status === 'COMPLETED')
		.toSorted((a, b) => a.startsAt - b.startsAt)
	const programs = rows.loyaltyPrograms.filter(({ id }) => joined.includes(id))
	for (const shopId of new Set(programs.map((program) => program.shopId))) {
		const atShop = appointments.filter((appointment) => appointment.shopId === shopId)
		const earned = programs
			.filter((program) => program.shopId === shopId)
			.map((program) => addEnrollment(rows, program, atShop, todayStartsAt))
		for (const appointment of atShop) {
			const cashbackKobo = earned.reduce((sum, kobo) => sum + (kobo.get(appointment.id) ?? 0), 0)
			addCashback(rows, {
				shopId,
				appointmentId: appointment.id,
				at: appointment.endsAt,
				cashbackKobo,
				word: 'cashback',
			})
		}
	}
	addReferrals(rows)
}

/** Returns the cashback of each visit. */
function addEnrollment(
	rows: Rows,
	program: Program,
	appointments: readonly AppointmentInState[],
	todayStartsAt: Instant,
): Map<string, Kobo> {
	const { id: programId, shopId, kind, cashbackPercent = null, minimumSpendKobo = 0, createdAt } = program
	const card = rows.punchCards.find((one) => one.programId === programId)
	const visitsRequired = card?.visitsRequired ?? 0
	const enrollmentId = `${programId}-demo`
	const days = new Set<string>()
	const earned = new Map<string, Kobo>()
	const enrollment = { visitsCount: 0, cycleCount: 1, totalSpentKobo: 0, cashbackEarnedKobo: 0 }
	for (const { id: appointmentId, scheduledDate, totalKobo, tipKobo, endsAt } of appointments) {
		const paidKobo = totalKobo - tipKobo
		const counts = paidKobo >= minimumSpendKobo
		const { visitsCount, cycleCount } = enrollment
		const isStamp =
			counts && kind === 'punch_card' && !days.has(scheduledDate) && visitsCount < visitsRequired
		const cashbackKobo = counts && cashbackPercent !== null ? percentOf(paidKobo, cashbackPercent) : 0
		days.add(scheduledDate)
		const appointment = { appointmentId, enrollmentId, visitedOn: scheduledDate, isStamp, cycleCount }
		rows.loyaltyVisits.push({ ...appointment, paidKobo, cashbackKobo, countedAt: endsAt })
		const stamps = visitsCount + (isStamp ? 1 : 0)
		const reached = { enrollmentId, appointmentId, cycleCount, stamps, at: endsAt }
		const rewardKobo = isStamp ? addRewards(rows, program, reached, todayStartsAt) : 0
		const startsAgain = isStamp && card?.isCyclic === true && stamps === visitsRequired
		enrollment.visitsCount = startsAgain ? 0 : stamps
		enrollment.cycleCount += startsAgain ? 1 : 0
		enrollment.totalSpentKobo += paidKobo
		enrollment.cashbackEarnedKobo += cashbackKobo + rewardKobo
		earned.set(appointmentId, cashbackKobo + rewardKobo)
	}
	rows.loyaltyEnrollments.push({
		id: enrollmentId,
		programId,
		shopId,
		userId: demoClient.userId,
		enrolledAt: createdAt,
		referralCode: referralCodes[programId] ?? null,
		...enrollment,
	})
	return earned
}

/** Returns the cashback, which is credited at once. The first reward of a card was used, the others end unused. */
function addRewards(
	rows: Rows,
	{ id: programId, shopId, rewardDays = 90 }: Program,
	reached: { enrollmentId: string; appointmentId: string; cycleCount: number; stamps: number; at: Instant },
	todayStartsAt: Instant,
): Kobo {
	const { enrollmentId, appointmentId, cycleCount, stamps, at } = reached
	let creditedKobo = 0
	for (const milestone of rows.loyaltyMilestones) {
		if (milestone.programId !== programId || milestone.visitsRequired !== stamps) continue
		const { id: milestoneId, rewardKind, value, unit, serviceId, description } = milestone
		const isCredited = rewardKind === 'cashback'
		const isFirst = !rows.rewards.some((reward) => reward.enrollmentId === enrollmentId)
		const isUsed = isFirst && at + USED_AFTER_MS < todayStartsAt
		creditedKobo += isCredited ? (value ?? 0) : 0
		rows.rewards.push({
			id: `${enrollmentId}-${cycleCount}-${stamps}`,
			enrollmentId,
			shopId,
			userId: demoClient.userId,
			milestoneId,
			cycleCount,
			appointmentId,
			rewardKind,
			value,
			unit,
			serviceId,
			description,
			code: seededReference(rows.rewards.length + 1).replace('-', 'W'),
			earnedAt: at,
			expiresAt: at + rewardDays * DAY_MS,
			usedAt: isCredited ? at : isUsed ? at + USED_AFTER_MS : null,
		})
	}
	return creditedKobo
}

/** Two guests with the demo client's code at the hair studio: one completed visit, one ahead. */
function addReferrals(rows: Rows): void {
	const enrollment = rows.loyaltyEnrollments.find(
		({ referralCode }) => referralCode === referralCodes[referred.program],
	)
	const program = rows.loyaltyPrograms.find(({ id }) => id === referred.program)
	const { referralReferrerKobo: referrerKobo, referralFriendKobo: friendKobo } = program ?? {}
	if (!enrollment?.referralCode || !referrerKobo || !friendKobo) return
	for (const status of referred.statuses) {
		const guests = new Map(rows.clients.flatMap((client) => (!client.userId ? [[client.id, client]] : [])))
		const appointment = rows.appointments.find(
			(one) =>
				one.shopId === enrollment.shopId &&
				one.status === status &&
				one.discountKobo === 0 &&
				guests.has(one.clientId) &&
				!rows.referrals.some(({ friendEmail }) => friendEmail === guests.get(one.clientId)?.email),
		)
		const checkout = rows.checkouts.find(({ id }) => id === appointment?.checkoutId)
		const friend = appointment && guests.get(appointment.clientId)
		if (!appointment || !checkout || !friend) continue
		for (const priced of [appointment, checkout]) {
			priced.discountKobo = friendKobo
			priced.totalKobo -= friendKobo
		}
		appointment.referralCodeId = enrollment.id
		const isPaid = status === 'COMPLETED'
		if (isPaid && appointment.paidAtShopKobo) appointment.paidAtShopKobo -= friendKobo
		rows.referrals.push({
			checkoutId: checkout.id,
			shopId: enrollment.shopId,
			code: enrollment.referralCode,
			enrollmentId: enrollment.id,
			referrerKobo,
			friendKobo,
			friendUserId: null,
			friendEmail: friend.email,
			friendPhone: friend.phone,
			isSameDevice: false,
			createdAt: appointment.createdAt,
			status: isPaid ? 'paid' : 'reserved',
			settledAt: isPaid ? appointment.endsAt : null,
		})
		if (!isPaid) continue
		enrollment.cashbackEarnedKobo = (enrollment.cashbackEarnedKobo ?? 0) + referrerKobo
		addCashback(rows, {
			shopId: enrollment.shopId,
			appointmentId: appointment.id,
			at: appointment.endsAt,
			cashbackKobo: referrerKobo,
			word: 'referral',
		})
	}
}

function addCashback(
	rows: Rows,
	given: {
		shopId: string
		appointmentId: string
		at: Instant
		cashbackKobo: Kobo
		word: 'cashback' | 'referral'
	},
): void {
	const { shopId, appointmentId, at, cashbackKobo, word } = given
	if (cashbackKobo === 0) return
	const accountId = `demo-at-${shopId}`
	const entryId = `${word}-${appointmentId}`
	if (!rows.cashbackAccounts.some(({ id }) => id === accountId)) {
		rows.cashbackAccounts.push({ id: accountId, userId: demoClient.userId, shopId, createdAt: at })
		rows.ledgerAccounts.push(
			{ id: `cashback:${accountId}:NGN`, kind: 'cashback', owner: accountId, currency: 'NGN' },
			{ id: `shop_cashback:${shopId}:NGN`, kind: 'shop_cashback', owner: shopId, currency: 'NGN' },
		)
	}
	rows.ledgerLines.push(
		{ entryId, accountId: `shop_cashback:${shopId}:NGN`, amountKobo: cashbackKobo },
		{ entryId, accountId: `cashback:${accountId}:NGN`, amountKobo: -cashbackKobo },
	)
	rows.ledgerEntries.push({
		id: entryId,
		key: `${word}:${appointmentId}:${at}`,
		occurredAt: at,
		recordedAt: at,
	})
}
