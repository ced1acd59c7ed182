import { Form, Link } from '@remix-run/react'
import { savingsAfterCancelling } from '#app/domain/booking/checkout/saving-words.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { AppointmentMoney } from './appointment-money.tsx'
import { PastProblem, PushCard, RunningLate } from './around-the-appointment.tsx'
import type { ConfirmationView } from './confirmation-view.server.ts'

/** What cancelling did to the money. */
function moneyAfterwards({ money, refund, paidKobo, cashbackKobo, timeline }: ConfirmationView): string {
	const paid = formatNaira(paidKobo)
	// The page has a notice about a stuck refund (M16).
	if (refund?.state === 'stuck') return ''
	if (refund)
		return refund.state === 'sent'
			? `We refunded your ${refund.amount}.`
			: `You’ll get your ${refund.amount} back.`
	if (money === 'refunded') return `You’ll get your ${paid} back.`
	if (money === 'disputed')
		return `Your bank is reviewing your payment of ${paid}, so we haven’t sent a refund. If the bank doesn’t refund you, we will.`
	if (money === 'part_back')
		return 'A part of your payment has already gone back to you. We’re checking it, and then you’ll get the rest.'
	if (money === 'kept')
		return `This was a late cancellation, so your ${formatNaira(paidKobo)} is not refunded.`
	// The timeline above shows a payment that was refunded before cancelling.
	return timeline || cashbackKobo > 0 ? '' : 'You had not paid anything.'
}

export function AppointmentPage({ view, pushKey }: { view: ConfirmationView; pushKey: string | null }) {
	return (
		<>
			<span className={view.isAhead ? 'medal leaf' : 'medal'}>
				<Icon name={view.isAhead ? 'check' : view.cancelledLabel ? 'close' : 'clock'} size={28} />
			</span>
			<h1 className="mt-3">{view.title}</h1>
			<p className="soft">
				Reference <b className="text-ink num">{view.referenceNumber}</b>
			</p>
			{view.isMailWithheld && (
				<Notice className="mt-4" title="Save this page’s link.">
					We couldn’t email this booking: today’s limit of emails is reached. Use this link to get back to it.
				</Notice>
			)}
			<AppointmentFacts view={view} />
			{view.late && <RunningLate toldMinutes={view.late.toldMinutes} page={view.page} />}

			<AppointmentMoney view={view} />
			{view.isAhead && (
				<>
					<Notice className="mt-3">
						{`Please arrive 10 minutes early. ${view.isMailed ? 'We’re sending the details to your email. ' : ''}Save this page’s link: it opens your booking in any browser. Don’t share it.`}
					</Notice>
					{pushKey !== null && <PushCard publicKey={pushKey} />}
					{view.handed ? <HandedPlans view={view} /> : <ChangeOfPlans view={view} />}
				</>
			)}
			{view.isPast && (
				<Notice tone="info" className="mt-3">
					The time of this visit has passed.
				</Notice>
			)}
			{view.cancelledLabel && (
				<Notice
					tone="info"
					className="mt-3"
					title={view.cancellationReason && `The shop cancelled this booking: ${view.cancellationReason}`}
				>
					Cancelled {view.cancelledLabel}. {moneyAfterwards(view)}{' '}
					{savingsAfterCancelling(view.savings, view)}
				</Notice>
			)}
			{view.review && (
				<ButtonLink to={view.review.page} variant="quiet" className="mt-4">
					{view.review.label}
				</ButtonLink>
			)}
			<PastProblem problem={view.problem} page={view.problemPage} />
			{view.mayClaim && (
				<Form method="post" action={view.page} className="mt-4">
					<SubmitButton variant="quiet" name="intent" value="claim" busyLabel="Adding…">
						Add to my account
					</SubmitButton>
				</Form>
			)}
			<Actions view={view} />
		</>
	)
}

