import { Link, useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Wording } from '#app/kernel/action-answer.ts'
import { classNames } from './class-names.ts'
import { type AnswerBox, useAnswerFocus } from './form/form-state.ts'
import { Icon, type IconName } from './icon.tsx'

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

/** A refusal's reason, scrolled to and focused (B4). */
export function RefusalNotice({ refusal }: { refusal: Wording | null | undefined }) {
	const box = useAnswerFocus(refusal)
	const { pathname } = useLocation()
	if (!refusal) return null
	const { title, text, nextStep } = refusal
	return (
		<Notice tone="error" role="alert" title={title} className="mb-4" box={box}>
			{text} {nextStep && nextStep.path !== pathname && <Link to={nextStep.path}>{nextStep.label}</Link>}
			<LineIsBack />
		</Notice>
	)
}

/** Once the browser is online again, announces that the typed values can be sent. */
function LineIsBack() {
	const [isBack, setIsBack] = useState(false)
	useEffect(() => {
		const say = () => setIsBack(true)
		window.addEventListener('online', say)
		return () => window.removeEventListener('online', say)
	}, [])
	return isBack && <b>You’re back online.</b>
}

interface EmptyStateProps {
	title: string
	/** The page shows nothing else, so the title is its h1. */
	isPage?: boolean
	icon?: IconName
	children?: ReactNode
	action?: ReactNode
}

export function EmptyState({ title, isPage, icon = 'search', children, action }: EmptyStateProps) {
	const Heading = isPage ? 'h1' : 'h2'
	return (
		<div className="empty">
			<span className="medal">
				<Icon name={icon} size={26} />
			</span>
			<Heading>{title}</Heading>
			{children && <p className="soft">{children}</p>}
			{action}
		</div>
	)
}
