import { Link, useRouteLoaderData } from '@remix-run/react'
import { formatNaira } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MoneyTimeline } from '#app/ui/money-timeline.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PriceLines } from '#app/ui/price-lines.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'
import type { ConfirmationView } from './confirmation-view.server.ts'

const paymentWords: Record<PaymentChoice, string> = {
	cash: 'To pay in cash at the salon',
	transfer: 'To pay by bank transfer',
	pos: 'To pay by card at the salon',
	online: 'Paid online',
}

/** What cancelling has done to the money. */
function moneyAfterwards({ money, paidKobo, isPaidOnline }: ConfirmationView): string {
	if (money === 'comes_back') return `Your ${formatNaira(paidKobo)} comes back.`
	if (money === 'kept')
		return `This was a late cancellation, so your ${formatNaira(paidKobo)} is not refunded.`
	// Paid, and given back before it was cancelled: the steps above say so.
	return isPaidOnline ? '' : 'Nothing had been paid.'
}

export function BookedVisitPage({ view }: { view: ConfirmationView }) {
	const { shop } = view
	return (
		<>
			<span className={view.isAhead ? 'medal leaf' : 'medal'}>
				<Icon name={view.isAhead ? 'check' : view.cancelledLabel ? 'close' : 'clock'} size={28} />
			</span>
			<h1 className="mt-3">{view.title}</h1>
			<p className="soft">
				Reference <b className="text-ink num">{view.referenceNumber}</b>
			</p>
			<Card className="mt-4">
				<b>{view.whenLabel}</b>
				{view.services.map((service) => (
					<p key={service.name} className="soft text-sm">
						{service.name} with {service.staffName}
					</p>
				))}
				<p className="soft text-sm">{view.durationLabel}</p>
				<p className="mt-2 text-sm">
					<Link to={`/business/${shop.id}`} className="link">
						{shop.name}
					</Link>
					<br />
					<span className="soft">{shop.address}</span>
				</p>
				<div className="row mt-3">
					<ButtonLink to={shop.directions} variant="quiet" size="small" className="flex-1">
						Directions
					</ButtonLink>
					{shop.phone && (
						<ButtonLink to={shop.phone.href} variant="quiet" size="small" className="flex-1">
							Call Us
						</ButtonLink>
					)}
				</div>
			</Card>

			<h2 className="mt-6 mb-2">Your money</h2>
			<Card>
				<PriceLines
					lines={[
						...view.services.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
						...view.addOns.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
						...(view.discountKobo > 0 ? [{ label: 'Discount', amountKobo: -view.discountKobo }] : []),
						...(view.tipKobo > 0 ? [{ label: 'Tip', amountKobo: view.tipKobo }] : []),
					]}
					total={{ label: view.isPaid && !view.isPaidOnline ? 'Paid' : 'Total', amountKobo: view.totalKobo }}
				/>
				{view.isPaidOnline ? (
					<MoneyTimeline steps={view.timeline} className="mt-3" />
				) : (
					view.isAhead && <p className="soft text-sm">{paymentWords[view.paymentChoice]}</p>
				)}
				{view.isAhead && view.dueAtShopKobo > 0 && (
					<p className="mt-2 text-sm">
						To pay at the salon: <b className="num">{formatNaira(view.dueAtShopKobo)}</b>
					</p>
				)}
			</Card>
			{view.needsAttention && <RefundNeedsAttention reference={view.referenceNumber} />}
			{shop.bankAccount && view.isAhead && !view.isPaid && (
				<Card className="mt-3">
					<b>Send {formatNaira(view.totalKobo)} to</b>
					<p className="num">
						{shop.bankAccount.bankName}, {shop.bankAccount.accountNumber}
						<br />
						{shop.bankAccount.accountName}
					</p>
					<p className="soft text-sm">
						Write the reference {view.referenceNumber} with it. {shop.name} marks it as paid.
					</p>
				</Card>
			)}
			{view.isAhead && (
				<>
					<Notice className="mt-3">
						Please arrive 10 minutes early. Keep the link of this page: it shows your booking from any
						browser.
					</Notice>
					<ChangeOfPlans view={view} />
				</>
			)}
			{view.cancelledLabel && (
				<Notice tone="info" className="mt-3">
					Cancelled on {view.cancelledLabel}. {moneyAfterwards(view)}
				</Notice>
			)}
			{view.isAhead && (
				<p className="mt-4">
					<Link to="/discover" className="tap">
						Book another visit
					</Link>
				</p>
			)}
			<ActionBar>
				{view.isAhead ? (
					<ButtonLink to={view.shareLink}>Share on WhatsApp</ButtonLink>
				) : (
					<ButtonLink to={`/booking/service-selection?shop=${shop.id}`}>Book again</ButtonLink>
				)}
			</ActionBar>
		</>
	)
}

function RefundNeedsAttention({ reference }: { reference: string }) {
	const contact = useRouteLoaderData<typeof rootLoader>('root')?.supportContact ?? null
	return (
		<Notice tone="error" className="mt-3" title="The refund did not get through.">
			Your money is safe, and a person takes care of it.
			{contact && (
				<>
					{' '}
					Reach us with the reference {reference}: <SupportContact contact={contact} />.
				</>
			)}
		</Notice>
	)
}

function ChangeOfPlans({ view }: { view: ConfirmationView }) {
	return (
		<>
			<h2 className="mt-6 mb-2">Change of plans?</h2>
			<div className="row">
				{view.movePage && (
					<ButtonLink to={view.movePage} variant="quiet" size="small" className="flex-1">
						Reschedule
					</ButtonLink>
				)}
				<ButtonLink to={`${view.page}&ask=cancel`} variant="danger" size="small" className="flex-1">
					Cancel<span className="sr"> booking</span>
				</ButtonLink>
			</div>
			<p className="hint mt-2">
				{view.movePage
					? `It can be moved until ${view.movableUntilLabel}.`
					: `It could be moved until ${view.movableUntilLabel}.`}{' '}
				{view.isFreeToCancel
					? `Free to cancel until ${view.refundableUntilLabel}.`
					: `Money paid in advance was refundable until ${view.refundableUntilLabel}.`}
			</p>
		</>
	)
}
