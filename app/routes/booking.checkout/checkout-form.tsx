import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { Fragment, useRef, useState } from 'react'
import { amountDueNow } from '#app/domain/booking/deposit.ts'
import type { Quote } from '#app/domain/booking/price-visit.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { AddOnsField } from './add-ons-field.tsx'
import { BillOfVisit } from './bill-of-visit.tsx'
import type { CheckoutView } from './checkout-view.server.ts'
import { ContactDetails } from './contact-details.tsx'
import { HoldOfVisit } from './hold-of-visit.tsx'
import { liveQuote } from './live-quote.ts'
import { PaymentField } from './payment-field.tsx'
import { PromoField } from './promo-field.tsx'
import { ServicesOfVisit } from './services-of-visit.tsx'
import { TipField } from './tip-field.tsx'

type CheckoutFormProps = {
	view: CheckoutView
	answer: {
		result: SubmissionResult | null
		refusal: { title: string; text: string; status: number } | null
	} | null
}

const fieldsOfPage = ['promoCode', 'customTip', 'paymentChoice', 'firstName', 'lastName', 'email', 'phone']

/** Everything of checkout in one form, so that each of its buttons sends what was typed. */
export function CheckoutForm({ view, answer }: CheckoutFormProps) {
	const form = formState(answer?.result, {
		...view.contact,
		promoCode: view.promo?.code,
		customTip: view.customTip,
	})
	// What could not be saved is ticked as it was sent: without script the answer is all that remembers it.
	const lost = answer?.refusal && answer.refusal.status >= 500 ? answer.result : null
	const choices = formState(lost, {
		addOns: view.chosenAddOnIds,
		tip: view.tip,
		customTip: view.customTip,
		paymentChoice: view.paymentChoice,
	})
	const isHydrated = useHydrated()
	const element = useRef<HTMLFormElement>(null)
	// What was typed counts until the server has saved something: then its answer does.
	const [typed, setTyped] = useState<{ savedAt: number; quote: Quote; paymentChoice: string } | null>(null)
	const quote =
		typed?.savedAt === view.savedAt
			? typed.quote
			: liveQuote(
					view,
					view.addOns.flatMap(({ id }) => (choices.isChosen('addOns', id) ? [id] : [])),
					choices.field('tip').defaultValue ?? 'none',
					choices.field('customTip').defaultValue ?? '',
				)
	const dueKobo = amountDueNow(view.deposit, quote.totalKobo)
	// Without script the button cannot follow the choice: it says what is true of each of them.
	const chosen =
		typed?.savedAt === view.savedAt ? typed.paymentChoice : choices.field('paymentChoice').defaultValue
	const paysOnline =
		view.paymentChoices.length === 1 ? view.paymentChoices[0] === 'online' : isHydrated && chosen === 'online'
	const update = () => {
		const fields = new FormData(element.current ?? undefined)
		setTyped({
			savedAt: view.savedAt,
			quote: liveQuote(
				view,
				fields.getAll('addOns').map(String),
				String(fields.get('tip')),
				String(fields.get('customTip')),
			),
			paymentChoice: String(fields.get('paymentChoice')),
		})
	}
	return (
		<Form method="post" noValidate className="fill" ref={element} onChange={update}>
			<PageHeader
				title="Checkout"
				back={{ to: view.timePage, label: 'Time' }}
				step={4}
				subtitle={view.shopName}
			/>
			<input type="hidden" name="draft" value={view.draftId} />
			<input type="hidden" name="startsAt" value={view.startsAt} />
			{/* Enter in a field presses the first button of a form: it must not be the one that books. */}
			<button type="submit" name="intent" value="update" className="sr" tabIndex={-1} aria-hidden="true">
				Update
			</button>
			{answer?.refusal && (
				<Notice tone="error" role="alert" title={answer.refusal.title} className="mb-4">
					{answer.refusal.text}
				</Notice>
			)}
			<ErrorSummary form={form} order={fieldsOfPage} />
			{/* Fields begin anew with what the server has saved: a refused add-on is not ticked any more. */}
			<Fragment key={view.savedAt}>
				<HoldOfVisit view={view} />
				{view.startedPaymentPage && (
					<Notice tone="hold" className="mt-3" title="You have started to pay.">
						If you have paid already,{' '}
						{/* A whole page: it looks again by itself until the payment is known. */}
						<Link to={view.startedPaymentPage} reloadDocument>
							Check payment
						</Link>
						.
					</Notice>
				)}
				{view.overlapLabel && (
					<Notice tone="error" className="mt-3" title={`You already have ${view.overlapLabel}.`}>
						The two visits meet. Choose <Link to={view.timePage}>another time</Link>, or book anyway: this one
						may be for somebody else.
					</Notice>
				)}
				<BillOfVisit view={view} quote={quote} dueKobo={dueKobo} />
				<input type="hidden" name="seenTotalKobo" value={quote.totalKobo} readOnly />
				<ServicesOfVisit view={view} />

				<AddOnsField addOns={view.addOns} choices={choices} />
				<PromoField
					field={form.field('promoCode')}
					promo={view.promo}
					savedKobo={quote.promo && quote.discountKobo}
				/>
				<TipField
					choices={choices}
					customTip={form.field('customTip')}
					tippedKobo={isHydrated ? quote.subtotalKobo - quote.discountKobo : null}
				/>
				{!isHydrated && (
					<SubmitButton variant="quiet" size="small" name="intent" value="update" className="mt-3">
						Update total
					</SubmitButton>
				)}

				<PaymentField
					view={view}
					field={form.field('paymentChoice')}
					choices={choices}
					totalKobo={quote.totalKobo}
					dueKobo={dueKobo}
				/>
				{dueKobo !== quote.totalKobo && <input type="hidden" name="seenDueKobo" value={dueKobo} readOnly />}
				<ContactDetails profile={view.profile} form={form} />
			</Fragment>
			<ActionBar note={cancellationNote(view)}>
				<SubmitButton
					name="intent"
					value={view.overlapLabel ? 'book-anyway' : 'book'}
					busyLabel={paysOnline ? 'Opening the payment page…' : 'Booking…'}
				>
					{paysOnline
						? `Pay ${formatNaira(dueKobo)}`
						: `${view.overlapLabel ? 'Book anyway' : 'Confirm Booking'} · ${formatNaira(quote.totalKobo)}`}
				</SubmitButton>
			</ActionBar>
		</Form>
	)
}

/** Said before anybody pays: what cancelling will cost. */
function cancellationNote({ freeCancellationLabel, paymentChoices }: CheckoutView): string | null {
	if (freeCancellationLabel) return `Free to cancel until ${freeCancellationLabel}`
	if (!paymentChoices.includes('online')) return null
	return 'Money paid online is kept if you cancel: the visit is near'
}
