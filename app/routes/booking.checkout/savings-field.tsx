import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import { betterReward, savingAmount } from '#app/domain/booking/checkout/saving.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { OptionRow, TextField } from '#app/ui/form/fields.tsx'
import type { FieldState, FormState } from '#app/ui/form/form-state.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { CheckoutView } from './checkout-view.server.ts'
import { Fold } from './fold.tsx'
import { IntentButton } from './intent-button.tsx'

interface SavingsFieldProps {
	savings: NonNullable<CheckoutView['savings']>
	choices: FormState
	/** The price of the choices ticked now. */
	quote: Quote
}

/** A reward to take off, or cashback to pay with; null with neither. */
export function SavingsField({ savings, choices, quote }: SavingsFieldProps) {
	const { rewards, cashbackKobo } = savings
	const better = betterReward(rewards, quote, quote.discountKobo)
	return (
		<>
			{rewards.length > 0 && (
				<fieldset className="field mt-6">
					<legend className="label text-lg">Use a reward</legend>
					{better && (
						<p className="hint">
							{better.reward.label} saves you the most on this visit: {formatNaira(better.savedKobo)}.
						</p>
					)}
					<OptionRow
						name="reward"
						value=""
						title="No reward"
						defaultChecked={!rewards.some(({ id }) => choices.isChosen('reward', id))}
					/>
					{rewards.map((reward) => {
						const savedKobo = savingAmount(reward, quote)
						return (
							<OptionRow
								key={reward.id}
								name="reward"
								value={reward.id}
								title={reward.label}
								detail={savedKobo === null ? 'Not part of this visit' : reward.endsLabel}
								end={savedKobo !== null && `−${formatNaira(savedKobo)}`}
								defaultChecked={choices.isChosen('reward', reward.id)}
								disabled={savedKobo === null}
							/>
						)
					})}
				</fieldset>
			)}
			{cashbackKobo > 0 && (
				<fieldset className="field mt-6">
					<legend className="label text-lg">Your cashback</legend>
					<OptionRow
						type="checkbox"
						name="usesCashback"
						value="1"
						title={`Pay with your ${formatNaira(cashbackKobo)} here`}
						detail="For services and add-ons, not for the tip"
						end={quote.cashbackKobo > 0 && `−${formatNaira(quote.cashbackKobo)}`}
						defaultChecked={choices.isChosen('usesCashback', '1')}
					/>
				</fieldset>
			)}
		</>
	)
}

/** Focus goes here once a code is applied or removed, because its button is gone (L7). */
export const promoId = 'promo'

interface PromoFieldProps {
	field: FieldState
	/** The answer to a post refused for the code alone. */
	answer: unknown
	promo: Pick<NonNullable<CheckoutView['promo']>, 'code' | 'minimumAmountKobo'> | null
	/** Null: below the code's minimum, or replaced by a ticked reward. */
	savedKobo: number | null
	isReplaced: boolean
}

/** A field for one code, or what the applied code saves. A refused code stays in the field. */
export function PromoField({ field, answer, promo, savedKobo, isReplaced }: PromoFieldProps) {
	if (promo && !field.error)
		return <AppliedPromo promo={promo} savedKobo={savedKobo} isReplaced={isReplaced} />
	return (
		<Fold label="Add a promo code" isOpen={!!(field.error || field.defaultValue)} id={promoId}>
			<TextField field={field} kind="code" label="Promo code" answer={answer} />
			<IntentButton intent="apply-promo" busyLabel="Checking…" className="mt-2">
				Apply
			</IntentButton>
		</Fold>
	)
}

interface AppliedPromoProps extends Pick<PromoFieldProps, 'savedKobo' | 'isReplaced'> {
	promo: NonNullable<PromoFieldProps['promo']>
}

function AppliedPromo({ promo, savedKobo, isReplaced }: AppliedPromoProps) {
	return (
		<div className="mt-6" id={promoId} tabIndex={-1}>
			<p className="label">Promo code</p>
			<input type="hidden" name="promoCode" value={promo.code} />
			<Notice
				tone={savedKobo === null ? 'hold' : 'success'}
				title={savedKobo === null ? `${promo.code} is saved.` : `${promo.code} is applied.`}
			>
				{savedKobo !== null && `You save ${formatNaira(savedKobo)}.`}
				{savedKobo === null &&
					(isReplaced
						? 'Your reward is used instead: you can use one per visit.'
						: `It applies from ${formatNaira(promo.minimumAmountKobo)}.`)}
			</Notice>
			<IntentButton intent="remove-promo" busyLabel="Removing…" className="mt-2">
				Remove code
			</IntentButton>
		</div>
	)
}
