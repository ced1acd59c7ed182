import { Form, Link } from '@remix-run/react'
import { paymentReturnPath } from '#app/kernel/booking-paths.ts'
import { ActionBar, Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { UnpaidView } from './unpaid-view.server.ts'

/** Its links load whole pages: after a navigation by script, this page's refresh would still load it again. */
export function UnpaidPage({ view }: { view: UnpaidView }) {
	return view.state === 'confirming' ? <Confirming view={view} /> : <Over view={view} />
}

function Confirming({ view }: { view: UnpaidView }) {
	return (
		<>
			<span className="medal">
				<Icon name="clock" size={28} />
			</span>
			<h1 className="mt-3">Confirming your payment…</h1>
			<p className="soft mt-1" role="status">
				{view.isAnswered
					? `Paystack has not received your ${view.amount} yet.`
					: `We’re checking your ${view.amount} with Paystack. It has not answered yet.`}{' '}
				This page refreshes by itself.
			</p>
			<Kept view={view} />
			{view.takesLong && (
				<Notice tone="info" className="mt-3" title="This is taking longer than usual.">
					You can close this page: we’ll keep checking and email you. Please don’t pay again.
				</Notice>
			)}
			<Form method="get" action={paymentReturnPath} reloadDocument className="fill">
				<input type="hidden" name="payment" value={view.token} />
				<ActionBar
					note={
						<Link to={view.again.page} reloadDocument className="tap">
							{view.again.label}
						</Link>
					}
				>
					<Button type="submit">Check payment</Button>
					{view.payPage && (
						<ButtonLink to={view.payPage} variant="quiet">
							Not paid yet? Pay {view.amount}
						</ButtonLink>
					)}
				</ActionBar>
			</Form>
		</>
	)
}

function Over({ view }: { view: UnpaidView }) {
	const isFailed = view.state === 'failed'
	return (
		<>
			<span className={isFailed ? 'medal clay' : 'medal'}>
				<Icon name={isFailed ? 'alert' : 'close'} size={28} />
			</span>
			<h1 className="mt-3">{isFailed ? 'Payment Failed' : 'Payment Cancelled'}</h1>
			<p className="soft mt-1" role="status">
				{isFailed && 'The payment did not go through. '}
				{view.isAnswered
					? 'Nothing was charged.'
					: 'Paystack has not answered yet. If you did pay, we’ll find your payment and email you.'}
			</p>
			<Kept view={view} />
			<ActionBar
				note={
					<Link to={view.here} reloadDocument className="tap">
						I’ve paid. Check again
					</Link>
				}
			>
				{view.payPage && <ButtonLink to={view.payPage}>Pay {view.amount}</ButtonLink>}
				<ButtonLink to={view.again.page} variant={view.payPage ? 'quiet' : 'main'}>
					{view.again.label}
				</ButtonLink>
			</ActionBar>
		</>
	)
}

function Kept({ view }: { view: UnpaidView }) {
	if (view.isPlan)
		return (
			<Notice className="mt-4" title={view.what}>
				If your payment arrives, the plan starts then, or we’ll refund you.
			</Notice>
		)
	return view.keptUntil === null ? (
		<Notice className="mt-4" title={`Your hold on ${view.whenLabel} has ended.`}>
			If your payment still arrives, we’ll book this time if it’s free, offer you other times, or refund you.
		</Notice>
	) : (
		<Notice className="mt-4" title={`We’re holding ${view.whenLabel} for you until ${view.keptUntil}.`}>
			{view.what}
		</Notice>
	)
}
