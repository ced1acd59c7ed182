import { Form, Link, useRouteLoaderData } from '@remix-run/react'
import { bookingPath, checkoutPath } from '#app/kernel/booking-paths.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { ActionBar, Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MoneyTimeline } from '#app/ui/money-lines.tsx'
import { EmptyState, Notice } from '#app/ui/notice.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'
import type { PaymentView } from './payment-view.server.ts'

interface RefundPageProps {
	view: PaymentView
	refund: NonNullable<PaymentView['refund']>
	isSignedIn: boolean
}

export function RefundPage({ view, refund, isSignedIn }: RefundPageProps) {
	const contact = useRouteLoaderData<typeof rootLoader>('root')?.supportContact ?? null
	const { isStuck, isSent, isMismatch } = refund
	const needsAttention = isStuck || (isMismatch && !isSent)
	return (
		<>
			<span className={needsAttention ? 'medal clay' : 'medal leaf'}>
				<Icon name={needsAttention ? 'alert' : isSent ? 'check' : 'cash'} size={28} />
			</span>
			<h1 className="mt-3">{refundTitle(view.amount, refund)}</h1>
			<p className="soft mt-1 text-sm">
				Payment reference
				<br />
				<b className="text-ink num">{view.paymentReference}</b>
			</p>
			<p className="mt-3" role="status">
				{refund.words}
				{isSent &&
					' It went to the card or account you paid from. Banks can take up to 10 working days to show it.'}
				{!isSent &&
					!isStuck &&
					' The full amount will be refunded to the card or account you paid from. You don’t need to do anything.'}
			</p>
			{isStuck && (
				<Notice tone="error" className="mt-3" title="The refund did not get through.">
					Your money is safe, and our team is looking into it.
					{contact && (
						<>
							{' '}
							Reach us: <SupportContact contact={contact} />.
						</>
					)}
				</Notice>
			)}
			<h2 className="mt-6 mb-2">Your money</h2>
			<Card>
				<MoneyTimeline steps={view.steps} />
			</Card>
			<p className="hint mt-3">
				{view.summary}, {view.lostLabel}
				{isMismatch && contact && (
					<>
						<br />
						Questions? Send this reference to <SupportContact contact={contact} />.
					</>
				)}
			</p>
			<WaysOn view={view} isSignedIn={isSignedIn} />
		</>
	)
}

function refundTitle(amount: string, { isStuck, isSent, isMismatch }: RefundPageProps['refund']): string {
	if (isSent) return `Your ${amount} was sent back`
	if (isStuck) return 'Your refund needs attention'
	return isMismatch ? 'Payment received, needs attention' : `We’re refunding your ${amount}`
}

export type NothingPaid = 'expired' | 'incomplete' | 'unpaid'

/** Titles and texts are fixed (C60). */
const words: Record<NothingPaid, { title: string; text: string; way: { to: string; label: string } | null }> =
	{
		expired: {
			title: 'Booking session expired. Please start a new booking.',
			text: 'Nothing was charged in this browser. If you have paid, use the link in our email.',
			way: null,
		},
		incomplete: {
			title: 'Booking information is incomplete.',
			text: 'Nothing has been charged. Your choices are saved.',
			way: { to: bookingPath, label: 'Continue your booking' },
		},
		unpaid: {
			title: 'No payment yet',
			text: 'Nothing has been charged. Your choices are saved at checkout.',
			way: { to: checkoutPath, label: 'Back to Checkout' },
		},
	}

export function NothingPaidPage({ problem, isSignedIn }: { problem: NothingPaid; isSignedIn: boolean }) {
	const { title, text, way } = words[problem]
	return (
		<EmptyState
			icon="bag"
			title={title}
			isPage
			action={
				<>
					{way && <ButtonLink to={way.to}>{way.label}</ButtonLink>}
					<ButtonLink to="/discover" variant={way ? 'quiet' : 'main'}>
						Start New Booking
					</ButtonLink>
					{isSignedIn && (
						<ButtonLink to="/appointments" variant="quiet">
							Check My Appointments
						</ButtonLink>
					)}
				</>
			}
		>
			{text}
		</EmptyState>
	)
}

/** No money has arrived: 'Complete Booking' asks the provider again, on a whole page that then polls. */
export function UnfinishedPage({ view, isSignedIn }: { view: PaymentView; isSignedIn: boolean }) {
	return (
		<>
			<span className="medal">
				<Icon name="clock" size={28} />
			</span>
			<h1 className="mt-3">Your booking is not complete yet</h1>
			<p className="soft mt-1">
				{view.summary}, {view.lostLabel}. We haven’t received your {view.amount} yet. If you’ve paid, tap
				Complete Booking and we’ll check again.
			</p>
			<Form method="post" action={view.here} reloadDocument className="fill">
				<p className="mt-4">
					{view.checkoutPage && (
						<Link to={view.checkoutPage} className="tap">
							Back to Checkout
						</Link>
					)}{' '}
					{isSignedIn && (
						<Link to="/appointments" className="tap">
							Check My Appointments
						</Link>
					)}
				</p>
				<ActionBar
					note={
						<Link to={view.servicesPage} className="tap">
							Start New Booking
						</Link>
					}
				>
					<Button type="submit" name="intent" value="retry">
						Complete Booking
					</Button>
				</ActionBar>
			</Form>
		</>
	)
}

/** Links from a payment without a booking. */
function WaysOn({ view, isSignedIn }: { view: PaymentView; isSignedIn: boolean }) {
	return (
		<ActionBar>
			<ButtonLink to={view.servicesPage}>Start New Booking</ButtonLink>
			{isSignedIn && (
				<ButtonLink to="/appointments" variant="quiet">
					Check My Appointments
				</ButtonLink>
			)}
		</ActionBar>
	)
}
