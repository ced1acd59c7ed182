import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { problemFormSchema } from '#app/domain/booking/appointment/appointment-forms.server.ts'
import { appointmentPageRefusals } from '#app/domain/booking/appointment/appointment-page-refusal.ts'
import { appointmentProblemWords } from '#app/domain/booking/appointment/appointment-problem.ts'
import {
	haveLinksEnded,
	readBookingLink,
	signBookingLink,
} from '#app/domain/booking/appointment/booking-link.server.ts'
import { reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor } from '#app/http/signed-in-user.server.ts'
import { confirmationPath, problemPath } from '#app/kernel/booking-paths.ts'
import { nearMomentWordsAt } from '#app/kernel/date-labels.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { appointmentProblemKinds } from '#app/kernel/vocabulary/booking.ts'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { ChoiceField, OptionRow, TextArea } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, PageHeader, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const meta = unlisted('Report a Problem')

const constraints = fieldConstraints(problemFormSchema, ['problem', 'words'])

/** For the holder of the booking's link; its owner may name it by id (C65). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { cookieKeys } = context.settings
	const { searchParams } = new URL(request.url)
	const ownId = readId(searchParams.get('appointmentId'))
	if (ownId !== null) {
		if (!(await context.booking.appointmentViews.isOwnAppointment(requireActor(request, context), ownId)))
			throw new Response(null, { status: 404 })
		throw redirect(problemPath(await signBookingLink(cookieKeys, ownId)))
	}
	const token = searchParams.get('visit') ?? ''
	const appointmentId = await readBookingLink(cookieKeys, token)
	const appointment = appointmentId && (await context.booking.appointments.appointment(appointmentId))
	if (!appointment || haveLinksEnded(appointment.startsAt, context.now()))
		throw new Response(null, { status: 404 })
	const { shop, startsAt, status } = appointment
	return {
		page: confirmationPath(token),
		visit: `${shop.name}, ${nearMomentWordsAt(shop.timeZone, startsAt, context.now())}`,
		kinds: appointmentProblemKinds.filter((kind) => kind !== 'false_no_show' || status === 'NO_SHOW'),
		constraints,
	}
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: problemFormSchema })
	const token = new URL(request.url).searchParams.get('visit') ?? ''
	const appointmentId = await readBookingLink(context.settings.cookieKeys, token)
	if (appointmentId === null) throw new Response(null, { status: 404 })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { problem: kind, words } = submission.value
	const reported = await reportProblem(context, { appointmentId, kind, words, now: context.now() })
	if (!reported.ok)
		return refusedBy(appointmentPageRefusals[reported.refusal], { result: submission.reply() })
	return done(context, confirmationPath(token), {
		flash: { title: 'Sent to the shop', description: 'You’ll see their answer on your booking’s page.' },
	})
}

export default function Problem() {
	const { page, visit: appointment, kinds, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	const problem = form.field('problem')
	return (
		<Page>
			<PageHeader
				title="Report a problem"
				subtitle={appointment}
				back={{ to: page, label: 'Your booking' }}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['problem', 'words']} />
			<Form method="post" noValidate className="fill">
				<ChoiceField field={problem} legend="What’s wrong?">
					{kinds.map((kind) => (
						<OptionRow
							key={kind}
							name="problem"
							value={kind}
							title={appointmentProblemWords[kind]}
							defaultChecked={form.isChosen('problem', kind)}
							required={problem.constraint?.required}
							isMissing={!!problem.error}
						/>
					))}
				</ChoiceField>
				<TextArea
					field={form.field('words')}
					label="What happened?"
					hint="The shop reads this and answers you."
					rows={4}
				/>
				<div className="h-6" />
				<ActionBar>
					<SubmitButton busyLabel="Sending…">Send to the Shop</SubmitButton>
				</ActionBar>
			</Form>
		</Page>
	)
}
