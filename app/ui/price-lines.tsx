import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { classNames } from './class-names.ts'

export interface PriceLine {
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
