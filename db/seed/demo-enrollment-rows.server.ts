import { DAY_MS } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { BookingRows } from './booking-tables.ts'
import { demoClient } from './demo-accounts.ts'
import type { LoyaltyRows } from './loyalty-tables.ts'
import type { PaymentsRows } from './payments-tables.ts'
import { seededReference } from './pseudo-random.ts'

type Rows = LoyaltyRows & PaymentsRows & Pick<BookingRows, 'appointments' | 'clients'>
type Visit = BookingRows['appointments'][number]
type Program = LoyaltyRows['loyaltyPrograms'][number]

/** The demo client's: a card with a reward soon, one that is nearly full, one that has begun, and cashback at two shops. */
const joined = [
	'ade-hair-studio-card',
	'ade-hair-studio-cashback',
	'nailed-by-zina-card',
	'garden-city-nails-card',
	'kings-and-kuts-cashback',
]

/** At the nails' shop the code is still to be made. */
const referralCodes: Record<string, string> = {
	'ade-hair-studio-card': 'ADAEZE24',
	'kings-and-kuts-cashback': 'KNGADA57',
}

/** The programs of the demo client, with the visits that were completed at those shops, as completing counts them. */
export function addEnrollmentRows(rows: Rows): void {
	const own = new Set(rows.clients.flatMap(({ id, userId }) => (userId === demoClient.userId ? [id] : [])))
	const visits = rows.appointments
		.filter(({ clientId, status }) => own.has(clientId) && status === 'COMPLETED')
		.toSorted((a, b) => a.startsAt - b.startsAt)
	for (const program of rows.loyaltyPrograms) {
		if (!joined.includes(program.id)) continue
		addEnrollment(
			rows,
			program,
			visits.filter(({ shopId }) => shopId === program.shopId),
		)
	}
}

function addEnrollment(rows: Rows, program: Program, visits: readonly Visit[]): void {
	const { id: programId, shopId, kind, cashbackPercent = null, minimumSpendKobo = 0, createdAt } = program
	const enrollmentId = `${programId}-demo`
	const days = new Set<string>()
	const enrollment = { visitsCount: 0, totalSpentKobo: 0, cashbackEarnedKobo: 0 }
	for (const { id: appointmentId, scheduledDate, totalKobo, tipKobo, endsAt } of visits) {
		const paidKobo = totalKobo - tipKobo
		const counts = paidKobo >= minimumSpendKobo
		const isStamp = counts && kind === 'punch_card' && !days.has(scheduledDate)
		const cashbackKobo = counts && cashbackPercent !== null ? percentOf(paidKobo, cashbackPercent) : 0
		days.add(scheduledDate)
		enrollment.visitsCount += isStamp ? 1 : 0
		enrollment.totalSpentKobo += paidKobo
		enrollment.cashbackEarnedKobo += cashbackKobo
		const visit = { appointmentId, enrollmentId, visitedOn: scheduledDate, isStamp, cycleCount: 1 }
		rows.loyaltyVisits.push({ ...visit, paidKobo, cashbackKobo, countedAt: endsAt })
		if (isStamp)
			addRewards(rows, program, { enrollmentId, appointmentId, visits: enrollment.visitsCount, at: endsAt })
		addCashback(rows, { shopId, appointmentId, at: endsAt, cashbackKobo })
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
}

/** What that many stamps bring. None of the demo client's is cashback, which would be credited. */
function addRewards(
	rows: Rows,
	{ id: programId, shopId, rewardDays = 90 }: Program,
	earned: { enrollmentId: string; appointmentId: string; visits: number; at: number },
): void {
	const { enrollmentId, appointmentId, visits, at } = earned
	for (const milestone of rows.loyaltyMilestones) {
		if (milestone.programId !== programId || milestone.visitsRequired !== visits) continue
		const { id: milestoneId, rewardKind, value, unit, serviceId, description } = milestone
		rows.rewards.push({
			id: `${enrollmentId}-${visits}`,
			enrollmentId,
			shopId,
			userId: demoClient.userId,
			milestoneId,
			cycleCount: 1,
			appointmentId,
			rewardKind,
			value,
			unit,
			serviceId,
			description,
			code: seededReference(rows.rewards.length + 1).replace('-', 'W'),
			earnedAt: at,
			expiresAt: at + rewardDays * DAY_MS,
		})
	}
}

function addCashback(
	rows: Rows,
	given: { shopId: string; appointmentId: string; at: number; cashbackKobo: Kobo },
): void {
	const { shopId, appointmentId, at, cashbackKobo } = given
	if (cashbackKobo === 0) return
	const accountId = `demo-at-${shopId}`
	const entryId = `cashback-${appointmentId}`
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
		occasion: `cashback:${appointmentId}:${at}`,
		occurredAt: at,
		recordedAt: at,
	})
}
