import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface PageHeaderProps {
	title: ReactNode
	subtitle?: ReactNode
	/**
	 * The back link: its target and 'Adé Hair Studio'. In a form it may be a button's intent instead, so that the typed
	 * values are posted.
	 */
	back?: { label: string } & ({ to: string } | { intent: string })
	step?: 1 | 2 | 3 | 4
	aside?: ReactNode
}

export function PageHeader({ title, subtitle, back, step, aside }: PageHeaderProps) {
	return (
		<header className={back ? 'page-header' : 'page-header mt-4'}>
			{back && 'to' in back && (
				<Link to={back.to} className="back">
					<Icon name="back" size={18} />
					{back.label}
				</Link>
			)}
			{back && 'intent' in back && (
				<button type="submit" name="intent" value={back.intent} className="back">
					<Icon name="back" size={18} />
					{back.label}
				</button>
			)}
			<div className="row">
				<div className="min-w-0">
					<h1>{title}</h1>
					{subtitle && <p>{subtitle}</p>}
				</div>
				{aside}
			</div>
			{step && <StepBars current={step} />}
		</header>
	)
}

const steps = ['Service', 'Staff', 'Time', 'Checkout'] as const

/** Screen readers say 'Step 3 of 4: Time'. */
function StepBars({ current }: { current: 1 | 2 | 3 | 4 }) {
	return (
		<>
			<p className="sr">{`Step ${current} of ${steps.length}: ${steps[current - 1]}`}</p>
			<ol className="steps" aria-hidden="true">
				{steps.map((step, index) => (
					<li key={step} className={index < current ? 'done' : undefined} />
				))}
			</ol>
		</>
	)
}
