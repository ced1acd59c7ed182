import { parseWithZod } from '@conform-to/zod/v4'
import { type AppLoadContext, data } from '@remix-run/cloudflare'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { customerName } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { isSlotConflict } from '#app/domain/booking/hold/slot-refusal.ts'
import { appointmentWording, isWordedFor } from '#app/domain/booking/reader-words.ts'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import {
	changeServiceFormSchema,
	moveAtKioskFormSchema,
	noteFormSchema,
} from '#app/domain/shops/kiosk-forms.server.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { changeAppointment } from '#app/flows/booking/change-appointment.server.ts'
import { changeNote, previewChange } from '#app/flows/booking/edit-appointment.server.ts'
import { handOverAppointment } from '#app/flows/booking/hand-over-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { offerOtherTimesToMove } from '#app/flows/booking/offer-other-times.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { actAtKiosk, type KioskAct } from '#app/http/kiosk-act.server.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import { isRetryable } from '#app/kernel/write-batch.server.ts'
import { instantOf } from '#app/kernel/zone.server.ts'
import { serviceQuestionView } from './edit-view.server.ts'

/** A question before a service changes, or other times. */
export type EditOffer = {
	question?: ReturnType<typeof serviceQuestionView>
	times?: { at: string; label: string }[]
}

export type Edited = {
	key: AccessKey & { ownUserId: string | null }
	appointment: ShownAppointment
	now: Instant
}

/** Moves to another start, other people, or both. */
export async function moveFromKiosk(context: AppLoadContext, form: FormData, edited: Edited) {
	const submission = parseWithZod(form, { schema: moveAtKioskFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { key, appointment, now } = edited
	const { act: pageAct, date, time, to, slot, staff = null } = submission.value
	const startsAt = to ?? slot ?? instantOf(key.shop.timeZone, date, time)
	if (startsAt === null)
		return refusedBy(appointmentWording('slot_outside_hours'), { result: submission.reply() })
	const isHere = startsAt === appointment.startsAt
	const action = ['move', appointment.referenceNumber, startsAt, staff] as const
	const kind = isHere ? 'visit_handed_over' : 'visit_moved'
	const moved = await edit(context, edited, { pageAct, action, kind }, async (by) => {
		if (!isHere) return moveAppointment(context, { by: { kind: 'shop', ...by }, startsAt, staff, now })
		if (staff === null || staff === 'any') return refused('nothing_to_change')
		return handOverAppointment(context, { ...by, staffMemberId: staff, now })
	})
	if (moved.ok) return editedAnswer(context, edited, isHere ? 'Handed over' : 'Moved', !isHere)
	const offered = isSlotConflict(moved.refusal)
		? await offerOtherTimesToMove(context, {
				appointmentId: appointment.appointmentId,
				requestedStartAt: startsAt,
				staff,
				now,
			})
		: null
	return refusedBy<EditOffer>(refusalWords(moved.refusal), {
		result: submission.reply(),
		offer: offered && { times: offered.times.map((one) => ({ at: String(one.startsAt), label: one.label })) },
	})
}

/** The first post asks, with the new price; the second changes. */
export async function changeServiceAtKiosk(context: AppLoadContext, form: FormData, edited: Edited) {
	const submission = parseWithZod(form, { schema: changeServiceFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { appointment, now } = edited
	const { act: pageAct, position, service: serviceId, sequence, shown } = submission.value
	const wanted = { position, serviceId, staffMemberId: null, startsAt: appointment.startsAt }
	if (sequence === undefined || shown === undefined) {
		const question = await previewChange(context, { ...wanted, appointment, now })
		if (!question.ok) return refusedBy(refusalWords(question.refusal), { result: submission.reply() })
		const { found, plan } = question.value
		const answer: ActionAnswer<EditOffer> = { offer: { question: serviceQuestionView(found, plan) } }
		return data(answer)
	}
	const action = ['change', appointment.referenceNumber, position, serviceId, sequence, shown] as const
	const changed = await edit(context, edited, { pageAct, action, kind: 'visit_changed' }, (by) =>
		changeAppointment(context, { by: { kind: 'shop', ...by }, wanted, sequence, shown, now }),
	)
	if (changed.ok) return editedAnswer(context, edited, 'Changed', true)
	return refusedBy(refusalWords(changed.refusal), { result: submission.reply() })
}

export async function writeNote(context: AppLoadContext, form: FormData, edited: Edited) {
	const submission = parseWithZod(form, { schema: noteFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { act: pageAct, note, seenNote: seen } = submission.value
	const action = ['note', edited.appointment.referenceNumber, note, seen] as const
	const written = await edit(context, edited, { pageAct, action, kind: 'visit_changed' }, (by) =>
		changeNote(context, { ...by, note, seen, now: edited.now }),
	)
	if (written.ok) return editedAnswer(context, edited, 'Note saved', false)
	return refusedBy(refusalWords(written.refusal), { result: submission.reply() })
}

/** Runs an edit once and records its act. */
async function edit(
	context: AppLoadContext,
	{ key, appointment, now }: Edited,
	tap: { pageAct: string; action: readonly [string, ...(string | number | null)[]]; kind: ShopActKind },
	run: (by: {
		shopId: string
		referenceNumber: string
		ownUserId: string | null
		alongside: ReturnType<KioskAct['actOf']>
	}) => Promise<Outcome<unknown, string>>,
): Promise<Outcome<unknown, string>> {
	const { appointmentId, referenceNumber, services } = appointment
	const summary = `${referenceNumber}, ${services.map(({ name }) => name).join(', ')}`
	const did = await actAtKiosk(context, { key, now, ...tap }, ({ actOf }) =>
		run({
			shopId: key.shop.id,
			referenceNumber,
			ownUserId: key.ownUserId,
			alongside: actOf({ kind: tap.kind, subjectId: appointmentId, summary }),
		}),
	)
	return did === 'act_done_already' ? { ok: true, value: null } : did
}

function refusalWords(refusal: string) {
	if (isRetryable(refusal)) return kioskWords[refusal]
	if (isWordedFor('shop', refusal)) return appointmentWording(refusal)
	throw new Error(`the shop was refused by ${refusal}`)
}

function editedAnswer(context: AppLoadContext, { key, appointment }: Edited, title: string, isTold: boolean) {
	const { customer, referenceNumber, startsAt } = appointment
	const name = customerName(customer)
	const sent =
		customer.email === null ? `${name} gave no email: tell them yourself.` : `${name} will be told.`
	return done(context, `/kiosk/visits/${referenceNumber}`, {
		flash: { title, description: isTold ? sent : `${name}, ${momentLabelAt(key.shop.timeZone, startsAt)}` },
	})
}
