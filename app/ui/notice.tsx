import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { AnswerBox } from './form/use-answer-focus.ts'

interface NoticeProps {
	/** 'hold': something is held, or worth knowing. 'error': what happened, what is kept, and the next step. */
	tone?: 'hold' | 'success' | 'error' | 'info'
	title?: ReactNode
	children?: ReactNode
	/** 'alert' answers the customer's last action. */
	role?: 'alert' | 'status'
	className?: string
	/** From `useAnswerFocus`. */
	box?: AnswerBox
}

export function Notice({ tone = 'hold', title, children, role, className, box }: NoticeProps) {
	return (
		<div className={classNames('notice', tone !== 'hold' && tone, className)} role={role} {...box}>
			{title && <b>{title}</b>} {children}
		</div>
	)
}
