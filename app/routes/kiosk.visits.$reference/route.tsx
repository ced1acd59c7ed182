import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { customerName } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { appointmentWording } from '#app/domain/booking/reader-words.ts'
import { appointmentFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { actAtKiosk, refusedAct } from '#app/http/kiosk-act.server.ts'
import { kioskPath, notForThisDevice, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { handedOnOrigin } from '#app/http/owner-access.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId, readId } from '#app/kernel/id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { CopyLink } from '#app/ui/kiosk/copy-link.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { AppointmentActions } from './appointment-actions.tsx'
import { AppointmentFacts, AppointmentProblem } from './appointment-facts.tsx'
import { appointmentView, handedLink, personView } from './appointment-view.server.ts'
import { appointmentIntents, doWithAppointment } from './do-with-appointment.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this visit' }

export const meta = unlisted('Visit')

/** For the page's one text field. */
const answerConstraints = fieldConstraints(appointmentFormSchema, ['answer'])

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, headers, pageData } = kiosk
	const [key, appointment, day, offers] = await Promise.all([
		kiosk.opened(),
		context.booking.appointmentViews.appointmentOfShop(caller, readId(params.reference) ?? '', now),
		context.booking.appointmentViews.dayOfShop(caller, { date: null, now, after: null, limit: 400 }),
		context.discovery.shopOffers.servicesOf(caller),
	])
	const isOfPerson = key.person !== null
	if (!appointment)
		return data(
			{ appointment: null, link: null, isOfPerson, act: '', answerConstraints },
			{ status: 404, headers },
		)
	const whole = appointmentView({ appointment, day, offers, key }, now)
	const view = isOfPerson ? personView(whole, appointment, now) : whole
	const { cookieKeys } = context.settings
	const input = { cookieKeys, origin: handedOnOrigin(context), shopName: key.shop.name, now }
	const link = isOfPerson ? null : await handedLink(appointment, input)
	return pageData({ appointment: view, link, isOfPerson, act: newId(), answerConstraints })
}

/** Posted by the appointment's page or the list; the undo message posts `undo` alone. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const form = await readForm(request)
	const undo = form.get('undo')
	if (undo !== null) {
		form.set('intent', 'undo')
		form.set('act', undo)
	}
	const submission = parseWithZod(form, { schema: appointmentFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { caller, now } = kiosk
	const { intent, act: pageAct, staff = '', answer = '', back = null } = submission.value
	const [key, appointment] = await Promise.all([
		kiosk.opened(intent),
		context.booking.appointmentViews.appointmentOfShop(caller, readId(params.reference) ?? '', now),
	])
	if (!appointment) return refusedBy(appointmentWording('visit_not_found'))
	const page = `/kiosk/visits/${appointment.referenceNumber}`
	// Only the desk may undo a no-show.
	if (key.person && intent === 'undo' && appointment.missedAt !== null)
		throw await notForThisDevice(context, { path: page })
	const action = [intent, appointment.referenceNumber, staff || answer] as const
	const did = await actAtKiosk(context, { key, pageAct, action, now }, ({ actOf }) =>
		doWithAppointment(context, { key, appointment, intent, actOf, staffMemberId: staff, answer, now }),
	)
	if (did !== 'act_done_already' && !did.ok)
		return refusedAct(did.refusal, appointmentWording, { result: submission.reply() })
	const { done: title, canUndo } = appointmentIntents[intent]
	return done(context, back === null && intent !== 'undo' ? page : kioskPath(back), {
		flash: {
			title,
			description: `${customerName(appointment.customer)}, ${clockLabelAt(key.shop.timeZone, appointment.startsAt)}`,
			undo: canUndo && { page, name: 'undo', value: newId() },
		},
	})
}

/** The customer's link to an appointment that the shop booked: there may be no mail. */
function HandedLink({ href, whatsApp }: { href: string; whatsApp: string }) {
	return (
		<section>
			<h2>Send them the visit</h2>
			<a className="btn quiet" href={whatsApp} target="_blank" rel="noreferrer">
				Send by WhatsApp
			</a>
			<p className="address soft mt-3">{href}</p>
			<CopyLink link={href} />
			<p className="soft">The link shows the visit. The customer can cancel by it while nothing is paid.</p>
		</section>
	)
}

export default function KioskAppointmentPage() {
	const { appointment, link, isOfPerson, act, answerConstraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const back = { to: '/kiosk', label: 'Back to the list' }
	if (!appointment)
		return (
			<KioskPage title="Visit" section="Today" isOfPerson={isOfPerson} back={back}>
				<RefusalNotice refusal={answer?.refusal} />
				<EmptyState
					title="No visit with this reference"
					action={
						<ButtonLink to="/kiosk" size="small">
							Back to the list
						</ButtonLink>
					}
				/>
			</KioskPage>
		)
	return (
		<KioskPage
			title={appointment.name}
			subtitle={appointment.when}
			section="Today"
			isOfPerson={isOfPerson}
			back={back}
		>
			<RefusalNotice refusal={answer?.refusal} />
			<p className="bar">
				<Tag tone={appointment.state.tone === 'marigold' ? undefined : appointment.state.tone}>
					{appointment.state.word}
				</Tag>
				{appointment.tags.map((tag) => (
					<Tag key={tag}>{tag}</Tag>
				))}
				{appointment.due && appointment.isOpen && <Tag tone="plain">{appointment.due} to pay</Tag>}
				{appointment.card && (
					<ButtonLink to={appointment.card.to} variant="quiet" size="small">
						{appointment.card.hasNote ? 'Customer’s card, with a note' : 'Customer’s card'}
					</ButtonLink>
				)}
			</p>
			<div className="two">
				<div>
					<AppointmentActions appointment={appointment} act={act} />
					{link && <HandedLink {...link} />}
				</div>
				<AppointmentFacts appointment={appointment} />
			</div>
			{appointment.problem && (
				<AppointmentProblem
					problem={appointment.problem}
					act={act}
					form={formState(answer?.result, {}, answerConstraints)}
				/>
			)}
		</KioskPage>
	)
}
