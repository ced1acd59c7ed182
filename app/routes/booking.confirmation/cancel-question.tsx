import { Form, Link } from '@remix-run/react'
import { formatNaira } from '#app/kernel/money.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import type { ConfirmationView } from './confirmation-view.server.ts'

/** Asks before it is done, and says first what it does to the money (spec 3, "Cancel and reschedule by the customer"). */
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
			<Notice className="mt-3" tone={view.money === 'kept' ? 'error' : 'hold'}>
				<MoneyWords view={view} /> Your time becomes free for others at once; this cannot be undone.
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
	const { money, refundableUntilLabel, paidKobo, shop, isFreeToCancel, isPaidOnline } = view
	if (money === 'comes_back')
		return (
			<>
				Free until {refundableUntilLabel}:{' '}
				{isPaidOnline
					? `all of your ${formatNaira(paidKobo)} goes back to where it came from.`
					: `${shop.name} gives your ${formatNaira(paidKobo)} back.`}
			</>
		)
	if (money === 'kept')
		return (
			<>
				Your {formatNaira(paidKobo)} was refundable until {refundableUntilLabel}. That time is past:{' '}
				{shop.name} keeps it.
			</>
		)
	if (isPaidOnline) return <>What you had paid online is on its way back, or is back already.</>
	if (view.paymentChoice !== 'transfer') return <>You have paid nothing yet, so cancelling costs nothing.</>
	return (
		<>
			No payment has arrived yet.{' '}
			{isFreeToCancel
				? `Money that you have sent already comes back if you cancel by ${refundableUntilLabel}.`
				: `Money that you have sent already was refundable until ${refundableUntilLabel}, and is kept now.`}
		</>
	)
}
