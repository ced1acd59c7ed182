import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { type DraftWriteRefusal, draftConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import { parseEmail } from '#app/kernel/email.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { isRetryable, type Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { applyChoices } from './apply-choices.server.ts'
import { refusalOfBookingWrite } from './booking-write.server.ts'
import {
	type DraftWithCalendar,
	postedDays,
	type ReadDraftDeps,
	readDraftWithCalendar,
} from './read-draft.server.ts'
import { resizeHold } from './resize-hold.server.ts'

export type RemoveServiceDeps = ReadDraftDeps & Pick<Repositories, 'writeBatch'>

/**
 * Removes one service from a draft of several, and saves what else checkout posted (`choices`, null from other
 * pages). The hold is resized in the same write. When the shorter visit cannot keep its start, the hold is released
 * and `keepsTime` is false. Removing a service that the draft does not have changes nothing. Refuses 'session_error'
 * without a draft, 'invalid_selection' for the only service.
 */
export async function removeService(
	deps: RemoveServiceDeps,
	input: {
		draftId: string
		serviceId: string
		choices: CheckoutChoices | null
		/** The start that the page showed; it says which days to read. */
		startsAt: Instant | null
		/** Statements that go in front of the write's own, such as the count of a typed code. */
		alongside?: readonly Statement[]
		now: Instant
	},
): Promise<Outcome<{ keepsTime: boolean }, DraftWriteRefusal | 'session_error'>> {
	const { draftId, serviceId, choices, alongside = [], now } = input
	const days = postedDays(input.startsAt, now)
	const priced = await readDraftWithCalendar(deps, { draftId, ...days, now })
	if (!priced || priced.draft.appointmentId !== null) return refused('session_error')
	const removed = priced.draft.services.findIndex((service) => service.serviceId === serviceId)
	if (removed < 0) return accepted({ keepsTime: priced.hold !== null })
	if (priced.draft.services.length === 1) return refused('invalid_selection')

	const rest = withoutService(priced, removed)
	const { draft } = choices ? applyChoices(rest, choices, now) : rest
	const saved = [
		...deps.booking.drafts.replaceServices(draftId, draft.services),
		...(choices ? deps.booking.drafts.saveCheckoutChoices(draftId, choices, now) : []),
		deps.booking.drafts.saveStart(draftId, draft.startsAt, now),
	]
	if (rest.hold) {
		const contact = { email: parseEmail(draft.contact.email), phone: parsePhone(draft.contact.phone) }
		const change = { priced: { ...rest, draft }, hold: rest.hold, days, contact, alongside, saved, now }
		const resized = await resizeHold(deps, change)
		if (resized.ok) return accepted({ keepsTime: true })
		if (isRetryable(resized.refusal)) return refused(resized.refusal)
	}
	try {
		await deps.writeBatch([...alongside, ...deps.booking.holds.giveUpHold(draftId, now), ...saved])
		return accepted({ keepsTime: false })
	} catch (error) {
		return refused(refusalOfBookingWrite(error, draftConstraints))
	}
}

/** The draft without one of its services; later services move up by one, in the calendar and the hold too. */
function withoutService(priced: DraftWithCalendar, removed: number): DraftWithCalendar {
	const { draft, hold, calendar } = priced
	const others = <Part extends { position: number }>(parts: readonly Part[]) =>
		parts
			.filter(({ position }) => position !== removed)
			.map((part) => ({ ...part, position: part.position > removed ? part.position - 1 : part.position }))
	return {
		...priced,
		draft: { ...draft, services: draft.services.filter((_, position) => position !== removed) },
		hold: hold && { ...hold, staff: others(hold.staff) },
		calendar: { ...calendar, staff: others(calendar.staff) },
	}
}
