import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface ChoiceButtonProps {
	name: string
	value: string
	title: ReactNode
	detail?: ReactNode
	end?: ReactNode
	start?: ReactNode
	isChosen?: boolean
}

/** One of several answers: a tap posts it. */
export function ChoiceButton({ title, detail, end, start, isChosen, ...button }: ChoiceButtonProps) {
	return (
		<button type="submit" className={isChosen ? 'opt chosen' : 'opt'} {...button}>
			{start}
			<div>
				<b>{title}</b>
				{isChosen && <span className="sr"> (chosen)</span>}
				{detail && <small>{detail}</small>}
			</div>
			{end && <span className="end">{end}</span>}
			<Icon name="forward" size={18} className="soft" />
		</button>
	)
}
