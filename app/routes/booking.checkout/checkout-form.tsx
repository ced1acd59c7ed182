import { Form } from '@remix-run/react'
import { Fragment, useRef } from 'react'
import { amountDueNow, offeredPaymentChoices } from '#app/domain/booking/checkout/deposit.ts'
import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { Bill } from './bill.tsx'
import type { CheckoutView } from './checkout-view.server.ts'
import { BookingNotesFields, ContactDetails } from './contact-details.tsx'
import { AddOnsField, DraftServices } from './draft-services.tsx'
import { HoldStatus } from './hold-status.tsx'
import { IntentButton } from './intent-button.tsx'
import { PaymentField, prepaidView } from './payment-field.tsx'
import { PromoField, SavingsField } from './savings-field.tsx'
import { TipField } from './tip-field.tsx'
import { useKeepTyped } from './use-keep-typed.ts'
import { useStayInPlace } from './use-stay-in-place.ts'
import { followTip, liveQuote, useTicked } from './use-ticked.ts'

type CheckoutFormProps = {
	view: CheckoutView
	answer: ActionAnswer<unknown> | null
}

/** Before the notes, in the page's order. */
const fieldsOfPage = ['firstName', 'lastName', 'email', 'phone', 'promoCode', 'customTip', 'paymentChoice']

/** Fields that show their own error and keep the focus, if nothing else is wrong. */
const keepPlace = ['promoCode', 'customTip'] as const

/** One form for all of checkout, so that each button posts the typed values. */
export function CheckoutForm({ view: loaded, answer }: CheckoutFormProps) {
	const view = answer?.code === 'prepayment_required' ? prepaidView(loaded) : loaded
	const { form, choices, only } = checkoutForms(view, answer)
	const isHydrated = useHydrated()
	const element = useRef<HTMLFormElement>(null)
	const { current, update } = useTicked(element, view, choices)
	const quote = liveQuote(view, current)
	const paymentChoices = offeredPaymentChoices(view.offer, quote.toPayKobo)
	const isOnlineOffered = paymentChoices.includes('online')
	const dueKobo = isOnlineOffered ? amountDueNow(view.offer.deposit, quote.toPayKobo) : quote.toPayKobo
	const paysOnline = isPaidOnline(paymentChoices, isHydrated ? current.paymentChoice : null)
	const stay = useStayInPlace(view.savedAt, answer)
	const isChanged = useKeepTyped(element, { draftId: view.draftId, savedAt: view.savedAt, answer, update })
	return (
		<Form
			method="post"
			noValidate
			className="fill"
			ref={element}
			onChange={followTip(update)}
			onSubmit={stay}
		>
			{/* Enter presses a form's first button, which must only save. */}
			<button type="submit" name="intent" value="update" className="sr" tabIndex={-1} aria-hidden="true">
				Update
			</button>
			{/* Every way out is a button, so that it posts the typed values (B7). */}
			<PageHeader
				title="Checkout"
				back={{ intent: 'times', label: 'Time' }}
				step={4}
				subtitle={view.shopName}
			/>
			<input type="hidden" name="draft" value={view.draftId} />
			<input type="hidden" name="startsAt" value={view.startsAt} />
			<RefusalNotice refusal={answer?.refusal} />
			{!only && (
				<ErrorSummary form={form} order={[...fieldsOfPage, ...view.noteFields.map(({ name }) => name)]} />
			)}
			{/* The key resets the fields to the saved values: a refused add-on is unticked. */}
			<Fragment key={view.savedAt}>
				<StartedPayment view={view} />
				<Overlap overlap={view.overlap} />
				<Bill view={view} quote={quote} dueKobo={dueKobo} />
				<input type="hidden" name="seenTotalKobo" value={quote.totalKobo} readOnly />
				{quote.cashbackKobo > 0 && (
					<input type="hidden" name="seenCashbackKobo" value={quote.cashbackKobo} readOnly />
				)}
				<DraftServices view={view} />
				<ContactDetails profile={view.profile} form={form} />
				<AddOnsField addOns={view.addOns} choices={choices} />
				{view.savings && <SavingsField savings={view.savings} choices={choices} quote={quote} />}
				<PromoField
					field={form.field('promoCode')}
					answer={only === 'promoCode' && answer}
					promo={view.promo}
					savedKobo={quote.saving && quote.saving.kind !== 'reward' ? quote.discountKobo : null}
					isReplaced={quote.saving?.kind === 'reward'}
				/>
				<TipField
					choices={choices}
					customTip={form.field('customTip')}
					answer={only === 'customTip' && answer}
					savedCustomTip={view.customTip}
					tippedKobo={isHydrated ? quote.subtotalKobo - quote.discountKobo : null}
				/>
				{!isHydrated && (
					<IntentButton intent="update" className="mt-3">
						Update total
					</IntentButton>
				)}

				<PaymentField
					key={paymentChoices.join()}
					view={view}
					paymentChoices={paymentChoices}
					field={form.field('paymentChoice')}
					chosen={current.paymentChoice}
					toPayKobo={quote.toPayKobo}
					dueKobo={dueKobo}
					covering={quote.cashbackKobo > 0 ? 'cashback' : coveringSaving(quote.saving)}
				/>
				{dueKobo !== quote.toPayKobo && <input type="hidden" name="seenDueKobo" value={dueKobo} readOnly />}
				<BookingNotesFields fields={view.noteFields} form={form} />
			</Fragment>
			<ActionBar note={cancellationNote(view, quote, isOnlineOffered)}>
				<HoldStatus key={view.savedAt} view={view} isSaved={view.hasDetails && !isChanged} />
				<SubmitButton
					name="intent"
					value={view.overlap ? 'book-anyway' : 'book'}
					busyLabel={paysOnline ? 'Opening the payment page…' : 'Booking…'}
				>
					{paysOnline
						? `Pay ${formatNaira(dueKobo)}`
						: `${view.overlap ? 'Book anyway' : 'Confirm Booking'} · ${formatNaira(quote.toPayKobo)}`}
				</SubmitButton>
			</ActionBar>
		</Form>
	)
}

