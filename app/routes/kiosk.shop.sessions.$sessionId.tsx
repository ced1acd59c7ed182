import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { sessionFormSchema } from '#app/domain/subscriptions/owner-forms.server.ts'
import { sessionSeats } from '#app/domain/subscriptions/plan-fields.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { callOffOwnSession, changeCapacity } from '#app/flows/subscriptions/change-plans.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this session' }

export const meta = ownerTitled('Session')

const LIST = '/kiosk/shop/sessions'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { sessionId = '' } = params
	const [{ shop }, session] = await Promise.all([
		owner.opened(),
		context.subscriptions.ownSessions.one(owner.caller, sessionId),
	])
	if (!session) throw data(null, { status: 404 })
	const { planTitle, leader, startsAt, durationMinutes, placesTaken, waiting, calledOffAt } = session
	return owner.pageData({
		title: planTitle,
		when: momentLabelAt(shop.timeZone, startsAt, owner.now),
		facts: [durationLabel(durationMinutes), leader && `led by ${leader}`].filter(Boolean).join(', '),
		booked: peopleWords(placesTaken, 'booked'),
		waiting: waiting === 0 ? null : peopleWords(waiting, 'waiting'),
		state: calledOffAt === null ? (startsAt <= owner.now ? 'It has begun.' : null) : 'It was called off.',
		start: { capacity: String(session.capacity) },
		act: newId(),
	})
}

function peopleWords(count: number, what: string): string {
	return `${count === 0 ? 'No one' : count === 1 ? '1 person' : `${count} people`} ${what}`
}

/** Sets the seats, or cancels the session. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: sessionFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, now, value } = read.post
	const { sessionId: id = '' } = params
	const input = { shopId: key.shop.id, id, now }
	if (value.intent === 'capacity')
		return answerOwnerChange(context, read.post, {
			action: ['capacity', id, value.capacity],
			run: ({ actOf }) =>
				changeCapacity(context, {
					...input,
					capacity: value.capacity,
					alongside: actOf({
						kind: 'session_changed',
						subjectId: id,
						summary: `Capacity ${value.capacity}`,
					}),
				}),
			path: LIST,
			notice: 'Saved',
		})
	return answerOwnerChange(context, read.post, {
		action: ['call off', id],
		run: ({ actOf }) =>
			callOffOwnSession(context, {
				...input,
				alongside: actOf({ kind: 'session_called_off', subjectId: id, summary: 'Session called off' }),
			}),
		path: LIST,
		notice: 'Session called off',
	})
}

export default function OwnerSession() {
	const { title, when, facts, booked, waiting, state, start, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, { capacity: { required: true } })
	return (
		<KioskPage title={title} subtitle={when} section="More" back={{ to: LIST, label: 'Sessions' }} isForm>
			<OwnerAnswer answer={answer} form={form} order={['capacity']} />
			<p>{facts}</p>
			<p className="mb-4">
				{booked}
				{waiting && `, ${waiting}`}
			</p>
			{state ? (
				<p>{state}</p>
			) : (
				<>
					<KioskForm act={act} hidden={{ intent: 'capacity' }} className="form" key={act}>
						<DescribedInputs fields={sessionSeats} form={form} isEnd />
						<OwnerSave answer={answer} label="Save" />
					</KioskForm>
					<details className="mt-6">
						<summary className="tap">Call it off</summary>
						<KioskForm act={act}>
							<p className="mb-3">
								{booked}. Customers who booked get their entry back and a message. To move a session, call it
								off and add another one.
							</p>
							<SubmitButton variant="danger" name="intent" value="call-off" busyLabel="Calling off…">
								Call off this session
							</SubmitButton>
						</KioskForm>
					</details>
				</>
			)}
		</KioskPage>
	)
}
