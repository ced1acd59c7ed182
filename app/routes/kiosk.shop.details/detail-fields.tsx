import { detailWords } from '#app/domain/discovery/shop-details-words.ts'
import type { FormState } from '#app/ui/form/form-state.ts'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea } from '#app/ui/form/text-area.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { DetailOptions } from './detail-options.server.ts'

const labelOf = (name: keyof typeof detailWords) => detailWords[name].label

export function AboutFields({ form }: { form: FormState }) {
	return (
		<section>
			<h2>What customers read</h2>
			<TextArea field={form.field('description')} label={labelOf('description')} rows={4} />
			<TextField
				field={form.field('landmark')}
				kind="remark"
				label={labelOf('landmark')}
				hint="Such as: Opposite the Total filling station."
			/>
			<TextField field={form.field('phone')} kind="phone" label={labelOf('phone')} />
			<TextField
				field={form.field('whatsapp')}
				kind="phone"
				label={labelOf('whatsapp')}
				hint="The number that answers there."
			/>
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
				label={labelOf('depositKind')}
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
			<TextField
				field={form.field('prepayAfterNoShows')}
				kind="count"
				label={labelOf('prepayAfterNoShows')}
				hint="From then on they pay in full when they book. Leave empty for never."
			/>
			<TextField
				field={form.field('depositHoldHours')}
				kind="count"
				label={labelOf('depositHoldHours')}
				hint="When you book by phone and send the link. At most 24, and never past 2 hours before the visit."
			/>
		</section>
	)
}

export function DeadlineFields({ form, options }: { form: FormState; options: DetailOptions }) {
	return (
		<section>
			<h2>Deadlines</h2>
			<SelectField
				field={form.field('minimumNoticeMinutes')}
				label={labelOf('minimumNoticeMinutes')}
				options={options.minimumNoticeMinutes}
			/>
			<SelectField
				field={form.field('horizonDays')}
				label={labelOf('horizonDays')}
				options={options.horizonDays}
			/>
			<SelectField
				field={form.field('freeCancellationMinutes')}
				label={labelOf('freeCancellationMinutes')}
				hint="Booked visits keep theirs, unless the customer moves them."
				options={options.freeCancellationMinutes}
			/>
			<SelectField
				field={form.field('rescheduleCutoffMinutes')}
				label={labelOf('rescheduleCutoffMinutes')}
				hint="Applies to booked visits too."
				options={options.rescheduleCutoffMinutes}
			/>
		</section>
	)
}

export function LimitFields({ form }: { form: FormState }) {
	return (
		<section>
			<h2>Limits</h2>
			<p className="hint">Against misuse: few customers ever reach them. 50 is the most.</p>
			<TextField field={form.field('maxAheadProven')} kind="count" label={labelOf('maxAheadProven')} />
			<TextField field={form.field('maxAheadUnproven')} kind="count" label={labelOf('maxAheadUnproven')} />
			<TextField
				field={form.field('maxGuestBookingsPerHour')}
				kind="count"
				label={labelOf('maxGuestBookingsPerHour')}
			/>
			<TextField
				field={form.field('maxMoves')}
				kind="count"
				label={labelOf('maxMoves')}
				hint="By its customer. Applies to booked visits too."
				enterKeyHint="done"
			/>
		</section>
	)
}
