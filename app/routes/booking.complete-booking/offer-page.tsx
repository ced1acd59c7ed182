import { Form, Link } from '@remix-run/react'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { SlotsStyle } from '#app/ui/inline.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page.tsx'
import { freeSlots, SlotGrid } from '#app/ui/slot-grid.tsx'
import type { PaymentView } from './payment-view.server.ts'

interface OfferPageProps {
	view: PaymentView
	offer: NonNullable<PaymentView['offer']>
	/** The posted time that was refused; still chosen if it is free again. */
	requestedStartAt: number | null
}

/** The paid time is taken: says what is kept, and preselects the next best time. */
export function OfferPage({ view, offer, requestedStartAt }: OfferPageProps) {
	const { times, untilLabel, isBookedOtherwise } = offer
	const [best] = times
	const chosen = times.find(({ startsAt }) => startsAt === requestedStartAt) ?? best
	const canTake = chosen !== undefined && !isBookedOtherwise
	return (
		<>
			<PageHeader
				title={isBookedOtherwise ? 'Paid twice' : 'Choose another time'}
				subtitle={
					isBookedOtherwise
						? `You already have this booking, and a second payment of ${view.amount} has arrived. Your money is safe.`
						: `Your payment of ${view.amount} has arrived, but ${view.lostLabel} is no longer available. Your money is safe.`
				}
			/>
			{!isBookedOtherwise && (
				<Notice>
					Choose another time by {untilLabel}. If you don’t choose one, we’ll refund your {view.amount}{' '}
					automatically.
				</Notice>
			)}
			<Form method="post" action={view.here} className="fill">
				{canTake ? (
					<>
						<SlotsStyle />
						<SlotGrid
							legend="Nearest free times"
							name="startsAt"
							slots={freeSlots(times)}
							chosenValue={String(chosen.startsAt)}
						/>
					</>
				) : (
					!isBookedOtherwise && (
						<p className="mt-5">
							There are no other free times in the next few days.{' '}
							<Link to={view.here} className="tap">
								Check again
							</Link>
						</p>
					)
				)}
				<RefundInstead amount={view.amount} isOpen={!canTake} />
				<p className="mt-4">
					<Link to={view.servicesPage} className="tap">
						Start New Booking
					</Link>
				</p>
				{canTake && (
					<ActionBar summary={view.summary}>
						<SubmitButton name="intent" value="accept" busyLabel="Booking…">
							Complete Booking
						</SubmitButton>
					</ActionBar>
				)}
			</Form>
		</>
	)
}

/** A fold with the refund's consequence and its button. */
function RefundInstead({ amount, isOpen }: { amount: string; isOpen: boolean }) {
	return (
		<details className="disclosure mt-5" open={isOpen}>
			<summary>
				<b>Refund {amount} instead</b>
				<Icon name="chevron" size={18} />
			</summary>
			<p className="soft mb-2 text-sm">
				We’ll refund the full amount to the card or account you paid from, and nothing is booked. This cannot
				be undone.
			</p>
			<SubmitButton
				variant="danger"
				size="small"
				name="intent"
				value="decline"
				formNoValidate
				busyLabel="Refunding…"
			>
				Refund {amount}
			</SubmitButton>
		</details>
	)
}
