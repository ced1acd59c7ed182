import { isDraftAlive, type StaffChoice } from '#app/domain/booking/draft/draft.ts'
import { type DraftWriteRefusal, draftConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { refusalOfWriting } from './booking-write.server.ts'

type StaffChoices = {
	shopId: string
	/** The first service without a choice, else the requested one. */
	position: number
	service: { serviceId: string; name: string; durationMinutes: number }
	/** In order. */
	serviceNames: string[]
	/** This service had no choice before. */
	isNew: boolean
	staff: { staffMemberId: string; name: string; role: string; isSenior: boolean }[]
	/** A staff member's id, ANY_STAFF, or null. */
	chosen: string | null
}

/** Who can do a service of the draft, by first name; null without such a draft. */
export async function readStaffChoices(
	deps: Pick<Repositories, 'booking' | 'availability'>,
	draftId: string,
	now: Instant,
	requestedPosition = 0,
): Promise<StaffChoices | null> {
	const [draft, eligible] = await Promise.all([
		deps.booking.drafts.draft(draftId),
		deps.availability.calendar.eligibleStaff({ kind: 'draft', draftId }),
	])
	if (!draft || !isDraftAlive(draft, now) || draft.appointmentId !== null) return null
	const unasked = draft.services.findIndex((service) => service.staff === null)
	const requested = draft.services[requestedPosition] ? requestedPosition : 0
	const position = unasked >= 0 ? unasked : requested
	const service = draft.services[position]
	if (!service) return null
	return {
		shopId: draft.shopId,
		position,
		service: {
			serviceId: service.serviceId,
			name: service.name,
			durationMinutes: service.durationMinutes,
		},
		serviceNames: draft.services.map(({ name }) => name),
		isNew: service.staff === null,
		staff: eligible
			.filter((member) => member.position === position)
			.map(({ staffMemberId, name, role, isSenior }) => ({ staffMemberId, name, role, isSenior })),
		chosen: service.staff?.kind === 'named' ? service.staff.staffMemberId : service.staff ? ANY_STAFF : null,
	}
}

/** Every other value is a staff member's id. */
export const ANY_STAFF = 'any'

type ChooseStaffDeps = Pick<Repositories, 'booking' | 'availability' | 'writeBatch'>

type StaffInput = {
	draftId: string
	position: number
	staff: string
	/** The page showed the only service without a choice: the write alone may decide. */
	isFirst?: boolean
	now: Instant
}

type StaffOutcome = Outcome<
	{ isStaffed: boolean; startsAt: Instant | null },
	DraftWriteRefusal | 'session_error' | 'staff_not_available'
>

/**
 * Saves who does one service of a draft. A changed choice releases the hold and forgets the start; an added service's
 * first choice keeps it. Gives the start, and whether every service has a choice. Refuses 'session_error' without this
 * service in a draft, 'staff_not_available'.
 */
export async function chooseStaff(deps: ChooseStaffDeps, input: StaffInput): Promise<StaffOutcome> {
	const { drafts, holds } = deps.booking
	const { calendar } = deps.availability
	const { writeBatch } = deps
	const { draftId, position, now } = input
	if (input.isFirst && position === 0) {
		const chosen = await chooseFirst(deps, input)
		if (chosen !== null) return chosen
	}
	const [draft, eligible] = await Promise.all([
		drafts.draft(draftId),
		calendar.eligibleStaff({ kind: 'draft', draftId }),
	])
	const service = draft?.services[position]
	if (!draft || !service || !isDraftAlive(draft, now) || draft.appointmentId !== null)
		return refused('session_error')

	const candidates = eligible.filter((member) => member.position === position)
	const named = candidates.find((member) => member.staffMemberId === input.staff)
	if (candidates.length === 0 || (input.staff !== ANY_STAFF && !named)) return refused('staff_not_available')
	const chosen: StaffChoice = named
		? { kind: 'named', staffMemberId: named.staffMemberId, name: named.name }
		: { kind: 'any' }

	const services = draft.services.map((one, index) => (index === position ? { ...one, staff: chosen } : one))
	const isStaffed = services.every((one) => one.staff !== null)
	if (isSameChoice(service.staff, chosen)) return accepted({ isStaffed, startsAt: draft.startsAt })
	const startsAt = service.staff === null ? draft.startsAt : null
	const refusal = await refusalOfWriting(
		writeBatch,
		[
			...holds.giveUpHold(draftId, now),
			...drafts.replaceServices(draftId, services),
			drafts.saveStart(draftId, startsAt, now),
		],
		draftConstraints,
	)
	if (refusal) return refused(refusal)
	return accepted({ isStaffed, startsAt })
}

const firstConstraints = {
	...draftConstraints,
	not_first_choice: 'not_first_choice',
	staff_not_available: 'staff_not_available',
} as const

/** In one trip (docs/decisions/098); null where the draft must be read first. */
async function chooseFirst(
	{ booking: { drafts, holds }, availability: { calendar }, writeBatch }: ChooseStaffDeps,
	{ draftId, staff, now }: StaffInput,
): Promise<StaffOutcome | null> {
	const staffMemberId = staff === ANY_STAFF ? null : staff
	const refusal = await refusalOfWriting(
		writeBatch,
		[
			drafts.requireFirstChoice(draftId, now),
			calendar.requireEligible(draftId, staffMemberId),
			...holds.giveUpHold(draftId, now),
			...drafts.saveFirstStaff(draftId, staffMemberId, now),
		],
		firstConstraints,
	)
	if (refusal === 'not_first_choice') return null
	return refusal ? refused(refusal) : accepted({ isStaffed: true, startsAt: null })
}

function isSameChoice(before: StaffChoice | null, after: StaffChoice): boolean {
	if (before?.kind === 'named' && after.kind === 'named') return before.staffMemberId === after.staffMemberId
	return before?.kind === after.kind
}
