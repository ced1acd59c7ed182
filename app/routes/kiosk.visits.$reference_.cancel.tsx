import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { customerName, isClosed } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { appointmentWording } from '#app/domain/booking/reader-words.ts'
import { cancelAppointmentFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { actAtKiosk, refusedAct } from '#app/http/kiosk-act.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId, readId } from '#app/kernel/id.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this visit' }

export const meta = unlisted('Cancel this visit?')

const constraints = fieldConstraints(cancelAppointmentFormSchema, ['reason'])

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const [key, appointment] = await Promise.all([
		kiosk.opened(),
		context.booking.appointmentViews.appointmentOfShop(
			kiosk.caller,
			readId(params.reference) ?? '',
			kiosk.now,
		),
	])
	if (!appointment || isClosed(appointment))
		return data(
			{ appointment: null, act: '', constraints },
			{ status: appointment ? 409 : 404, headers: kiosk.headers },
		)
	const { referenceNumber, paidKobo, paidAtShopKobo, cashbackKobo } = appointment
	const view = {
		referenceNumber,
		who: `${customerName(appointment.customer)}, ${momentLabelAt(key.shop.timeZone, appointment.startsAt)}`,
		goesBack: [
			...(paidKobo > 0 ? [`${formatNaira(paidKobo)} paid online is refunded.`] : []),
			...(paidAtShopKobo > 0 ? [`${formatNaira(paidAtShopKobo)} came by transfer: refund it yourself.`] : []),
			...(cashbackKobo > 0 ? [`${formatNaira(cashbackKobo)} of cashback is returned.`] : []),
		],
	}
	return kiosk.pageData({ appointment: view, act: newId(), constraints })
}

/** The shop cancels: everything is refunded, and the customer reads the reason (D52). */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const submission = parseWithZod(await readForm(request), { schema: cancelAppointmentFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { now } = kiosk
	const [key, appointment] = await Promise.all([
		kiosk.opened(),
		context.booking.appointmentViews.appointmentOfShop(kiosk.caller, readId(params.reference) ?? '', now),
	])
	if (!appointment) return refusedBy(appointmentWording('visit_not_found'))
	const { act: pageAct, reason } = submission.value
	const { referenceNumber, appointmentId, services } = appointment
	const tap = { key, pageAct, action: ['cancel', referenceNumber], now } as const
	const summary = `${referenceNumber}, ${services.map(({ name }) => name).join(', ')}`
	const cancelled = await actAtKiosk(context, tap, ({ actOf }) =>
		cancelAppointment(context, {
			by: {
				kind: 'shop',
				shopId: key.shop.id,
				referenceNumber,
				ownUserId: key.ownUserId,
				reason,
				alongside: actOf({ kind: 'visit_cancelled', subjectId: appointmentId, summary }),
			},
			now,
		}),
	)
	if (cancelled !== 'act_done_already' && !cancelled.ok)
		return refusedAct(cancelled.refusal, appointmentWording, { result: submission.reply() })
	const name = customerName(appointment.customer)
	const outcome =
		appointment.customer.email === null
			? `${name} gave no email: tell them yourself.`
			: `${name} will be told why.`
	return done(context, '/kiosk', {
		flash: { title: 'Cancelled', description: outcome, tone: 'error' },
	})
}

/** Says first what is refunded. */
export default function CancelAppointmentPage() {
	const { appointment, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	if (!appointment)
		return (
			<KioskPage
				title="Cancel this visit?"
				section="Today"
				back={{ to: '/kiosk', label: 'Back to the list' }}
			>
				<RefusalNotice refusal={answer?.refusal} />
				<EmptyState
					title="There is nothing to cancel here"
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
	const page = `/kiosk/visits/${appointment.referenceNumber}`
	return (
		<KioskPage
			title="Cancel this visit?"
			subtitle={appointment.who}
			section="Today"
			back={{ to: page, label: 'Back to the visit' }}
		>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} />
			<div className="two">
				<Notice title="What the customer gets back:">
					{appointment.goesBack.length === 0
						? 'No money: nothing was paid yet.'
						: appointment.goesBack.join(' ')}{' '}
					A reward or promo code used for it can be used again.
				</Notice>
				<KioskForm act={act} className="form">
					<TextField
						field={form.field('reason')}
						kind="remark"
						label="Why? The customer will read this"
						enterKeyHint="done"
					/>
					<SubmitButton variant="danger" busyLabel="Cancelling…">
						Cancel the visit
					</SubmitButton>
					<ButtonLink to={page} variant="quiet">
						Keep it
					</ButtonLink>
				</KioskForm>
			</div>
		</KioskPage>
	)
}
