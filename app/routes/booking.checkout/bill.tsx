import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { savingLabel } from '#app/kernel/labels.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { Card } from '#app/ui/card.tsx'
import { PriceLines } from '#app/ui/money-lines.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

interface BillProps {
	view: CheckoutView
	/** The price of the choices ticked now. */
	quote: Quote
	/** The part that is paid online. */
	dueKobo: Kobo
}

export function Bill({ view, quote, dueKobo }: BillProps) {
	return (
		<Card>
			<b>{view.whenLabel}</b> <span className="soft text-sm">({view.place} time)</span>
			<p className="soft text-sm">{`${view.servicesLabel} · ${durationLabel(quote.durationMinutes)}`}</p>
			<PriceLines
				lines={[
					...quote.services.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
					...quote.addOns.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
					...(quote.saving ? [{ label: savingLabel(quote.saving), amountKobo: -quote.discountKobo }] : []),
					...(quote.tipKobo > 0 ? [{ label: 'Tip', amountKobo: quote.tipKobo }] : []),
				]}
				total={{ label: 'Total', amountKobo: quote.totalKobo }}
				isLive
			/>
			{quote.cashbackKobo > 0 && (
				<PriceLines
					lines={[{ label: 'Cashback', amountKobo: -quote.cashbackKobo }]}
					total={{ label: 'To pay', amountKobo: quote.toPayKobo }}
				/>
			)}
			{dueKobo !== quote.toPayKobo && (
				<p className="soft text-sm mt-2">
					{formatNaira(dueKobo)} now, {formatNaira(quote.toPayKobo - dueKobo)} at the shop
				</p>
			)}
		</Card>
	)
}
