import { formatNaira } from '#app/kernel/money.ts'
import type { FieldState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { CheckoutView } from './checkout-view.server.ts'
import { Fold } from './fold.tsx'
import { IntentButton } from './intent-button.tsx'

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

/** Room for one code, or what the code saves. A refused code stays in the field. */
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
