import { type NewDraftRefusal, newDraftConstraints } from '#app/domain/booking/customer/customer-refusal.ts'
import { type Draft, isDraftAlive, MAX_SERVICES } from '#app/domain/booking/draft/draft.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { type DraftWriteRefusal, draftConstraints } from '#app/domain/booking/draft/draft-refusal.ts'
import type { RateLimitedCaller } from '#app/kernel/actor.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import { isRetryable, type Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { applyChoices } from './apply-choices.server.ts'
import { refusalOfBookingWrite, refusalOfWriting } from './booking-write.server.ts'
import { resizeHold } from './hold-slot.server.ts'
import {
	type DraftWithCalendar,
	postedDays,
	type ReadDraftDeps,
	readDraftWithCalendar,
} from './read-draft.server.ts'

type ChooseServiceDeps = Pick<Repositories, 'booking' | 'writeBatch'>

/**
 * Makes a service the draft's first one (C38), in a new draft unless one of this shop is live (D1). Another service of
 * the same shop keeps the details and releases person and time. Refuses 'service_not_offered', and 'too_many_drafts' by
 * network (D33).
 */
export async function chooseService(
	deps: ChooseServiceDeps,
	input: { draftId: string | null; serviceId: string; caller: RateLimitedCaller; now: Instant },
): Promise<Outcome<{ draftId: string; shopChanged: boolean }, NewDraftRefusal>> {
	const { serviceId, now } = input
	if (input.draftId === null) return beginDraft(deps, input, null)
	const { drafts, holds } = deps.booking
	const { writeBatch } = deps
	const [found, service] = await Promise.all([drafts.draft(input.draftId), drafts.bookableService(serviceId)])
	if (!service) return refused('service_not_offered')
	const current = found && isDraftAlive(found, now) && found.appointmentId === null ? found : null

	if (current?.shopId === service.shopId) {
		const isSame = current.services.length === 1 && current.services[0]?.serviceId === serviceId
		const refusal = isSame
			? null
			: await refusalOfWriting(
					writeBatch,
					[
						...holds.giveUpHold(current.id, now),
						...drafts.replaceServices(current.id, [{ serviceId, staff: null }]),
						drafts.saveStart(current.id, null, now),
					],
					draftConstraints,
				)
		return refusal ? refused(refusal) : accepted({ draftId: current.id, shopChanged: false })
	}

	return beginDraft(deps, input, current)
}

/** Without a `current` draft only the service matters, and the write checks it (docs/decisions/098). */
async function beginDraft(
	{ booking: { drafts, holds }, writeBatch }: ChooseServiceDeps,
	{ serviceId, caller, now }: { serviceId: string; caller: RateLimitedCaller; now: Instant },
	current: Draft | null,
): Promise<Outcome<{ draftId: string; shopChanged: boolean }, NewDraftRefusal>> {
	const draftId = newId()
	const refusal = await refusalOfWriting(
		writeBatch,
		[
			...(current ? [...holds.giveUpHold(current.id, now), drafts.deleteDraft(current.id)] : []),
			// A repeat deletes the first draft before inserting.
			drafts.deleteDraft(draftId),
			...drafts.insertDraftFor(draftId, serviceId, now),
			...drafts.replaceServices(draftId, [{ serviceId, staff: null }]),
			...holds.countAct({ kind: 'draft', subjectId: draftId, shopId: null, caller, now }),
		],
		newDraftConstraints,
	)
	return refusal ? refused(refusal) : accepted({ draftId, shopChanged: current !== null })
}

/**
 * Adds a service at the draft's end. The longer draft loses its hold but keeps its start. A repeat changes nothing.
 * Refuses 'session_error' without a service in a live draft, 'service_not_offered', 'too_many_services' after the
 * fourth.
 */
export async function addService(
	{ booking: { drafts, holds }, writeBatch }: Pick<Repositories, 'booking' | 'writeBatch'>,
	input: { draftId: string; serviceId: string; now: Instant },
): Promise<Outcome<null, 'session_error' | 'service_not_offered' | 'too_many_services'>> {
	const { draftId, serviceId, now } = input
	const [draft, service] = await Promise.all([drafts.draft(draftId), drafts.bookableService(serviceId)])
	if (!draft || !isDraftAlive(draft, now) || draft.appointmentId !== null || draft.services.length === 0)
		return refused('session_error')
	if (service?.shopId !== draft.shopId) return refused('service_not_offered')
	if (draft.services.some((one) => one.serviceId === serviceId)) return accepted(null)
	if (draft.services.length >= MAX_SERVICES) return refused('too_many_services')
	await writeBatch([
		...holds.giveUpHold(draftId, now),
		...drafts.replaceServices(draftId, [...draft.services, { serviceId, staff: null }]),
		drafts.saveStart(draftId, draft.startsAt, now),
	])
	return accepted(null)
}

export type RemoveServiceDeps = ReadDraftDeps & Pick<Repositories, 'writeBatch'>

/**
 * Removes one service of several, saves what checkout posted (`choices`), and resizes the hold, in one write.
 * `keepsTime` is false where the shorter visit cannot keep its start. Refuses 'session_error' without a draft,
 * 'invalid_selection' for the only service.
 */
export async function removeService(
	deps: RemoveServiceDeps,
	input: {
		draftId: string
		serviceId: string
		choices: CheckoutChoices | null
		/** The shown start, which says which days to read. */
		startsAt: Instant | null
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

/** Later services move up by one. */
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
