import type { AppLoadContext } from '@remix-run/cloudflare'
import type * as z from 'zod'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import type { visitPageFormSchema } from '#app/domain/booking/visit-page-form.server.ts'
import { visitPageRefusals } from '#app/domain/booking/visit-page-refusal.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { askToClaim } from '#app/flows/booking/claim-appointment.server.ts'
import { tellLate } from '#app/flows/booking/tell-late.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'

type Pressed = z.output<typeof visitPageFormSchema> & { appointmentId: string; token: string }

/** Cancels a booking, tells that its customer is late, or adds it to an account. */
export async function doOnVisitPage(
	request: Request,
	context: AppLoadContext,
	{ intent, minutes, appointmentId, token }: Pressed,
) {
	const now = context.now()
	const page = confirmationPath(token)
	if (intent === 'late') {
		const told = await tellLate(context, { appointmentId, minutes: minutes ?? 0, now })
		if (!told.ok) return refusedBy(visitPageRefusals[told.refusal])
		const description = `You told them you’re about ${minutes} minutes late.`
		return done(context, page, { flash: { title: 'The shop knows', description } })
	}
	if (intent === 'claim') {
		const actor = requireActor(request, context)
		const { id: userId } = await requireUser(request, context)
		const asked = await askToClaim(context, { actor, appointmentId, userId })
		if (!asked.ok) return refusedBy(visitPageRefusals[asked.refusal])
		const flash = asked.value.isOwn
			? { title: 'Added to your account', description: 'You’ll find it under My Appointments.' }
			: {
					title: 'Check the email you booked with',
					description: 'Open the link in it on this device, and the booking is in your account.',
				}
		return done(context, page, { flash })
	}
	const cancelled = await cancelAppointment(context, { appointmentId, now })
	if (!cancelled.ok) return refusedBy(bookingRefusals[cancelled.refusal])
	return done(context, page, {
		flash: { title: 'Booking Cancelled', description: 'Your booking has been cancelled.' },
	})
}
