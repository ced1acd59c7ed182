import { Form, Link } from '@remix-run/react'
import { savingsIfCancelled } from '#app/domain/booking/checkout/saving-words.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page.tsx'
import type { ConfirmationView } from './confirmation-view.server.ts'

/** Says first what cancelling does to the money (C66). */
export function CancelQuestion({ view }: { view: ConfirmationView }) {
	return (
		<>
			<PageHeader
				title="Cancel Booking?"
				subtitle="Are you sure you want to cancel this booking?"
				back={{ to: view.page, label: 'Your booking' }}
			/>
			<Card>
				<b>{view.whenLabel}</b>
				{view.services.map((service) => (
					<p key={service.name} className="soft text-sm">
						{service.name} with {service.staffName}
					</p>
				))}
				<p className="soft text-sm">
					{view.shop.name} · {view.referenceNumber}
				</p>
			</Card>
			<Notice
				className="mt-3"
				tone={view.money === 'kept' || view.savings === 'forfeited' ? 'error' : 'hold'}
			>
				<MoneyWords view={view} /> {savingsIfCancelled(view.savings, view)} Your time will be released right
				away. This cannot be undone.
			</Notice>
			{view.movePage && (
				<p className="mt-4">
					<Link to={view.movePage} className="tap">
						Move it to another time instead
					</Link>
				</p>
			)}
			<Form method="post" action={view.page} className="fill">
				<ActionBar
					note={
						<Link to={view.page} className="tap">
							Keep Booking
						</Link>
					}
				>
					<SubmitButton variant="danger" name="intent" value="cancel" busyLabel="Cancelling...">
						Cancel Booking
					</SubmitButton>
				</ActionBar>
			</Form>
		</>
	)
}

function MoneyWords({ view }: { view: ConfirmationView }) {
	const { money, refundableUntilLabel, paidKobo, shop, isFreeToCancel, timeline } = view
	if (money === 'refunded')
		return (
			<>
				Free until {refundableUntilLabel}:{' '}
				{timeline
					? `your full ${formatNaira(paidKobo)} goes back to the card or account you paid from.`
					: `${shop.name} will refund your ${formatNaira(paidKobo)}.`}
			</>
		)
	if (money === 'disputed')
		return (
			<>
				Your bank is reviewing your payment of {formatNaira(paidKobo)}, so cancelling sends no refund now. If
				the bank doesn’t refund you, we will.
			</>
		)
	if (money === 'part_back')
		return (
			<>
				A part of your payment has already gone back to you, so cancelling sends no refund now. We’re checking
				it, and then you’ll get the rest.
			</>
		)
	if (money === 'kept')
		return (
			<>
				Your {formatNaira(paidKobo)} was refundable until {refundableUntilLabel}. That deadline has passed, so{' '}
				{shop.name} keeps it.
			</>
		)
	if (timeline) return <>Your online payment is being refunded, or has been already.</>
	if (view.savings !== 'none' && (view.paymentChoice !== 'transfer' || view.toPayKobo === 0)) return null
	if (view.paymentChoice !== 'transfer') return <>You haven’t paid yet, so you can cancel at no cost.</>
	return (
		<>
			No payment has arrived yet.{' '}
			{isFreeToCancel
				? `If you have already sent money, you’ll get it back if you cancel by ${refundableUntilLabel}.`
				: `Money you have already sent was refundable until ${refundableUntilLabel}, so it won’t be refunded now.`}
		</>
	)
}