function AppointmentFacts({ view }: { view: ConfirmationView }) {
	const { shop } = view
	return (
		<Card className="mt-4">
			<b>{view.whenLabel}</b> <span className="soft text-sm">{`(${view.place} time)`}</span>
			{view.services.map((service) => (
				<p key={service.name} className="soft text-sm">
					{`${service.name} with ${service.staffName}`}
				</p>
			))}
			<p className="soft text-sm">
				{view.durationLabel}
				{view.bookedFor && ` · for ${view.bookedFor}`}
			</p>
			{view.isByShop && <p className="soft text-sm">{`Booked for you by ${shop.name}`}</p>}
			{view.bookingNotes.map(({ label, text }) => (
				<p key={label} className="soft text-sm">
					{label}: {text}
				</p>
			))}
			<p className="mt-2 text-sm">
				<Link to={`/business/${shop.id}`} className="link">
					{shop.name}
				</Link>
				<br />
				<span className="soft">
					{shop.address}
					{shop.landmark && `. ${shop.landmark}`}
				</span>
			</p>
			<div className="row mt-3 flex-wrap">
				<ButtonLink to={shop.directions} variant="quiet" size="small" className="flex-1">
					Directions
				</ButtonLink>
				{shop.phone && (
					<ButtonLink to={shop.phone.href} variant="quiet" size="small" className="flex-1">
						Call Us
					</ButtonLink>
				)}
				{view.isAhead && (
					<>
						<ButtonLink to={view.calendarFile} reloadDocument variant="quiet" size="small" className="flex-1">
							Add to Calendar
						</ButtonLink>
						<ButtonLink to={view.shareLink} variant="quiet" size="small" className="flex-1">
							Share on WhatsApp
						</ButtonLink>
					</>
				)}
			</div>
			{view.isAhead && (
				<a href={view.googleCalendar} className="tap text-sm" target="_blank" rel="noreferrer">
					Add to Google Calendar
				</a>
			)}
		</Card>
	)
}

function Actions({ view }: { view: ConfirmationView }) {
	return (
		<ActionBar>
			{view.isAhead || view.handed ? (
				<ButtonLink to={view.donePath}>Done</ButtonLink>
			) : (
				<div className="row">
					<Form method="post" action={view.page} className="w-full">
						<SubmitButton name="intent" value="again" busyLabel="Opening…">
							Book again
						</SubmitButton>
					</Form>
					<ButtonLink to={view.donePath} variant="quiet">
						Done
					</ButtonLink>
				</div>
			)}
		</ActionBar>
	)
}

/** No refund is mentioned for an appointment paid at the shop (L9). */
function cancellationWords({
	isFreeToCancel,
	refundableUntilLabel,
	money,
	savings,
	paymentChoice,
}: ConfirmationView) {
	if (isFreeToCancel) return `Free to cancel until ${refundableUntilLabel}.`
	if (money === 'nothing_paid' && paymentChoice !== 'transfer' && savings === 'none')
		return 'You haven’t paid yet, so you can cancel at no cost.'
	if (savings === 'none') return `Payments were refundable until ${refundableUntilLabel}.`
	return `It was free to cancel until ${refundableUntilLabel}.`
}

/** For a handed link: the customer asks the shop for what the link does not allow. */
function HandedPlans({ view }: { view: ConfirmationView }) {
	return (
		<>
			<h2 className="mt-6 mb-2">Change of plans?</h2>
			{view.handed?.mayCancel && (
				<ButtonLink to={`${view.page}&ask=cancel`} variant="danger" size="small">
					Cancel<span className="sr"> booking</span>
				</ButtonLink>
			)}
			<p className="hint mt-2">To move or change it, contact {view.shop.name}.</p>
		</>
	)
}

function ChangeOfPlans({ view }: { view: ConfirmationView }) {
	return (
		<>
			<h2 className="mt-6 mb-2">Change of plans?</h2>
			<div className="row flex-wrap">
				{view.movePage && (
					<ButtonLink to={view.movePage} variant="quiet" size="small" className="flex-1">
						Reschedule
					</ButtonLink>
				)}
				{view.changePage && (
					<ButtonLink to={view.changePage} variant="quiet" size="small" className="flex-1">
						Change
					</ButtonLink>
				)}
				<ButtonLink to={`${view.page}&ask=cancel`} variant="danger" size="small" className="flex-1">
					Cancel<span className="sr"> booking</span>
				</ButtonLink>
			</div>
			<p className="hint mt-2">
				{view.movePage
					? `You can move it until ${view.movableUntilLabel}.`
					: `The deadline to move it was ${view.movableUntilLabel}.`}{' '}
				{cancellationWords(view)}
			</p>
		</>
	)
}
