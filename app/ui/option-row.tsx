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
	/** A row that cannot be chosen says why in `detail`. */
	disabled?: boolean
	onChange?: () => void
}

/** One of several choices. The whole row can be tapped. */
export function OptionRow({ type = 'radio', title, detail, end, disabled, ...input }: OptionRowProps) {
	return (
		<label className={classNames('opt', disabled && 'off')}>
			<input type={type} disabled={disabled} {...input} />
			<div>
				<b>{title}</b>
				{detail && <small>{detail}</small>}
			</div>
			{end && <span className="end">{end}</span>}
		</label>
	)
}
