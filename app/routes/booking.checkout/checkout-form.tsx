import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { Fragment, useRef, useState } from 'react'
import { MAX_SERVICES } from '#app/domain/booking/draft.ts'
import type { Quote } from '#app/domain/booking/price-visit.ts'
import { formatNaira, percentOf } from '#app/kernel/money.ts'
import { tipPresetPercents } from '#app/kernel/vocabulary.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChoiceField } from '#app/ui/form/choice-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormState, formState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { HoldNotice } from '#app/ui/hold-notice.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { OptionRow } from '#app/ui/option-row.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { PriceLines } from '#app/ui/price-lines.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { CheckoutView } from './checkout-view.server.ts'
import { liveQuote } from './live-quote.ts'

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
	const isLost = answer?.refusal?.status === 503
	const choices = formState(isLost ? answer.result : null, {
		addOns: view.chosenAddOnIds,
		tip: view.tip,
		customTip: view.customTip,
		paymentChoice: view.paymentChoice,
	})
	const isHydrated = useHydrated()
	const element = useRef<HTMLFormElement>(null)
	// What was typed counts until the server has saved something: then its answer does.
	const [typed, setTyped] = useState<{ savedAt: number; quote: Quote } | null>(null)
	const quote =
		typed?.savedAt === view.savedAt
			? typed.quote
			: liveQuote(
					view,
					view.addOns.flatMap(({ id }) => (choices.isChosen('addOns', id) ? [id] : [])),
					choices.field('tip').defaultValue ?? 'none',
					choices.field('customTip').defaultValue ?? '',
				)
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
				{view.overlapLabel && (
					<Notice tone="error" className="mt-3" title={`You already have ${view.overlapLabel}.`}>
						The two visits meet. Choose <Link to={view.timePage}>another time</Link>, or book anyway: this one
						may be for somebody else.
					</Notice>
				)}
				<Card className="mt-3">
					<b>{`${view.dayLabel}, ${view.timeLabel}`}</b>
					<p className="soft text-sm">{view.summary}</p>
					<PriceLines
						lines={[
							...quote.services.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
							...quote.addOns.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
							...(quote.promo
								? [{ label: `Promo ${quote.promo.code}`, amountKobo: -quote.discountKobo }]
								: []),
							...(quote.tipKobo > 0 ? [{ label: 'Tip', amountKobo: quote.tipKobo }] : []),
						]}
						total={{ label: 'Total', amountKobo: quote.totalKobo }}
					/>
				</Card>
				<input type="hidden" name="seenTotalKobo" value={quote.totalKobo} readOnly />
				<ServicesOfVisit view={view} />

				{view.addOns.length > 0 && (
					<fieldset className="field mt-6">
						<legend className="label text-lg">Add-ons</legend>
						{view.addOns.map((addOn) => (
							<OptionRow
								key={addOn.id}
								type="checkbox"
								name="addOns"
								value={addOn.id}
								title={addOn.name}
								detail={`+${addOn.durationMinutes} min`}
								end={formatNaira(addOn.priceKobo)}
								defaultChecked={choices.isChosen('addOns', addOn.id)}
							/>
						))}
					</fieldset>
				)}

				{view.promo && !form.field('promoCode').error ? (
					<AppliedPromo promo={view.promo} savedKobo={quote.promo && quote.discountKobo} />
				) : (
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
				)}

				<fieldset className="field mt-6">
					<legend className="label text-lg">Tip</legend>
					<div className="slots">
						<TipTile
							value="none"
							label="No tip"
							isChosen={choices.isChosen('tip', 'none')}
							amountKobo={null}
						/>
						{tipPresetPercents.map((percent) => (
							<TipTile
								key={percent}
								value={String(percent)}
								label={`${percent}%`}
								amountKobo={isHydrated ? percentOf(quote.subtotalKobo - quote.discountKobo, percent) : null}
								isChosen={choices.isChosen('tip', String(percent))}
							/>
						))}
						<TipTile
							value="custom"
							label="Other"
							isChosen={choices.isChosen('tip', 'custom')}
							amountKobo={null}
						/>
					</div>
					<div className="mt-3">
						<TextField
							field={form.field('customTip')}
							label="Other amount in naira"
							inputMode="decimal"
							maxLength={20}
						/>
					</div>
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
								defaultChecked={choices.isChosen('paymentChoice', option.value)}
							/>
						))}
					</ChoiceField>
				</div>

				<div className="mt-6">
					<h2 className="mb-2">Your details</h2>
					{view.profile ? <ProfileDetails profile={view.profile} /> : <GuestDetails form={form} />}
				</div>
			</Fragment>
			<ActionBar note={view.freeCancellationLabel && `Free to cancel until ${view.freeCancellationLabel}`}>
				<SubmitButton name="intent" value={view.overlapLabel ? 'book-anyway' : 'book'} busyLabel="Booking…">
					{`${view.overlapLabel ? 'Book anyway' : 'Confirm Booking'} · ${formatNaira(quote.totalKobo)}`}
				</SubmitButton>
			</ActionBar>
		</Form>
	)
}

