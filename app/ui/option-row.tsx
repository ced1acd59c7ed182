import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface OptionRowProps {
	type?: 'radio' | 'checkbox'
	name: string
	value: string
	title: ReactNode
	/** A second, softer line. */
	detail?: ReactNode
	/** At the right: a price. */
	end?: ReactNode
	defaultChecked?: boolean
	required?: boolean
	/** The answer to a post asks for a choice. */
	isMissing?: boolean
	/** A row that cannot be chosen says why in `detail`. */
	disabled?: boolean
	onChange?: () => void
}

/**
 * One of several choices. The whole row can be tapped. Chromium calls a required choice invalid before any answer, and
 * a screen reader reads that as an error: so the row says itself whether it is one.
 */
export function OptionRow({
	type = 'radio',
	title,
	detail,
	end,
	disabled,
	required,
	isMissing = false,
	...input
}: OptionRowProps) {
	return (
		<label className={classNames('opt', disabled && 'off')}>
			<input
				type={type}
				disabled={disabled}
				required={required}
				aria-invalid={required ? isMissing : undefined}
				{...input}
			/>
			<div>
				<b>{title}</b>
				{detail && <small>{detail}</small>}
			</div>
			{end && <span className="end">{end}</span>}
		</label>
	)
}
