import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { useRef, useState } from 'react'
import { formatNaira } from '#app/kernel/money.ts'
import { tipPresetPercents } from '#app/kernel/vocabulary.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChoiceField } from '#app/ui/form/choice-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { OptionRow } from '#app/ui/option-row.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { PriceLines } from '#app/ui/price-lines.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { CheckoutView } from './checkout-view.server.ts'
import { HoldNotice } from './hold-notice.tsx'
import { liveQuote } from './live-quote.ts'

type CheckoutFormProps = {
	view: CheckoutView
	answer: { result: SubmissionResult; refusal: { title: string; text: string } | null } | null
}

/** Everything of checkout in one form, so that each of its buttons sends what was typed. */
export function CheckoutForm({ view, answer }: CheckoutFormProps) {
	const form = formState(answer?.result, {
		...view.contact,
		promoCode: view.promo?.code,
		customTip: view.customTip,
	})
	const isHydrated = useHydrated()
	const element = useRef<HTMLFormElement>(null)
	const [quote, setQuote] = useState(() => liveQuote(view, view.chosenAddOnIds, view.tip, view.customTip))
	const update = () => {
		const typed = new FormData(element.current ?? undefined)
		setQuote(
			liveQuote(
				view,
				typed.getAll('addOns').map(String),
				String(typed.get('tip')),
				String(typed.get('customTip')),
			),
		)
	}
	return (
		<Form method="post" noValidate className="fill" ref={element} onChange={update} key={view.totalKobo}>
			<PageHeader
				title="Checkout"
				back={{ to: '/booking/time-selection', label: 'Time' }}
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
			<ErrorSummary form={form} />
			<HoldNotice timeLabel={view.timeLabel} hold={view.hold} />
			<Card className="mt-3">
				<b>{view.dateLabel}</b>
				<p className="soft text-sm">{view.summary}</p>
				<PriceLines
					lines={[
						...quote.services.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
						...quote.addOns.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
						...(quote.promo ? [{ label: `Promo ${quote.promo.code}`, amountKobo: -quote.discountKobo }] : []),
						...(quote.tipKobo > 0 ? [{ label: 'Tip', amountKobo: quote.tipKobo }] : []),
					]}
					total={{ label: 'Total', amountKobo: quote.totalKobo }}
				/>
			</Card>
			<input type="hidden" name="seenTotalKobo" value={quote.totalKobo} readOnly />

			{view.addOns.length > 0 && (
				<fieldset className="field mt-6">
					<legend className="mb-2 text-lg">Add-ons</legend>
					{view.addOns.map((addOn) => (
						<OptionRow
							key={addOn.id}
							type="checkbox"
							name="addOns"
							value={addOn.id}
							title={addOn.name}
							detail={`+${addOn.durationMinutes} min`}
							end={formatNaira(addOn.priceKobo)}
							defaultChecked={view.chosenAddOnIds.includes(addOn.id)}
						/>
					))}
				</fieldset>
			)}

			<div className="mt-6">
				<TextField
					field={form.field('promoCode')}
					label="Promo code"
					maxLength={40}
					autoCapitalize="characters"
					autoComplete="off"
				/>
				<SubmitButton
					variant="quiet"
					size="small"
					name="intent"
					value="apply-promo"
					busyLabel="Checking…"
					className="mt-2"
				>
					Apply
				</SubmitButton>
			</div>

			<fieldset className="field mt-6">
				<legend className="mb-2 text-lg">Tip</legend>
				<div className="slots">
					<TipTile value="none" label="No tip" tip={view.tip} />
					{tipPresetPercents.map((percent) => (
						<TipTile key={percent} value={String(percent)} label={`${percent}%`} tip={view.tip} />
					))}
					<TipTile value="custom" label="Other" tip={view.tip} />
				</div>
				<TextField
					field={form.field('customTip')}
					label="Other amount in naira"
					inputMode="decimal"
					maxLength={20}
					className="mt-2"
				/>
			</fieldset>
			{!isHydrated && (
				<SubmitButton variant="quiet" size="small" name="intent" value="update" className="mt-3">
					Update total
				</SubmitButton>
			)}

			<div className="mt-6">
				<ChoiceField field={form.field('paymentChoice')} legend="How will you pay?">
					{paymentOptions(view).map((option) => (
						<OptionRow
							key={option.value}
							name="paymentChoice"
							{...option}
							defaultChecked={view.paymentChoice === option.value}
						/>
					))}
				</ChoiceField>
			</div>

			<div className="mt-6">
				<h2 className="mb-2">Your details</h2>
				<TextField
					field={form.field('firstName')}
					label="First name"
					autoComplete="given-name"
					maxLength={60}
				/>
				<TextField
					field={form.field('lastName')}
					label="Last name"
					autoComplete="family-name"
					maxLength={60}
				/>
				<TextField
					field={form.field('email')}
					label="E-mail"
					type="email"
					autoComplete="email"
					maxLength={254}
				/>
				<TextField
					field={form.field('phone')}
					label="Phone number"
					type="tel"
					autoComplete="tel"
					maxLength={30}
					hint="Like 0803 123 4567"
				/>
				<p className="hint mt-3">
					We use these for this booking only. <Link to="/privacy">How we keep them</Link>.
				</p>
			</div>

			<ActionBar note={view.freeCancellationLabel && `Free to cancel until ${view.freeCancellationLabel}`}>
				<SubmitButton name="intent" value="book" busyLabel="Booking…">
					Confirm Booking · {formatNaira(quote.totalKobo)}
				</SubmitButton>
			</ActionBar>
		</Form>
	)
}

function TipTile({ value, label, tip }: { value: string; label: string; tip: string }) {
	return (
		<label className="slot">
			<input type="radio" name="tip" value={value} defaultChecked={tip === value} />
			<span>{label}</span>
		</label>
	)
}

function paymentOptions({ bankAccount }: CheckoutView) {
	const transfer = bankAccount && {
		value: 'transfer',
		title: 'Bank transfer',
		detail: `${bankAccount.bankName} ${bankAccount.accountNumber}, ${bankAccount.accountName}`,
	}
	return [
		{ value: 'cash', title: 'Cash at the salon', detail: 'Pay when you are there' },
		...(transfer ? [transfer] : []),
		{ value: 'pos', title: 'Card at the salon', detail: 'Pay by POS when you are there' },
	]
}
