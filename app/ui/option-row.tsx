import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface OptionRowProps {
	type?: 'radio' | 'checkbox'
	name: string
	value: string
	title: ReactNode
	detail?: ReactNode
	end?: ReactNode
	defaultChecked?: boolean
	required?: boolean
	/** The post was refused because nothing was chosen. */
	isMissing?: boolean
	/** `detail` then says why. */
	disabled?: boolean
	onChange?: () => void
}

/**
 * The whole row can be tapped. Chromium calls an unanswered required choice invalid, and screen readers announce an
 * error: so `aria-invalid` is set here.
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
