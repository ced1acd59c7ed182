import type { ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'

/** A `Form` with an `ActionBar` needs the class `fill`, which keeps the bar at the foot. */
export function Page({ children }: { children: ReactNode }) {
	return (
		<main id="content" tabIndex={-1}>
			{children}
		</main>
	)
}

export function ProsePage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<Page>
			<PageHeader title={title} back={{ to: '/', label: 'Home' }} />
			<div className="prose">{children}</div>
		</Page>
	)
}