function ProfileDetails({ profile }: { profile: NonNullable<CheckoutView['profile']> }) {
	return (
		<Card>
			<input type="hidden" name="isSignedIn" value="1" />
			<b>{profile.name}</b>
			<p className="soft text-sm">{[profile.email, profile.phoneLabel].filter(Boolean).join(' · ')}</p>
			<Link to="/profile/edit?redirectTo=%2Fbooking%2Fcheckout" className="link tap">
				Change
			</Link>
		</Card>
	)
}

function GuestDetails({ form }: { form: FormState }) {
	return (
		<>
			<p className="hint mb-3">
				Have an account?{' '}
				<Link to="/login?redirectTo=%2Fbooking%2Fcheckout" className="link tap">
					Sign In
				</Link>
			</p>
			<TextField
				field={form.field('firstName')}
				label="First name"
				autoComplete="given-name"
				maxLength={60}
			/>
			<TextField field={form.field('lastName')} label="Last name" autoComplete="family-name" maxLength={60} />
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
		</>
	)
}

function HoldOfVisit({ view }: { view: CheckoutView }) {
	return (
		<HoldNotice
			timeLabel={view.timeLabel}
			hold={view.hold}
			here="/booking/checkout"
			expired={
				<>
					It may still be free. What you typed is kept.{' '}
					<div className="row mt-2">
						<SubmitButton variant="quiet" size="small" name="intent" value="hold-again" busyLabel="Asking…">
							Keep it again
						</SubmitButton>
						<Link to={view.timePage} className="tap">
							Choose another
						</Link>
					</div>
				</>
			}
		>
			{view.hold?.mayRenew && (
				<SubmitButton variant="quiet" size="small" name="intent" value="renew-hold" busyLabel="Extending…">
					10 more minutes
				</SubmitButton>
			)}
		</HoldNotice>
	)
}

/** More services for the same visit, and out of it again. Buttons, not links: what was typed goes with them. */
function ServicesOfVisit({ view: { services } }: { view: CheckoutView }) {
	return (
		<div className="mt-2">
			{services.length > 1 &&
				services.map(({ id, name }) => (
					<SubmitButton
						key={id}
						variant="quiet"
						size="small"
						name="removeService"
						value={id}
						className="mb-2"
					>
						Remove {name}
					</SubmitButton>
				))}
			{services.length < MAX_SERVICES && (
				<SubmitButton variant="quiet" size="small" name="intent" value="add-service">
					Add another service
				</SubmitButton>
			)}
		</div>
	)
}

function AppliedPromo({
	promo,
	savedKobo,
}: {
	promo: NonNullable<CheckoutView['promo']>
	/** Null when the visit is under the code's minimum. */
	savedKobo: number | null
}) {
	return (
		<div className="mt-6">
			<p className="label">Promo code</p>
			<input type="hidden" name="promoCode" value={promo.code} />
			<Notice
				tone={savedKobo === null ? 'hold' : 'success'}
				title={savedKobo === null ? `${promo.code} is kept.` : `${promo.code} is applied.`}
			>
				{savedKobo === null
					? `It counts from ${formatNaira(promo.minimumAmountKobo)} on.`
					: `You save ${formatNaira(savedKobo)}.`}
			</Notice>
			<SubmitButton
				variant="quiet"
				size="small"
				name="intent"
				value="remove-promo"
				busyLabel="Removing…"
				className="mt-2"
			>
				Remove code
			</SubmitButton>
		</div>
	)
}

interface TipTileProps {
	value: string
	label: string
	isChosen: boolean
	/** What it comes to now, where script keeps it true. */
	amountKobo: number | null
}

function TipTile({ value, label, isChosen, amountKobo }: TipTileProps) {
	return (
		<label className="slot">
			<input type="radio" name="tip" value={value} defaultChecked={isChosen} />
			<span>
				{label}
				{amountKobo !== null && <small>{formatNaira(amountKobo)}</small>}
			</span>
		</label>
	)
}

function paymentOptions({ transferTo }: CheckoutView) {
	const transfer = transferTo && { value: 'transfer', title: 'Bank transfer', detail: transferTo }
	return [
		{ value: 'cash', title: 'Cash at the salon', detail: 'Pay when you are there' },
		...(transfer ? [transfer] : []),
		{ value: 'pos', title: 'Card at the salon', detail: 'Pay by POS when you are there' },
	]
}
