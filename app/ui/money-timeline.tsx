import { classNames } from './class-names.ts'

export interface TimelineStep {
	/** 'Paid online', 'On its way to your bank'. */
	label: string
	/** '₦17,854'. */
	amount: string | null
	/** '24 Nov, 10:31 AM'; null where it is not known, or ahead. */
	whenLabel: string | null
	state: 'done' | 'now' | 'ahead' | 'stuck'
}

/** What happened to somebody's money, step by step; what is ahead is softer, where it stands is heavier. */
export function MoneyTimeline({ steps, className }: { steps: TimelineStep[]; className?: string }) {
	return (
		<dl className={classNames('price-lines text-sm', className)}>
			{steps.map(({ label, amount, whenLabel, state }) => (
				<div key={label} className={stateClasses[state]}>
					<dt>
						{label} {amount && <b>{amount}</b>}
					</dt>
					<dd className="soft">{whenLabel ?? (state === 'ahead' ? 'next' : '')}</dd>
				</div>
			))}
		</dl>
	)
}

const stateClasses = {
	done: undefined,
	now: 'font-bold',
	ahead: 'soft',
	stuck: 'font-bold text-clay',
} as const
