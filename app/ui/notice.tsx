import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface NoticeProps {
	/** 'hold' for what is kept or worth knowing, 'error' says what happened, what is kept, what is next. */
	tone?: 'hold' | 'success' | 'error' | 'info'
	title?: ReactNode
	children?: ReactNode
	/** 'alert' when it answers what the customer just did. */
	role?: 'alert' | 'status'
	className?: string
}

export function Notice({ tone = 'hold', title, children, role, className }: NoticeProps) {
	return (
		<div className={classNames('notice', tone !== 'hold' && tone, className)} role={role}>
			{title && <b>{title}</b>} {children}
		</div>
	)
}
