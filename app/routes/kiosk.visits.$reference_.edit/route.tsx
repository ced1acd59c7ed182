import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { appointmentWording } from '#app/domain/booking/reader-words.ts'
import {
	changeServiceFormSchema,
	moveAtKioskFormSchema,
	noteFormSchema,
} from '#app/domain/shops/kiosk-forms.server.ts'
import { readShopMoveTimes } from '#app/flows/booking/read-shop-times.server.ts'
import { refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { newId, readId } from '#app/kernel/id.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { changeServiceAtKiosk, type EditOffer, moveFromKiosk, writeNote } from './do-edit.server.ts'
import { DayForm, MoveForm, NoteForm, ServiceForm } from './edit-forms.tsx'
import { editView, readMoveInput } from './edit-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this visit' }

export const meta = unlisted('Change this visit')

const constraints = {
	...fieldConstraints(moveAtKioskFormSchema, ['date', 'time', 'staff']),
	...fieldConstraints(changeServiceFormSchema, ['position', 'service']),
	...fieldConstraints(noteFormSchema, ['note']),
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, headers } = kiosk
	const requested = readMoveInput(new URL(request.url).searchParams)
	const [key, appointment, day, offers, times] = await Promise.all([
		kiosk.opened(),
		context.booking.appointmentViews.appointmentOfShop(caller, readId(params.reference) ?? '', now),
		context.booking.appointmentViews.dayOfShop(caller, { date: null, now, after: null, limit: 1 }),
		context.discovery.shopOffers.servicesOf(caller),
		// The address names the id beside the reference, so the times need no second round trip.
		requested && readShopMoveTimes(context, { ...requested, now }),
	])
	const view =
		appointment && editView({ appointment, day, offers, request: requested, times, zone: key.shop.timeZone })
	const status = view ? 200 : appointment ? 409 : 404
	return data({ view, act: newId(), constraints }, { status, headers })
}

const edits = { move: moveFromKiosk, service: changeServiceAtKiosk, note: writeNote }

export async function action({ request, params, context }: ActionFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const form = await readForm(request)
	const { caller, now } = kiosk
	const [key, appointment] = await Promise.all([
		kiosk.opened(),
		context.booking.appointmentViews.appointmentOfShop(caller, readId(params.reference) ?? '', now),
	])
	if (!appointment) return refusedBy<EditOffer>(appointmentWording('visit_not_found'))
	const intent = form.get('intent')
	const edit = intent === 'service' || intent === 'note' ? edits[intent] : edits.move
	return edit(context, form, { key, appointment, now })
}

export default function EditAppointment() {
	const { view, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (!view)
		return (
			<KioskPage title="Change this visit" section="Today" back={{ to: '/kiosk', label: 'Back to the list' }}>
				<RefusalNotice refusal={answer?.refusal} />
				<EmptyState
					title="There is nothing to change here"
					action={
						<ButtonLink to="/kiosk" size="small">
							Back to the list
						</ButtonLink>
					}
				>
					There is no visit with this reference, or it is over already.
				</EmptyState>
			</KioskPage>
		)
	const page = `/kiosk/visits/${view.referenceNumber}`
	const start = { date: view.date, time: view.time, staff: view.staff, slot: view.slot, note: view.note }
	const form = formState(answer?.result, start, constraints)
	const intent = form.field('intent').defaultValue
	const stored = formState(null, start, constraints)
	const { question, times = [] } = answer?.offer ?? {}
	return (
		<KioskPage
			title="Change this visit"
			subtitle={view.who}
			section="Today"
			back={{ to: page, label: 'Back to the visit' }}
		>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={Object.keys(constraints)} />
			{view.isOwn ? (
				<Notice tone="info" title="Your own visit">
					The account that booked this visit is signed in on this device. Ask a colleague to change it.
				</Notice>
			) : question ? (
				<KioskForm act={act} hidden={{ ...question.fields, intent: 'service' }} className="form">
					<h2>{question.title}</h2>
					{question.lines.map((line) => (
						<p key={line} className="num">
							{line}
						</p>
					))}
					<SubmitButton busyLabel="Changing…">Change it</SubmitButton>
					<ButtonLink to={`${page}/edit`} variant="quiet">
						Keep it as it is
					</ButtonLink>
				</KioskForm>
			) : (
				<div className="two">
					<div>
						<DayForm view={view} typed={intent === 'move' ? form : stored} />
						<MoveForm view={view} act={act} form={intent === 'move' ? form : stored} times={times} />
					</div>
					<div>
						<ServiceForm view={view} act={act} form={intent === 'service' ? form : stored} />
						<NoteForm view={view} act={act} form={intent === 'note' ? form : stored} />
					</div>
				</div>
			)}
		</KioskPage>
	)
}
