import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { classNames } from './class-names.ts'

export interface TimelineStep {
	label: string
	/** '₦17,854'. */
	amount: string | null
	/** Null for an unknown or future time. */
	whenLabel: string | null
	state: 'done' | 'now' | 'ahead' | 'stuck'
}

/** What happened to a customer's money. The current step is bold, later ones are soft. */
export function MoneyTimeline({ steps, className }: { steps: TimelineStep[]; className?: string }) {
	const next = steps.find(({ state }) => state === 'ahead')
	return (
		<dl className={classNames('price-lines text-sm', className)}>
			{steps.map((step) => (
				<div key={`${step.label} ${step.amount} ${step.whenLabel}`} className={stateClasses[step.state]}>
					<dt>
						{step.label} {step.amount && <b>{step.amount}</b>}
					</dt>
					<dd className="soft">{step.whenLabel ?? (step === next ? 'next' : '')}</dd>
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

interface PriceLine {
	label: string
	amountKobo: Kobo
}

interface PriceLinesProps {
	lines: PriceLine[]
	total?: PriceLine
	/** The total changes on this page: screen readers announce it. */
	isLive?: boolean
}

/** Discounts are negative amounts. */
export function PriceLines({ lines, total, isLive }: PriceLinesProps) {
	return (
		<dl className="price-lines">
			{lines.map((line) => (
				<div key={line.label} className={classNames(line.amountKobo < 0 && 'less') || undefined}>
					<dt>{line.label}</dt>
					<dd>{formatNaira(line.amountKobo)}</dd>
				</div>
			))}
			{total && (
				<div className="total" {...(isLive && { 'aria-live': 'polite', 'aria-atomic': true })}>
					<dt>{total.label}</dt>
					<dd>{formatNaira(total.amountKobo)}</dd>
				</div>
			)}
		</dl>
	)
}
