import type { Quote } from '#app/domain/booking/checkout/price-draft.ts'
import { betterReward, savingAmount } from '#app/domain/booking/checkout/saving.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { FormState } from '#app/ui/form/form-state.ts'
import { OptionRow } from '#app/ui/option-row.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

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
