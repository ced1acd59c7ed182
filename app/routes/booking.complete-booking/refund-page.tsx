import { useRouteLoaderData } from '@remix-run/react'
import type { loader as rootLoader } from '#app/root.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MoneyTimeline } from '#app/ui/money-timeline.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'
import type { PaymentView } from './payment-view.server.ts'
import { WaysOn } from './ways-on.tsx'

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
			<h1 className="mt-3">{titleOf(view.amount, refund)}</h1>
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

function titleOf(amount: string, { isStuck, isSent, isMismatch }: RefundPageProps['refund']): string {
	if (isSent) return `Your ${amount} was sent back`
	if (isStuck) return 'Your refund needs attention'
	return isMismatch ? 'Payment received, needs attention' : `We’re refunding your ${amount}`
}
