import { Link } from '@remix-run/react'
import { formatNaira } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PriceLines } from '#app/ui/price-lines.tsx'
import type { ConfirmationView } from './confirmation-view.server.ts'

const paymentWords: Record<PaymentChoice, string> = {
	cash: 'To pay in cash at the salon',
	transfer: 'To pay by bank transfer',
	pos: 'To pay by card at the salon',
	online: 'Paid online',
}

const moneyAfterwards: Record<ConfirmationView['money'], string> = {
	nothing_paid: 'Nothing had been paid.',
	comes_back: 'Your money comes back.',
	kept: 'This was a late cancellation, so the money is not refunded.',
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
					total={{ label: view.isPaid ? 'Paid' : 'Total', amountKobo: view.totalKobo }}
				/>
				{view.isAhead && <p className="soft text-sm">{paymentWords[view.paymentChoice]}</p>}
			</Card>
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
					Cancelled on {view.cancelledLabel}. {moneyAfterwards[view.money]}
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
