import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { newReadableCode } from '#app/kernel/id.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { RewardKind, RewardUnit } from '#app/kernel/vocabulary/loyalty.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { addSignedInPerson, type Person } from './accounts.ts'
import { newContact, newGuest } from './booking-desk.ts'
import type { BookingDeps } from './flow-deps.ts'

type Clock = { now: Instant }
type TestMilestone = {
	at: number
	kind?: RewardKind
	value?: number
	unit?: RewardUnit
	/** What a free service is. */
	serviceId?: string
}
export type TestProgram = {
	shopId: string
	/** Null: cashback. */
	card?: { visitsRequired: number; isCyclic?: boolean; milestones?: TestMilestone[] }
	cashbackPercent?: number
	minimumSpendKobo?: number
	status?: 'active' | 'ended'
	expiresAt?: Instant
	/** What it gives for a friend; absent: no referral. */
	referral?: { referrerKobo: number; friendKobo: number }
}

let programsSoFar = 0

/** A program as a shop would have set it up; gives its id. */
export async function addProgram(database: ScratchDatabase, program: TestProgram): Promise<string> {
	const id = `program-${++programsSoFar}`
	const {
		shopId,
		card,
		cashbackPercent = null,
		minimumSpendKobo = 0,
		status = 'active',
		expiresAt = null,
		referral,
	} = program
	await database.change(
		`INSERT INTO loyalty_programs (id, shop_id, kind, name, status, cashback_percent, minimum_spend_kobo, expires_at,
				referral_referrer_kobo, referral_friend_kobo, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
		id,
		shopId,
		card ? 'punch_card' : 'cashback',
		`Program ${id}`,
		status,
		cashbackPercent,
		minimumSpendKobo,
		expiresAt === null ? null : String(expiresAt),
		referral?.referrerKobo ?? null,
		referral?.friendKobo ?? null,
	)
	if (!card) return id
	await database.change(
		'INSERT INTO punch_cards (program_id, visits_required, is_cyclic) VALUES (?, ?, ?)',
		id,
		card.visitsRequired,
		card.isCyclic === false ? 0 : 1,
	)
	for (const { at, kind = 'discount', value = 10, unit = 'percent', serviceId = null } of card.milestones ??
		[]) {
		await database.change(
			`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, service_id, description)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			`${id}-at-${at}`,
			id,
			at,
			kind,
			value,
			unit,
			serviceId,
			`Reward at ${at}`,
		)
	}
	return id
}

/** A customer with an account and a proven e-mail, who joins programs and books. */
export async function newLoyalCustomer(database: ScratchDatabase, deps: BookingDeps, clock: Clock) {
	const person: Person = await addSignedInPerson(database, { at: clock.now, isVerified: true })
	const contact = { ...newContact(), email: person.email }
	return {
		...person,
		async join(programId: string) {
			await database.change(
				`INSERT INTO loyalty_enrollments (id, program_id, shop_id, user_id, enrolled_at, referral_code)
					SELECT ? || ':' || id, id, shop_id, ?, ?, CASE WHEN referral_friend_kobo IS NOT NULL THEN ? END
					FROM loyalty_programs WHERE id = ?`,
				person.userId,
				person.userId,
				String(clock.now),
				newReadableCode(8),
				programId,
			)
		},
		/** Books that service, paid at the shop; gives the reference of the booking. */
		async book(serviceId: string, startsAt: Instant): Promise<string> {
			const guest = await newGuest(deps, clock, contact).begin(serviceId)
			await guest.chooseTime(startsAt)
			const booked = await guest.book({}, {}, { userId: person.userId })
			if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
			const [row] = await database.rows(
				'SELECT reference_number FROM appointments WHERE id = ?',
				booked.value.appointmentId,
			)
			return String(row?.reference_number)
		},
		/** Books that service, comes and pays there: it is completed an hour after its start. */
		async keepAppointment(serviceId: string, startsAt: Instant): Promise<string> {
			const referenceNumber = await this.book(serviceId, startsAt)
			await completeAppointment(deps, { referenceNumber, isPaid: true, now: startsAt + HOUR_MS })
			return referenceNumber
		},
		/** Where this customer stands in a program. */
		async standing(programId: string) {
			const [row] = await database.rows(
				`SELECT visits_count, cycle_count, total_spent_kobo, cashback_earned_kobo FROM loyalty_enrollments
					WHERE user_id = ? AND program_id = ?`,
				person.userId,
				programId,
			)
			return row
		},
		rewards: () =>
			database.rows(
				'SELECT milestone_id, cycle_count, code, used_at FROM rewards WHERE user_id = ? ORDER BY earned_at, rowid',
				person.userId,
			),
		cashbackKobo: () =>
			database.count(
				`SELECT coalesce(sum(balance_kobo), 0) FROM ledger_accounts JOIN cashback_accounts account ON account.id = owner
					WHERE kind = 'cashback' AND account.user_id = ?`,
				person.userId,
			),
	}
}