/** A draft at checkout never has a shop's discount. */
function coveringSaving(saving: Quote['saving']) {
	return saving === null || saving.kind === 'shop' ? 'promo' : saving.kind
}

/** Saved values; posted values for the fields that the answer concerns. */
function checkoutForms(view: CheckoutView, answer: CheckoutFormProps['answer']) {
	const startValues = {
		...view.contact,
		...view.bookingNotes,
		promoCode: view.promo?.code ?? view.linkCode,
		customTip: view.customTip,
	}
	const form = formState(answer?.result, startValues, view.constraints)
	// After a failed save the choices stay as posted: without script only the answer has them.
	const lost = answer?.refusal && answer.refusal.status >= 500 ? answer.result : null
	const choices = formState(lost, {
		addOns: view.chosenAddOnIds,
		// A refused choice shows as posted; the draft keeps the earlier one.
		reward: form.field('promoCode').error ? form.field('reward').defaultValue : view.savings?.reward,
		usesCashback: view.savings?.usesCashback,
		tip: form.field('customTip').error ? form.field('tip').defaultValue : view.tip,
		customTip: view.customTip,
		paymentChoice: view.paymentChoice,
	})
	// A refused field with its own button takes the focus: the summary above would lead away from it (M22).
	const [problem, ...others] = form.problems
	const only = others.length === 0 && keepPlace.find((name) => name === problem?.name)
	return { form, choices, only }
}

/** Without script the button cannot follow a choice: true only if online is the only way. */
function isPaidOnline(paymentChoices: readonly PaymentChoice[], chosen: string | null | undefined): boolean {
	const choice = paymentChoices.length === 1 ? paymentChoices[0] : chosen
	return choice === 'online' && paymentChoices.includes(choice)
}

function StartedPayment({ view }: { view: CheckoutView }) {
	if (!view.hasStartedPayment) return null
	return (
		<Notice tone="hold" className="mb-3" title="You’ve started a payment.">
			Already paid?
			<div className="mt-2">
				<IntentButton intent="check-payment" busyLabel="Checking…">
					Check payment
				</IntentButton>
			</div>
		</Notice>
	)
}

/** Warns once: the next post names the overlaps as seen (R6). */
function Overlap({ overlap }: Pick<CheckoutView, 'overlap'>) {
	if (!overlap) return null
	return (
		<>
			{overlap.appointmentIds.map((id) => (
				<input key={id} type="hidden" name="seenOverlaps" value={id} readOnly />
			))}
			<Notice tone="error" className="mb-3" title={overlap.title}>
				{overlap.words}
				<div className="mt-2">
					<IntentButton intent="times">Choose another time</IntentButton>
				</div>
			</Notice>
		</>
	)
}

/** Says before the payment what cancelling will cost. */
function cancellationNote(
	{ freeCancellationLabel }: CheckoutView,
	{ saving, cashbackKobo }: Quote,
	isOnlineOffered: boolean,
): string | null {
	if (freeCancellationLabel) return `Free to cancel until ${freeCancellationLabel}`
	const used = [...(saving?.kind === 'reward' ? ['reward'] : []), ...(cashbackKobo > 0 ? ['cashback'] : [])]
	const lost = [
		...(isOnlineOffered ? ['online payments won’t be refunded'] : []),
		...(used.length > 0 ? [`your ${used.join(' and ')} can’t be used again`] : []),
	]
	return lost.length > 0 ? `It’s too late for a free cancellation: ${lost.join(', and ')}.` : null
}
