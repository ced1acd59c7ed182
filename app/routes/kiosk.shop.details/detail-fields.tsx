import {
	aboutShop,
	advanceRules,
	DEPOSIT_LABEL,
	deadlineRules,
	shopCeilings,
} from '#app/domain/discovery/shop-details.ts'
import type { FormState } from '#app/ui/form/form-state.ts'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import type { DetailOptions } from './detail-options.server.ts'

export function AboutFields({ form }: { form: FormState }) {
	return (
		<section>
			<h2>What customers read</h2>
			<DescribedInputs fields={aboutShop} form={form} />
		</section>
	)
}

export function DepositFields({ form, isOnlineOff }: { form: FormState; isOnlineOff: boolean }) {
	return (
		<section>
			<h2>Money in advance</h2>
			<p className="hint">
				{isOnlineOff
					? 'Customers cannot pay online yet, so nothing is asked for.'
					: 'Paid online when a customer books. Booked visits stay as they are.'}
			</p>
			<SelectField
				field={form.field('depositKind')}
				label={DEPOSIT_LABEL}
				options={[
					{ id: 'none', name: 'None' },
					{ id: 'percent', name: 'Percent of the price' },
					{ id: 'amount', name: 'Amount in naira' },
				]}
			/>
			<TextField
				field={form.field('deposit')}
				kind="amount"
				label="How much"
				hint="30 for 30%, or 5,000 for ₦5,000. At least ₦100."
			/>
			<DescribedInputs fields={advanceRules} form={form} />
		</section>
	)
}

export function DeadlineFields({ form, options }: { form: FormState; options: DetailOptions }) {
	return (
		<section>
			<h2>Deadlines</h2>
			<DescribedInputs fields={deadlineRules} form={form} options={options} />
		</section>
	)
}

export function LimitFields({ form }: { form: FormState }) {
	return (
		<section>
			<h2>Limits</h2>
			<p className="hint">Against misuse: few customers ever reach them. 50 is the most.</p>
			<DescribedInputs fields={shopCeilings} form={form} isEnd />
		</section>
	)
}
