import { Form, useRouteLoaderData } from '@remix-run/react'
import { formatNaira } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { MoneyTimeline, PriceLines } from '#app/ui/money-lines.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { ConfirmationView } from './confirmation-view.server.ts'

const paymentWords: Record<PaymentChoice, string> = {
	cash: 'Pay in cash at the shop',
	transfer: 'Pay by bank transfer',
	pos: 'Pay by card at the shop',
	online: 'Paid online',
}

export function AppointmentMoney({ view }: { view: ConfirmationView }) {
	const { shop } = view
	return (
		<>
			<div className="row mt-6 mb-2">
				<h2>Your money</h2>
				{view.moneyTag && <Tag tone={view.moneyTag === 'CANCELLED' ? 'plain' : 'leaf'}>{view.moneyTag}</Tag>}
			</div>
			<Card>
				<PriceLines
					lines={[
						...view.services.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
						...view.addOns.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
						...(view.discountLabel ? [{ label: view.discountLabel, amountKobo: -view.discountKobo }] : []),
						...(view.tipKobo > 0 ? [{ label: 'Tip', amountKobo: view.tipKobo }] : []),
					]}
					total={{
						label: view.moneyTag === 'PAID' && !view.timeline && view.cashbackKobo === 0 ? 'Paid' : 'Total',
						amountKobo: view.totalKobo,
					}}
				/>
				{view.cashbackKobo > 0 && !view.cancelledLabel && (
					<PriceLines
						lines={[{ label: 'Paid with cashback', amountKobo: -view.cashbackKobo }]}
						total={{
							label: view.isPaid && view.toPayKobo > 0 ? 'Paid' : 'To pay',
							amountKobo: view.toPayKobo,
						}}
					/>
				)}
				{view.timeline ? (
					<MoneyTimeline steps={view.timeline} className="mt-3" />
				) : (
					view.isAhead && (
						<p className="soft text-sm">
							{view.toPayKobo === 0 ? 'Nothing to pay' : paymentWords[view.paymentChoice]}
						</p>
					)
				)}
				{view.isAhead && view.dueAtShopKobo && (
					<p className="mt-2 text-sm">
						To pay at the shop: <b className="num">{formatNaira(view.dueAtShopKobo)}</b>
					</p>
				)}
			</Card>
			{view.receiptForm && (
				<Form method="post" action={view.receiptForm} className="mt-3">
					<SubmitButton variant="quiet" size="small" busyLabel="Sending…">
						Email me the receipt
					</SubmitButton>
				</Form>
			)}
			{view.refund?.state === 'stuck' && <RefundNeedsAttention referenceNumber={view.referenceNumber} />}
			{shop.bankAccount && view.isAhead && !view.isPaid && (
				<Card className="mt-3">
					<b>Send {formatNaira(view.toPayKobo)} to</b>
					<p className="num">
						{shop.bankAccount.bankName}, {shop.bankAccount.accountNumber}
						<br />
						{shop.bankAccount.accountName}
					</p>
					<p className="soft text-sm">
						Use {view.referenceNumber} as the transfer reference. {shop.name} will mark it as paid.
					</p>
				</Card>
			)}
		</>
	)
}

function RefundNeedsAttention({ referenceNumber }: { referenceNumber: string }) {
	const contact = useRouteLoaderData<typeof rootLoader>('root')?.supportContact ?? null
	return (
		<Notice tone="error" className="mt-3" title="The refund did not get through.">
			Your money is safe, and our team is looking into it.
			{contact && (
				<>
					{' '}
					Reach us with the reference {referenceNumber}: <SupportContact contact={contact} />.
				</>
			)}
		</Notice>
	)
}
