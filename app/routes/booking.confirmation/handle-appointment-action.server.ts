import type { AppLoadContext } from '@remix-run/cloudflare'
import type * as z from 'zod'
import type { appointmentPageFormSchema } from '#app/domain/booking/appointment/appointment-forms.server.ts'
import { appointmentPageRefusals } from '#app/domain/booking/appointment/appointment-page-refusal.ts'
import { ceilingWords } from '#app/domain/booking/booking-wording.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { bookAgain } from '#app/flows/booking/book-again.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { askToClaim } from '#app/flows/booking/claim-appointment.server.ts'
import { tellLate } from '#app/flows/booking/mark-appointment.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { draftCookieHeader, readDraftId } from '#app/http/booking-cookies.server.ts'
import { readActor, requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { confirmationPath, servicesOfShopPath, staffPath, timePath } from '#app/kernel/booking-paths.ts'

type Pressed = z.output<typeof appointmentPageFormSchema> & {
	appointmentId: string
	isHanded: boolean
	token: string
}

/** Cancels, tells the shop that the customer is late, claims for an account, or books again. */
export async function handleAppointmentAction(
	request: Request,
	context: AppLoadContext,
	{ intent, minutes, appointmentId, isHanded, token }: Pressed,
) {
	const now = context.now()
	const page = confirmationPath(token)
	if (intent === 'again') return beginAgain(request, context, appointmentId)
	if (intent === 'late') {
		const answer = await tellLate(context, { appointmentId, minutes: minutes ?? 0, now })
		if (!answer.ok) return refusedBy(appointmentPageRefusals[answer.refusal])
		const description = `You told them you’re about ${minutes} minutes late.`
		return done(context, page, { flash: { title: 'The shop knows', description } })
	}
	if (intent === 'claim') {
		const actor = requireActor(request, context)
		const { id: userId } = await requireUser(request, context)
		const claim = await askToClaim(context, { actor, appointmentId, userId })
		if (!claim.ok) return refusedBy(appointmentPageRefusals[claim.refusal])
		const flash = claim.value.isOwn
			? { title: 'Added to your account', description: 'You’ll find it under My Appointments.' }
			: {
					title: 'Check the email you booked with',
					description: 'Open the link in it on this device, and the booking is in your account.',
				}
		return done(context, page, { flash })
	}
	const cancelled = await cancelAppointment(context, {
		by: { kind: 'customer', appointmentId, isHanded },
		now,
	})
	if (!cancelled.ok) return refusedBy(customerWords(cancelled.refusal))
	return done(context, page, {
		flash: { title: 'Booking Cancelled', description: 'Your booking has been cancelled.' },
	})
}

/** Leads to the times of the earlier services and people, or to the step of a missing one (L31). */
async function beginAgain(request: Request, context: AppLoadContext, appointmentId: string) {
	const { cookieKeys } = context.settings
	const actor = readActor(request, context)
	const again = await bookAgain(context, {
		appointmentId,
		draftId: readDraftId(request, cookieKeys),
		caller: { actor, networkKey: context.networkKey },
		now: context.now(),
	})
	if (!again.ok) {
		const words = customerWords(again.refusal)
		if (!words.isCeiling) return refusedBy(words)
		const shop = (await context.booking.appointments.appointment(appointmentId))?.shop ?? null
		return refusedBy(ceilingWords(words, { shop, isSignedIn: actor !== null }))
	}
	if (again.value.kind === 'not_offered') {
		const { shopId, missingServices } = again.value
		const description = `No longer offered online: ${missingServices.join(', ')}.`
		return done(context, servicesOfShopPath(shopId), {
			flash: { title: 'Choose another service', description },
		})
	}
	const { draftId, missingStaff } = again.value
	const description = `No longer available for this service: ${missingStaff.join(', ')}.`
	return done(context, missingStaff.length > 0 ? staffPath : timePath(), {
		cookies: [draftCookieHeader(request, cookieKeys, draftId)],
		flash: missingStaff.length > 0 ? { title: 'Choose someone else', description } : null,
	})
}
