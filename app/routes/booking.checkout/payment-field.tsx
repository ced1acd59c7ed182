import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import { ChoiceField, OptionRow } from '#app/ui/form/fields.tsx'
import type { FieldState } from '#app/ui/form/form-state.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

interface PaymentFieldProps {
	view: CheckoutView
	/** This and both amounts follow the ticked choices; `dueKobo` is paid online. */
	paymentChoices: readonly PaymentChoice[]
	field: FieldState
	chosen: string | undefined
	toPayKobo: Kobo
	dueKobo: Kobo
	/** What covers a price of zero. */
	covering: 'promo' | 'referral' | 'reward' | 'cashback'
}

const coveringWords = {
	promo: 'promo code',
	referral: 'friend’s code',
	reward: 'reward',
	cashback: 'cashback',
}

/** With nothing to pay it asks nothing: the booking counts as paid at the shop (M4). */
export function PaymentField({
	view,
	paymentChoices,
	field,
	chosen,
	toPayKobo,
	dueKobo,
	covering,
}: PaymentFieldProps) {
	if (toPayKobo === 0)
		return (
			<div className="mt-6">
				<input type="hidden" name="paymentChoice" value="cash" />
				<Notice tone="success" title="Nothing to pay.">
					Your {coveringWords[covering]} covers this visit.
				</Notice>
			</div>
		)
	const details: Record<PaymentChoice, { title: string; detail: string }> = {
		cash: { title: 'Cash at the shop', detail: 'Pay when you are there' },
		transfer: { title: 'Bank transfer', detail: view.transferTo ?? '' },
		pos: { title: 'Card at the shop', detail: 'Pay by POS when you are there' },
		online: { title: 'Pay online now', detail: onlineDetail(toPayKobo, dueKobo) },
	}
	return (
		<div className="mt-6">
			<ChoiceField field={field} legend="How will you pay?">
				{paymentChoices.map((choice) => (
					<OptionRow
						key={choice}
						name="paymentChoice"
						value={choice}
						{...details[choice]}
						defaultChecked={paymentChoices.length === 1 || choice === chosen}
						required={field.constraint?.required}
						isMissing={!!field.error}
					/>
				))}
			</ChoiceField>
			{view.offer.mustPrepay && paymentChoices.includes('online') && (
				<p className="hint mt-2">After missed visits, this shop asks for payment in advance.</p>
			)}
			{view.isDemo && <p className="hint mt-2">Demo mode: no real money</p>}
		</div>
	)
}

function onlineDetail(toPayKobo: Kobo, dueKobo: Kobo): string {
	if (dueKobo === toPayKobo) return 'Card, bank transfer or USSD'
	return `${formatNaira(dueKobo)} now, ${formatNaira(toPayKobo - dueKobo)} at the shop`
}

/**
 * Checkout after the refusal 'prepayment_required': only online is left. Before the post the page must not reveal a
 * guest's no-shows (S15).
 */
export function prepaidView(view: CheckoutView): CheckoutView {
	return {
		...view,
		paymentChoice: 'online',
		offer: { ...view.offer, deposit: { depositKind: 'none', depositValue: 0 }, mustPrepay: true },
	}
}
