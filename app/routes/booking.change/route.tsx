import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	type LoaderFunctionArgs,
	redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import {
	changeFormSchema,
	readChangeQuery,
} from '#app/domain/booking/appointment/appointment-forms.server.ts'
import { haveLinksEnded, readBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { changeWords } from '#app/domain/booking/appointment/change-words.ts'
import { ceilingWords } from '#app/domain/booking/booking-wording.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { changeAppointment } from '#app/flows/booking/change-appointment.server.ts'
import { readChangeable } from '#app/flows/booking/plan-change.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { changePath, confirmationPath } from '#app/kernel/booking-paths.ts'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, unlisted } from '#app/ui/page.tsx'
import { choiceView, questionView } from './change-view.server.ts'
import { Choice } from './choice.tsx'
import { Question } from './question.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const meta = unlisted('Change your visit')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const now = context.now()
	const { searchParams } = new URL(request.url)
	const { token, appointmentId } = await requireAppointmentLink(request, context.settings.cookieKeys)
	const requested = readChangeQuery(searchParams)
	const startsAt = requested.at
	if (startsAt === null) throw await toItsStart(context, { token, appointmentId })
	const wanted = requested.wanted && { ...requested.wanted, startsAt }
	const found = await readChangeable(context, { appointmentId, wanted: wanted ?? { startsAt }, now })
	if (!found || haveLinksEnded(found.toChange.startsAt, now)) throw new Response(null, { status: 404 })
	// Only a change of service may name another start. Other addresses are older than a move.
	if (found.toChange.startsAt !== startsAt && !wanted?.serviceId)
		throw redirect(changePath(token, found.toChange.startsAt))
	return wanted ? questionView(found, wanted, token, now) : choiceView(found, token, now)
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const { token, appointmentId } = await requireAppointmentLink(request, context.settings.cookieKeys)
	const submission = parseWithZod(form, { schema: changeFormSchema })
	if (submission.status !== 'success') return refusedBy(customerWords('invalid_data_format'))
	const { position, service, staff, startsAt, sequence, shown } = submission.value
	const changed = await changeAppointment(context, {
		by: { kind: 'customer', appointmentId },
		wanted: { position, serviceId: service ?? null, staffMemberId: staff, startsAt },
		sequence,
		shown,
		now: context.now(),
	})
	if (changed.ok)
		return done(context, confirmationPath(token), {
			flash: { title: 'Booking Changed', description: 'Your booking has been changed.' },
		})
	const words = changeWords(changed.refusal)
	if (!words.isCeiling) return refusedBy(words)
	const shop = (await context.booking.appointments.appointment(appointmentId))?.shop ?? null
	return refusedBy(ceilingWords(words, { shop, isSignedIn: readActor(request, context) !== null }))
}

/** Redirects an address without a start to the appointment's own start. */
async function toItsStart(
	{ booking: { appointments } }: Pick<AppLoadContext, 'booking'>,
	{ token, appointmentId }: { token: string; appointmentId: string },
): Promise<Response> {
	const found = await appointments.appointment(appointmentId)
	return found ? redirect(changePath(token, found.startsAt)) : new Response(null, { status: 404 })
}

/** Answers 404 without a valid booking link. */
async function requireAppointmentLink(request: Request, cookieKeys: string[]) {
	const token = new URL(request.url).searchParams.get('visit')
	const appointmentId = token === null ? null : await readBookingLink(cookieKeys, token)
	if (token === null || appointmentId === null) throw new Response(null, { status: 404 })
	return { token, appointmentId }
}

export default function Change() {
	const view = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<RefusalNotice refusal={answer?.refusal} />
			{view.kind === 'choice' ? (
				<Choice view={view} />
			) : (
				<Question view={view} isRefused={answer?.refusal !== undefined} />
			)}
		</Page>
	)
}
