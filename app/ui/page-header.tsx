import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { StepBars } from './step-bars.tsx'

interface PageHeaderProps {
	title: ReactNode
	subtitle?: ReactNode
	/** Target and label of the back link: 'Adé Hair Studio'. */
	back?: { to: string; label: string }
	/** The step of the booking: 1 service, 2 staff, 3 time, 4 checkout. */
	step?: 1 | 2 | 3 | 4
	/** At the right of the title. */
	aside?: ReactNode
}

export function PageHeader({ title, subtitle, back, step, aside }: PageHeaderProps) {
	return (
		<header className="page-header">
			{back && (
				<Link to={back.to} className="back">
					<Icon name="back" size={18} />
					{back.label}
				</Link>
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
